// Package keystore reads keys and certificates from the files that people have, and makes test keys.
//
// Load reads one file: PEM, PKCS#12, JKS or a lone DER certificate, told apart by what is in it, not by its
// name. Open reads a folder that Init made: a certificate authority, a client and a server.
//
// An identity is a private key with its certificate; an alias is the name that a JKS file gives to one.
//
// Refused: a key that does not belong to the certificates beside it, damaged blocks that a lenient reader
// would skip, encrypted PEM, files and keys past the limits below, and PKCS#12 that asks for more key
// derivation than a machine does in seconds.
//
// Specifications: RFC 7468 (PEM), RFC 5958 (PKCS#8), RFC 8017 appendix A (PKCS#1), RFC 5915 (EC keys),
// RFC 7292 (PKCS#12), RFC 5280 (certificates). JKS has none; its form is that of the Java runtime.
package keystore

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"seismark/wssec"
)

// Limits on what is read.
const (
	maxFile       = 4 << 20   // bytes of a file; the certificates of all public authorities take 0.3 MB
	maxKey        = 16 << 10  // bytes of a private key's encoding; RSA of 16384 bits takes 9.5 kB
	maxIterations = 2_500_000 // of the key derivations of a PKCS#12 file; programs of today write 2,048 to 600,000 in each of three
)

// Store is what a file holds.
type Store struct {
	Identities   []Identity
	Certificates []*x509.Certificate // those without a key: issuers, peers, trust anchors
	Keys         []crypto.Signer     // those of a file that holds no certificate at all
}

// Identity is a private key with its certificate.
type Identity struct {
	Alias string // of a JKS file; otherwise the common name of the certificate
	wssec.Identity
}

// Load reads a file. The password is for PKCS#12 and JKS, and of both their store and their keys.
func Load(path, password string) (*Store, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, data, password)
}

// Parse is Load for the content of a file; name stands for the file in errors.
func Parse(name string, data []byte, password string) (*Store, error) {
	s, err := parse(data, password)
	if err != nil {
		err.Path = name
		return nil, err
	}
	return s, nil
}

// Magic numbers of the key stores of Java.
const (
	magicJKS   = 0xFEEDFEED
	magicJCEKS = 0xCECECECE
)

func parse(data []byte, password string) (*Store, *Error) {
	switch {
	case len(data) > maxFile:
		return nil, refuse("the file is larger than %d bytes", maxFile)
	case len(bytes.TrimSpace(data)) == 0:
		return nil, refuse("the file is empty")
	case bytes.Contains(data, pemBegin):
		return parsePEM(data)
	case len(data) >= 4 && binary.BigEndian.Uint32(data) == magicJKS:
		return parseJKS(data, password)
	case len(data) >= 4 && binary.BigEndian.Uint32(data) == magicJCEKS:
		return nil, refuse("a JCEKS store cannot be read").
			try("convert it: keytool -importkeystore -srckeystore FILE -srcstoretype jceks -destkeystore new.p12 -deststoretype pkcs12")
	case data[0] == 0x30:
		return parseDER(data, password)
	}
	return nil, refuse("neither PEM nor PKCS#12 nor JKS")
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, cannotRead(path, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, cannotRead(path, err)
	}
	return data, nil
}

// LoadIdentity reads a certificate and its key from two files, which may be one.
func LoadIdentity(certificate, key, password string) (wssec.Identity, error) {
	c, err := Load(certificate, password)
	if err != nil {
		return wssec.Identity{}, err
	}
	k := c
	if key != certificate {
		if k, err = Load(key, password); err != nil {
			return wssec.Identity{}, err
		}
	}
	cert, signer := c.leaf(), k.key()
	if cert == nil {
		return wssec.Identity{}, fail(certificate, "holds no certificate")
	}
	if signer == nil {
		return wssec.Identity{}, fail(key, "holds no private key")
	}
	id, err := Pair(cert, signer)
	if err != nil {
		return id, &Error{Path: key, Err: ErrMismatch, Remedy: "give the key that was made for " + certificate}
	}
	return id, nil
}

// leaf is the certificate that a file of certificates is about: by custom the first.
func (s *Store) leaf() *x509.Certificate {
	switch {
	case len(s.Identities) > 0:
		return s.Identities[0].Certificate
	case len(s.Certificates) > 0:
		return s.Certificates[0]
	}
	return nil
}

func (s *Store) key() crypto.Signer {
	switch {
	case len(s.Identities) > 0:
		return s.Identities[0].Key
	case len(s.Keys) > 0:
		return s.Keys[0]
	}
	return nil
}

// Pair joins a certificate and its key. The error is ErrMismatch where they do not belong together.
func Pair(certificate *x509.Certificate, key crypto.Signer) (wssec.Identity, error) {
	if !belongs(key, certificate) {
		return wssec.Identity{}, fmt.Errorf("keystore: the key of %s: %w", certificate.Subject, ErrMismatch)
	}
	return wssec.Identity{Certificate: certificate, Key: key}, nil
}

func belongs(key crypto.Signer, certificate *x509.Certificate) bool {
	public, ok := key.Public().(interface{ Equal(crypto.PublicKey) bool })
	return ok && public.Equal(certificate.PublicKey)
}

// join pairs the keys and certificates of one file.
func join(keys []crypto.Signer, certificates []*x509.Certificate) (*Store, *Error) {
	s := &Store{}
	if len(certificates) == 0 {
		s.Keys = keys
		return s, nil
	}
	used := make([]bool, len(certificates))
	for n, key := range keys {
		at := -1
		for i, c := range certificates {
			if belongs(key, c) {
				at = i
				break
			}
		}
		if at < 0 {
			return nil, (&Error{Err: ErrMismatch}).
				try("of its private keys, number %d belongs to none of its certificates: put each key with its own", n+1)
		}
		used[at] = true
		c := certificates[at]
		s.Identities = append(s.Identities, Identity{c.Subject.CommonName, wssec.Identity{Certificate: c, Key: key}})
	}
	for i, c := range certificates {
		if !used[i] {
			s.add(c)
		}
	}
	return s, nil
}

// add keeps a certificate that belongs to no key, once.
func (s *Store) add(c *x509.Certificate) {
	for _, have := range s.Certificates {
		if have.Equal(c) {
			return
		}
	}
	s.Certificates = append(s.Certificates, c)
}
