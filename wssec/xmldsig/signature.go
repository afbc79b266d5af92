package xmldsig

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"

	"seismark/wssec"
)

// scheme is what a signature algorithm does with a digest.
type scheme struct {
	hash  crypto.Hash
	pss   bool // with a salt as long as the digest, and MGF1 by the same hash (RFC 9231 section 2.3.10)
	curve bool
}

// schemeOf is zero for an algorithm that is not known.
func schemeOf(a wssec.Algorithm) scheme {
	switch a {
	case wssec.RSASHA1:
		return scheme{hash: crypto.SHA1}
	case wssec.RSASHA256:
		return scheme{hash: crypto.SHA256}
	case wssec.RSASHA384:
		return scheme{hash: crypto.SHA384}
	case wssec.RSASHA512:
		return scheme{hash: crypto.SHA512}
	case wssec.RSAPSSSHA256:
		return scheme{hash: crypto.SHA256, pss: true}
	case wssec.RSAPSSSHA384:
		return scheme{hash: crypto.SHA384, pss: true}
	case wssec.RSAPSSSHA512:
		return scheme{hash: crypto.SHA512, pss: true}
	case wssec.ECDSASHA256:
		return scheme{hash: crypto.SHA256, curve: true}
	case wssec.ECDSASHA384:
		return scheme{hash: crypto.SHA384, curve: true}
	case wssec.ECDSASHA512:
		return scheme{hash: crypto.SHA512, curve: true}
	}
	return scheme{}
}

func (s scheme) options() crypto.SignerOpts {
	if s.pss {
		return &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: s.hash}
	}
	return s.hash
}

// SignatureHash is the hash of a signature algorithm, zero for one that is not known.
func SignatureHash(a wssec.Algorithm) crypto.Hash { return schemeOf(a).hash }

// Size is how many octets the values of signatures by a key have, zero for a key that none is made by.
func Size(public crypto.PublicKey) int {
	switch key := public.(type) {
	case *rsa.PublicKey:
		return key.Size()
	case *ecdsa.PublicKey:
		return 2 * orderSize(key)
	}
	return 0
}

// Sign gives the value of a signature over octets.
func Sign(key crypto.Signer, a wssec.Algorithm, octets []byte) ([]byte, error) {
	var sum [MaxSum]byte
	s := schemeOf(a)
	public, curve := key.Public().(*ecdsa.PublicKey)
	if s.hash == 0 || curve != s.curve {
		return nil, fmt.Errorf("a key of type %T does not sign by %s", key.Public(), a)
	}
	value, err := key.Sign(rand.Reader, Sum(sum[:0], s.hash, octets), s.options())
	if err != nil || !curve {
		return value, err
	}
	return fromASN1(value, orderSize(public))
}

// Verify reports why a value is not the signature over octets, or nil. The key decides about the family.
func Verify(key wssec.PublicKey, a wssec.Algorithm, octets, value []byte) error {
	var sum [MaxSum]byte
	s := schemeOf(a)
	curve, ok := key.(*wssec.CurveKey)
	if s.hash == 0 || ok != s.curve {
		return errors.New("the key is not for " + string(a))
	}
	if ok {
		var err error
		if value, err = toASN1(value, orderSize(curve.Public())); err != nil {
			return err
		}
	}
	return key.Verify(Sum(sum[:0], s.hash, octets), value, s.options())
}
