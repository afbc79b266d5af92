//go:build linux && cgo

package openssl

/*
#cgo CFLAGS: -O2 -Wall
#cgo LDFLAGS: -ldl
#cgo noescape libcrypto_apply
#cgo nocallback libcrypto_apply
#cgo noescape libcrypto_verify
#cgo nocallback libcrypto_verify
#cgo noescape libcrypto_agree
#cgo nocallback libcrypto_agree
#include <stdlib.h>
#include "libcrypto.h"
*/
import "C"

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"sync"
	"unsafe"
)

// load opens the library at its first call. It stays open: closing it would pull threads' data away.
var load = sync.OnceValues(func() (string, error) {
	var reason [256]byte
	if C.libcrypto_load((*C.char)(unsafe.Pointer(&reason)), C.size_t(len(reason))) != 1 {
		return "", fmt.Errorf("%w: %s: install OpenSSL 3 (Debian: libssl3)", ErrUnavailable, text(reason[:]))
	}
	return C.GoString(C.libcrypto_version()), nil
})

func text(c []byte) string {
	c, _, _ = bytes.Cut(c, []byte{0})
	return string(c)
}

// reason is libcrypto's text for its error code.
func reason(code uint64) error {
	if code == 0 {
		return errors.New("libcrypto gives no reason")
	}
	var buf [256]byte
	C.libcrypto_reason(C.ulong(code), (*C.char)(unsafe.Pointer(&buf)), C.size_t(len(buf)))
	return errors.New(text(buf[:]))
}

func privateKey(der []byte) (unsafe.Pointer, error) {
	var code C.ulong
	key := C.libcrypto_private_key(octets(der), C.long(len(der)), &code)
	if key == nil {
		return nil, reason(uint64(code))
	}
	return key, nil
}

func publicKey(der []byte) (unsafe.Pointer, error) {
	var code C.ulong
	key := C.libcrypto_public_key(octets(der), C.long(len(der)), &code)
	if key == nil {
		return nil, reason(uint64(code))
	}
	return key, nil
}

func keySize(key unsafe.Pointer) int { return int(C.libcrypto_key_size(key)) }

func freeKey(key unsafe.Pointer) { C.libcrypto_free_key(key) }

func prepare(key unsafe.Pointer, s scheme) (unsafe.Pointer, error) {
	digest, mask := hashName(s.digest), hashName(s.mask)
	defer C.free(unsafe.Pointer(digest))
	defer C.free(unsafe.Pointer(mask))
	var code C.ulong
	context := C.libcrypto_prepare(key, C.int(s.operation), C.int(s.padding), digest, mask, C.int(s.salt), &code)
	if context == nil {
		return nil, reason(uint64(code))
	}
	return context, nil
}

// hashName is for the caller to free. Go's name of a hash is an alias in libcrypto too.
func hashName(h crypto.Hash) *C.char {
	if h == 0 {
		return nil
	}
	return C.CString(h.String())
}

func freeContext(context unsafe.Pointer) { C.libcrypto_free_context(context) }

// A call costs 27 ns, and with noescape above it allocates nothing for its arguments (TestAllocations).

// apply gives the length of what it wrote to out, -1 with libcrypto's error code on failure.
func apply(context unsafe.Pointer, op operation, label, in, out []byte) (n int, code uint64) {
	var c C.ulong
	n = int(C.libcrypto_apply(context, C.int(op), octets(label), C.size_t(len(label)),
		octets(in), C.size_t(len(in)), octets(out), C.size_t(len(out)), &c))
	return n, uint64(c)
}

func verify(context unsafe.Pointer, signature, digest []byte) bool {
	return C.libcrypto_verify(context, octets(signature), C.size_t(len(signature)),
		octets(digest), C.size_t(len(digest))) == 1
}

// agree gives the length of the secret that it wrote to out, -1 with libcrypto's error code on failure.
func agree(key unsafe.Pointer, peer, out []byte) (n int, code uint64) {
	var c C.ulong
	n = int(C.libcrypto_agree(key, octets(peer), C.long(len(peer)), octets(out), C.size_t(len(out)), &c))
	return n, uint64(c)
}

func octets(b []byte) *C.uchar { return (*C.uchar)(unsafe.Pointer(unsafe.SliceData(b))) }
