package wssec

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"fmt"
)

// PublicKey is somebody else's key in the library that works with it: it checks signatures over digests, those
// of RSA by PSS with *rsa.PSSOptions, else by PKCS #1 v1.5, and encrypts by OAEP. A *CurveKey checks ECDSA in
// ASN.1, and agrees on secrets instead of encrypting.
type PublicKey interface {
	Verify(digest, signature []byte, opts crypto.SignerOpts) error
	Encrypt(plaintext []byte, opts *rsa.OAEPOptions) ([]byte, error)
}

// PublicKey gives the key of a certificate: for RSA in the configured library, for curves in Go's.
func (c *Config) PublicKey(cert *x509.Certificate) (PublicKey, error) {
	switch key := cert.PublicKey.(type) {
	case *rsa.PublicKey:
		if c.Public != nil {
			if k := c.Public(key); k != nil {
				return k, nil
			}
		}
		return goPublicKey{key}, nil
	case *ecdsa.PublicKey:
		k, err := newCurveKey(key)
		if err != nil {
			return nil, fmt.Errorf("the key of %s: %w", cert.Subject, err)
		}
		return k, nil
	}
	return nil, fmt.Errorf("the key of %s is %s: the suites use RSA and ECDSA", cert.Subject, cert.PublicKeyAlgorithm)
}

// goPublicKey is an RSA key in Go's own library.
type goPublicKey struct{ *rsa.PublicKey }

func (k goPublicKey) Verify(digest, signature []byte, opts crypto.SignerOpts) error {
	if pss, ok := opts.(*rsa.PSSOptions); ok {
		return rsa.VerifyPSS(k.PublicKey, opts.HashFunc(), digest, signature, pss)
	}
	return rsa.VerifyPKCS1v15(k.PublicKey, opts.HashFunc(), digest, signature)
}

func (k goPublicKey) Encrypt(plaintext []byte, opts *rsa.OAEPOptions) ([]byte, error) {
	return rsa.EncryptOAEPWithOptions(rand.Reader, k.PublicKey, plaintext, opts)
}
