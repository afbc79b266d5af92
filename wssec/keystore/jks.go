package keystore

import (
	"bytes"
	"crypto/x509"
	"encoding/asn1"
	"encoding/binary"
	"errors"

	"github.com/pavlo-v-chernykh/keystore-go/v4"

	"seismark/wssec"
)

func parseJKS(data []byte, password string) (*Store, *Error) {
	if err := checkJKS(data); err != nil {
		return nil, refuse("JKS: %w", err)
	}
	ks := keystore.New(keystore.WithOrderedAliases(), keystore.WithCaseExactAliases())
	if err := ks.Load(bytes.NewReader(data), []byte(password)); err != nil {
		return nil, &Error{Err: ErrPassword} // what is left to be wrong is the digest over password and content
	}
	s := &Store{}
	for _, alias := range ks.Aliases() {
		if err := s.addEntry(ks, alias, password); err != nil {
			return nil, err
		}
	}
	if len(s.Identities)+len(s.Certificates) == 0 {
		return nil, refuse("JKS holds no entry")
	}
	return s, nil
}

// addEntry adds a private key with its chain, or a trusted certificate.
func (s *Store) addEntry(ks keystore.KeyStore, alias, password string) *Error {
	if ks.IsTrustedCertificateEntry(alias) {
		e, err := ks.GetTrustedCertificateEntry(alias)
		if err != nil {
			return refuse("JKS entry %.99q: %w", alias, err)
		}
		return s.addChain(alias, []keystore.Certificate{e.Certificate})
	}
	e, err := ks.GetPrivateKeyEntry(alias, []byte(password))
	if err != nil {
		return (&Error{Err: ErrPassword}).
			try("the key of entry %.99q has a password of its own: keytool -keypasswd makes it that of the store", alias)
	}
	key, err := parseKey(e.PrivateKey)
	if err != nil {
		return refuse("JKS entry %.99q: %w", alias, err)
	}
	if len(e.CertificateChain) == 0 {
		return refuse("JKS entry %.99q: a private key without a certificate", alias)
	}
	leaf, err := x509.ParseCertificate(e.CertificateChain[0].Content)
	if err != nil {
		return refuse("JKS entry %.99q: %w", alias, err)
	}
	if !belongs(key, leaf) {
		return &Error{Err: ErrMismatch}
	}
	s.Identities = append(s.Identities, Identity{alias, wssec.Identity{Certificate: leaf, Key: key}})
	return s.addChain(alias, e.CertificateChain[1:])
}

func (s *Store) addChain(alias string, chain []keystore.Certificate) *Error {
	for _, c := range chain {
		cert, err := x509.ParseCertificate(c.Content)
		if err != nil {
			return refuse("JKS entry %.99q: %w", alias, err)
		}
		s.add(cert)
	}
	return nil
}

// checkJKS walks through the records of a store and sees that their lengths are true. The library trusts
// them: it would set aside 4 GB for a file of 30 bytes, and slice before the start of a short key.
func checkJKS(data []byte) error {
	r := records{rest: data[4:]}
	version, entries := r.uint32(), r.uint32()
	if version != 1 && version != 2 {
		return errors.New("a version other than 1 and 2")
	}
	for ; entries > 0 && !r.bad; entries-- {
		tag := r.uint32()
		r.text()
		r.take(8) // time of creation
		switch tag {
		case 1:
			if short(r.take(r.uint32())) {
				return errors.New("a private key is damaged")
			}
			for n := r.uint32(); n > 0 && !r.bad; n-- {
				r.certificate(version)
			}
		case 2:
			r.certificate(version)
		default:
			return errors.New("an entry is neither a private key nor a certificate")
		}
	}
	const digest = 20 // SHA-1
	if r.bad || len(r.rest) != digest {
		return errors.New("the file is damaged or cut off")
	}
	return nil
}

// short reports whether an encrypted key has no room for its salt and digest, of 20 octets each.
func short(der []byte) bool {
	var info struct {
		Algorithm asn1.RawValue
		Data      []byte
	}
	rest, err := asn1.Unmarshal(der, &info)
	return err != nil || len(rest) > 0 || len(info.Data) < 40
}

// records reads big-endian numbers and counted octets. Past the end it is bad and gives zeros.
type records struct {
	rest []byte
	bad  bool
}

func (r *records) take(n uint32) []byte {
	if uint64(n) > uint64(len(r.rest)) {
		r.bad, r.rest = true, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *records) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

func (r *records) text() {
	if b := r.take(2); b != nil {
		r.take(uint32(binary.BigEndian.Uint16(b)))
	}
}

func (r *records) certificate(version uint32) {
	if version == 2 {
		r.text() // its type
	}
	r.take(r.uint32())
}
