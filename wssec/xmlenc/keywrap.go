package xmlenc

import (
	"crypto/aes"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"

	"seismark/wssec"
)

// wrapKeySize is how many octets the key of an AES key wrap has, zero for another algorithm.
func wrapKeySize(a wssec.Algorithm) int {
	switch a {
	case wssec.AES128Wrap:
		return 16
	case wssec.AES192Wrap:
		return 24
	case wssec.AES256Wrap:
		return 32
	}
	return 0
}

const (
	semiblock = 8
	initial   = 0xA6A6A6A6A6A6A6A6 // RFC 3394 section 2.2.3.1
	rounds    = 6
)

// wrapAES enciphers a key of at least two semiblocks under another (RFC 3394 section 2.2.1).
func wrapAES(kek, key []byte) ([]byte, error) {
	block, err := aes.NewCipher(kek)
	if err != nil {
		return nil, err
	}
	if len(key) < 2*semiblock || len(key)%semiblock != 0 {
		return nil, fmt.Errorf("a key of %d bytes cannot be wrapped", len(key))
	}
	n := len(key) / semiblock
	out := make([]byte, semiblock+len(key))
	copy(out[semiblock:], key)
	a, b := uint64(initial), make([]byte, aes.BlockSize)
	for t := range uint64(rounds * n) {
		r := out[semiblock*(1+t%uint64(n)):][:semiblock]
		binary.BigEndian.PutUint64(b, a)
		copy(b[semiblock:], r)
		block.Encrypt(b, b)
		a = binary.BigEndian.Uint64(b) ^ (t + 1)
		copy(r, b[semiblock:])
	}
	binary.BigEndian.PutUint64(out, a)
	return out, nil
}

var errWrapped = errors.New("it was wrapped under another key, or is damaged")

// unwrapAES undoes wrapAES (RFC 3394 section 2.2.2).
func unwrapAES(kek, wrapped []byte) ([]byte, error) {
	block, err := aes.NewCipher(kek)
	if err != nil {
		return nil, err
	}
	n := len(wrapped)/semiblock - 1
	if n < 2 || len(wrapped)%semiblock != 0 {
		return nil, fmt.Errorf("the wrapped key has %d bytes, which none has", len(wrapped))
	}
	key := append([]byte(nil), wrapped[semiblock:]...)
	a, b := binary.BigEndian.Uint64(wrapped), make([]byte, aes.BlockSize)
	for t := uint64(rounds * n); t > 0; t-- {
		r := key[semiblock*((t-1)%uint64(n)):][:semiblock]
		binary.BigEndian.PutUint64(b, a^t)
		copy(b[semiblock:], r)
		block.Decrypt(b, b)
		a = binary.BigEndian.Uint64(b)
		copy(r, b[semiblock:])
	}
	binary.BigEndian.PutUint64(b, a)
	binary.BigEndian.PutUint64(b[semiblock:], initial)
	if subtle.ConstantTimeCompare(b[:semiblock], b[semiblock:]) != 1 {
		return nil, errWrapped
	}
	return key, nil
}
