package dom

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"

	"seismark/wssec"
)

// block is a data cipher of XML Encryption 1.1 section 5.2.
type block struct {
	key int // its length in bytes
	gcm bool
}

func blockOf(a wssec.Algorithm) (block, error) {
	switch a {
	case wssec.AES128CBC:
		return block{key: 16}, nil
	case wssec.AES192CBC:
		return block{key: 24}, nil
	case wssec.AES256CBC:
		return block{key: 32}, nil
	case wssec.AES128GCM:
		return block{key: 16, gcm: true}, nil
	case wssec.AES192GCM:
		return block{key: 24, gcm: true}, nil
	case wssec.AES256GCM:
		return block{key: 32, gcm: true}, nil
	}
	return block{}, fmt.Errorf("%s is not a data cipher that this engine has", a)
}

// The octets before and after what is enciphered.
const (
	nonceSize = 12 // GCM: IV in front, tag behind, no associated data
	tagSize   = 16
)

// encrypt gives IV, cipher text and, with GCM, tag.
func (b block) encrypt(key, plain []byte) ([]byte, error) {
	c, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if b.gcm {
		aead, err := cipher.NewGCMWithRandomNonce(c)
		if err != nil {
			return nil, err
		}
		return aead.Seal(nil, nil, plain, nil), nil
	}
	pad := aes.BlockSize - len(plain)%aes.BlockSize
	out := make([]byte, aes.BlockSize+len(plain)+pad)
	rand.Read(out[:aes.BlockSize])
	copy(out[aes.BlockSize:], plain)
	out[len(out)-1] = byte(pad) // the others may be anything, section 5.2.3: zero
	cipher.NewCBCEncrypter(c, out[:aes.BlockSize]).CryptBlocks(out[aes.BlockSize:], out[aes.BlockSize:])
	return out, nil
}

// decrypt undoes encrypt. The length is judged before anything else, and the key must be of the cipher's
// size, not of any that AES takes.
func (b block) decrypt(key, data []byte) ([]byte, error) {
	if len(key) != b.key {
		return nil, fmt.Errorf("the key has %d bytes, the cipher takes %d", len(key), b.key)
	}
	c, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if b.gcm {
		return openGCM(c, data)
	}
	return openCBC(c, data)
}

func openGCM(c cipher.Block, data []byte) ([]byte, error) {
	if len(data) < nonceSize+tagSize {
		return nil, fmt.Errorf("the cipher text has %d bytes, with GCM it has at least %d", len(data), nonceSize+tagSize)
	}
	aead, err := cipher.NewGCM(c)
	if err != nil {
		return nil, err
	}
	return aead.Open(nil, data[:nonceSize], data[nonceSize:], nil)
}

// openCBC takes the same steps with good padding and bad.
func openCBC(c cipher.Block, data []byte) ([]byte, error) {
	if len(data) < 2*aes.BlockSize || len(data)%aes.BlockSize != 0 {
		return nil, fmt.Errorf("the cipher text has %d bytes, with CBC it is a multiple of %d, at least %d",
			len(data), aes.BlockSize, 2*aes.BlockSize)
	}
	plain := make([]byte, len(data)-aes.BlockSize)
	cipher.NewCBCDecrypter(c, data[:aes.BlockSize]).CryptBlocks(plain, data[aes.BlockSize:])
	pad := int(plain[len(plain)-1])
	good := subtle.ConstantTimeLessOrEq(1, pad) & subtle.ConstantTimeLessOrEq(pad, aes.BlockSize)
	pad = subtle.ConstantTimeSelect(good, pad, aes.BlockSize)
	plain = plain[:len(plain)-pad]
	if good == 0 {
		return nil, errors.New("the padding is wrong")
	}
	return plain, nil
}
