//go:build !(linux && cgo)

package openssl

import (
	"fmt"
	"unsafe"
)

func load() (string, error) {
	return "", fmt.Errorf("%w: this program was built without it: build on Linux with CGO_ENABLED=1 and a C compiler", ErrUnavailable)
}

// No key is ever made without load, and without a key nothing below is called.

func privateKey([]byte) (unsafe.Pointer, error)                             { return nil, ErrUnavailable }
func publicKey([]byte) (unsafe.Pointer, error)                              { return nil, ErrUnavailable }
func prepare(unsafe.Pointer, scheme) (unsafe.Pointer, error)                { return nil, ErrUnavailable }
func apply(unsafe.Pointer, operation, []byte, []byte, []byte) (int, uint64) { return -1, 0 }
func verify(unsafe.Pointer, []byte, []byte) bool                            { return false }
func agree(unsafe.Pointer, []byte, []byte) (int, uint64)                    { return -1, 0 }
func keySize(unsafe.Pointer) int                                            { return 0 }
func freeKey(unsafe.Pointer)                                                {}
func freeContext(unsafe.Pointer)                                            {}
func reason(uint64) error                                                   { return ErrUnavailable }
