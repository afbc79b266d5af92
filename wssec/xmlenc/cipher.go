package xmlenc

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"

	"seismark/wssec"
)

// Cipher is a data cipher (XML Encryption 1.1 section 5.2).
type Cipher struct {
	KeySize int // in octets
	GCM     bool
}

// CipherOf gives the cipher of an algorithm.
func CipherOf(a wssec.Algorithm) (Cipher, error) {
	switch a {
	case wssec.AES128CBC:
		return Cipher{KeySize: 16}, nil
	case wssec.AES192CBC:
		return Cipher{KeySize: 24}, nil
	case wssec.AES256CBC:
		return Cipher{KeySize: 32}, nil
	case wssec.AES128GCM:
		return Cipher{KeySize: 16, GCM: true}, nil
	case wssec.AES192GCM:
		return Cipher{KeySize: 24, GCM: true}, nil
	case wssec.AES256GCM:
		return Cipher{KeySize: 32, GCM: true}, nil
	}
	return Cipher{}, fmt.Errorf("%s is not a data cipher that the engines have", a)
}

// The octets before and after what is enciphered.
const (
	nonceSize = 12 // GCM: IV in front, tag behind, no associated data
	tagSize   = 16
)

// Front is how many octets stand before what is enciphered: the IV.
func (c Cipher) Front() int {
	if c.GCM {
		return nonceSize
	}
	return aes.BlockSize
}

// MaxBack is the most that stands behind it: a tag, or padding.
const MaxBack = 16

// Seal enciphers what stands in buf behind room for the IV, in its place, and gives IV, cipher text and, with
// GCM, tag. They are in the memory of buf where its capacity has MaxBack octets more.
func (c Cipher) Seal(key, buf []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	iv, plain := buf[:c.Front()], buf[c.Front():]
	rand.Read(iv)
	if c.GCM {
		aead, err := cipher.NewGCM(block)
		if err != nil {
			return nil, err
		}
		buf = slices.Grow(buf, tagSize)
		iv, plain = buf[:nonceSize], buf[nonceSize:]
		return buf[:nonceSize+len(aead.Seal(plain[:0], iv, plain, nil))], nil
	}
	pad := aes.BlockSize - len(plain)%aes.BlockSize
	var padding [aes.BlockSize]byte // the others may be anything, section 5.2.3: zero
	padding[pad-1] = byte(pad)
	buf = append(buf, padding[:pad]...)
	cipher.NewCBCEncrypter(block, buf[:aes.BlockSize]).CryptBlocks(buf[aes.BlockSize:], buf[aes.BlockSize:])
	return buf, nil
}

// Open undoes Seal: the plain text is in the place of the cipher text. The length is judged before anything
// else, and the key must be of the cipher's size, not of any that AES takes.
func (c Cipher) Open(key, data []byte) ([]byte, error) {
	if len(key) != c.KeySize {
		return nil, fmt.Errorf("the key has %d bytes, the cipher takes %d", len(key), c.KeySize)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if c.GCM {
		return openGCM(block, data)
	}
	return openCBC(block, data)
}

func openGCM(block cipher.Block, data []byte) ([]byte, error) {
	if len(data) < nonceSize+tagSize {
		return nil, fmt.Errorf("the cipher text has %d bytes, with GCM it has at least %d", len(data), nonceSize+tagSize)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	sealed := data[nonceSize:]
	return aead.Open(sealed[:0], data[:nonceSize], sealed, nil)
}

// openCBC takes the same steps with good padding and bad.
func openCBC(block cipher.Block, data []byte) ([]byte, error) {
	if len(data) < 2*aes.BlockSize || len(data)%aes.BlockSize != 0 {
		return nil, fmt.Errorf("the cipher text has %d bytes, with CBC it is a multiple of %d, at least %d",
			len(data), aes.BlockSize, 2*aes.BlockSize)
	}
	plain := data[aes.BlockSize:]
	cipher.NewCBCDecrypter(block, data[:aes.BlockSize]).CryptBlocks(plain, plain)
	pad := int(plain[len(plain)-1])
	good := subtle.ConstantTimeLessOrEq(1, pad) & subtle.ConstantTimeLessOrEq(pad, aes.BlockSize)
	pad = subtle.ConstantTimeSelect(good, pad, aes.BlockSize)
	plain = plain[:len(plain)-pad]
	if good == 0 {
		return nil, errPadding
	}
	return plain, nil
}

var errPadding = errors.New("the padding is wrong")
