package openssl

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"errors"
	"fmt"
)

// scheme is what a context is prepared for. Zero fields are not set: neither padding nor hash for ECDSA,
// which signs octets; no digest for PKCS#1 v1.5 over octets that are not a hash of the list.
type scheme struct {
	operation    operation
	padding      padding
	digest, mask crypto.Hash // mask is MGF1's
	salt         int         // of PSS
}

type operation uint8

// Operations by their numbers in libcrypto.h.
const (
	signing operation = iota + 1
	verifying
	encrypting
	decrypting
)

type padding uint8

// Paddings and special salt lengths by their numbers in libcrypto.
const (
	pkcs1 padding = 1
	oaep  padding = 4
	pss   padding = 6

	saltAsHash = -1
	saltAny    = -2
	saltMax    = -3
)

func (s scheme) String() string {
	switch s.padding {
	case pkcs1:
		return fmt.Sprintf("PKCS#1 v1.5 with hash %v", s.digest)
	case pss:
		return fmt.Sprintf("PSS with %v", s.digest)
	case oaep:
		return fmt.Sprintf("OAEP with %v and MGF1 with %v", s.digest, s.mask)
	}
	return "ECDSA"
}

// signature is the scheme that crypto/rsa and crypto/ecdsa would take with the options.
func signature(op operation, key crypto.PublicKey, digest []byte, opts crypto.SignerOpts) (scheme, error) {
	if opts == nil {
		return scheme{}, errors.New("no options: name the hash, such as crypto.SHA256")
	}
	hash := opts.HashFunc()
	if hash != 0 {
		if err := checkHash(hash); err != nil {
			return scheme{}, err
		}
		if len(digest) != hash.Size() {
			return scheme{}, fmt.Errorf("the digest has %d octets where %v has %d", len(digest), hash, hash.Size())
		}
	}
	if _, ok := key.(*ecdsa.PublicKey); ok {
		return scheme{operation: op}, nil
	}
	if o, ok := opts.(*rsa.PSSOptions); ok {
		salt, err := saltLength(op, o.SaltLength)
		if err == nil && hash == 0 {
			err = errors.New("PSS needs a hash: set rsa.PSSOptions.Hash")
		}
		return scheme{op, pss, hash, hash, salt}, err
	}
	return scheme{operation: op, padding: pkcs1, digest: hash}, nil
}

func saltLength(op operation, n int) (int, error) {
	switch {
	case n == rsa.PSSSaltLengthEqualsHash:
		return saltAsHash, nil
	case n == rsa.PSSSaltLengthAuto && op == verifying:
		return saltAny, nil
	case n == rsa.PSSSaltLengthAuto:
		return saltMax, nil
	case n < 0:
		return 0, fmt.Errorf("a PSS salt of %d octets", n)
	}
	return n, nil
}

func encryption(op operation, opts *rsa.OAEPOptions) (scheme, error) {
	mask := opts.MGFHash
	if mask == 0 {
		mask = opts.Hash
	}
	return scheme{operation: op, padding: oaep, digest: opts.Hash, mask: mask},
		errors.Join(checkHash(opts.Hash), checkHash(mask))
}

// checkHash spares the callers a panic of Hash.Size. Whether libcrypto has the hash it says itself.
func checkHash(h crypto.Hash) error {
	if h == 0 || h > crypto.BLAKE2b_512 {
		return fmt.Errorf("no such hash: %d", uint(h))
	}
	return nil
}
