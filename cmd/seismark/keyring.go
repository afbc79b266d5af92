package main

import (
	"crypto"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"seismark/wssec"
	"seismark/wssec/keystore"
)

// keyFiles are the files of keys that a person names, whatever their format.
type keyFiles struct {
	Trust     []string
	Cert      []string
	Key       []string
	Keystore  []string
	Storepass []string
}

func keyFlags(f *pflag.FlagSet) {
	f.StringArray("cert", nil, "a `FILE` with certificates (repeatable)")
	f.StringArray("key", nil, "a `FILE` with the private key of one of them (repeatable)")
	f.StringArray("keystore", nil, "a PKCS#12 or JKS `FILE` (repeatable)")
	f.StringArray("storepass", nil, "its `PASSWORD`, in the order of the keystores (default "+keystore.DefaultPassword+")")
}

// keyring holds what is in the files.
type keyring struct {
	identities []wssec.Identity
	known      []*x509.Certificate // every certificate, of trust and identities too
	trust      []*x509.Certificate
	trusting   bool // whether any trust was asked for
}

func (k keyFiles) load() (*keyring, error) {
	r := &keyring{trusting: len(k.Trust) > 0}
	if len(k.Storepass) > len(k.Keystore) && len(k.Keystore) > 0 {
		return nil, usagef("--storepass: %d passwords for %d keystores", len(k.Storepass), len(k.Keystore))
	}
	for _, path := range k.Trust {
		s, err := keystore.Load(path, keystore.DefaultPassword)
		if err != nil {
			return nil, keyHint(err)
		}
		if certificates(s) == 0 {
			return nil, fmt.Errorf("--trust: %s holds no certificate", path)
		}
		r.add(s)
		r.trust = append(r.trust, s.Certificates...)
		for _, id := range s.Identities {
			r.trust = append(r.trust, id.Certificate)
		}
	}
	keys, err := r.addPairs(k.Cert, k.Key)
	if err != nil {
		return nil, err
	}
	for i, path := range k.Keystore {
		s, err := keystore.Load(path, k.password(i))
		if err != nil {
			return nil, keyHint(err)
		}
		r.add(s)
	}
	return r, r.pair(keys)
}

// certificates counts those of a file.
func certificates(s *keystore.Store) int { return len(s.Certificates) + len(s.Identities) }

// addPairs adds files of certificates and of private keys, and gives the keys that have no certificate in
// their own file.
func (r *keyring) addPairs(certs, keys []string) (loose []looseKey, err error) {
	for i, path := range append(append([]string{}, certs...), keys...) {
		s, err := keystore.Load(path, keystore.DefaultPassword)
		switch {
		case err != nil:
			return nil, keyHint(err)
		case i < len(certs) && certificates(s) == 0:
			return nil, fmt.Errorf("--cert: %s holds no certificate", path)
		case i >= len(certs) && len(s.Identities)+len(s.Keys) == 0:
			return nil, fmt.Errorf("--key: %s holds no private key", path)
		}
		r.add(s)
		for _, key := range s.Keys {
			loose = append(loose, looseKey{path, key})
		}
	}
	return loose, nil
}

func (k keyFiles) password(i int) string {
	if n := len(k.Storepass); n > 0 {
		return k.Storepass[min(i, n-1)]
	}
	return keystore.DefaultPassword
}

func (r *keyring) add(s *keystore.Store) {
	for _, id := range s.Identities {
		r.identify(id.Identity)
		r.known = append(r.known, id.Certificate)
	}
	r.known = append(r.known, s.Certificates...)
}

// identify adds an identity, once where several files hold it.
func (r *keyring) identify(id wssec.Identity) {
	if !slices.ContainsFunc(r.identities, func(have wssec.Identity) bool { return have.Certificate.Equal(id.Certificate) }) {
		r.identities = append(r.identities, id)
	}
}

// addFolder adds the keys of a folder, and trusts its authority.
func (r *keyring) addFolder(dir string) error {
	keys, err := keystore.Open(dir)
	if err != nil {
		return err
	}
	r.known = append(r.known, keys.CA)
	for _, id := range keys.Identities() {
		r.identify(id.Identity)
		r.known = append(r.known, id.Certificate)
	}
	r.trust = append(r.trust, keys.CA)
	r.trusting = true
	return nil
}

// looseKey is a private key that came without its certificate.
type looseKey struct {
	path string
	key  crypto.Signer
}

// pair finds the certificate of each key among those that are known.
func (r *keyring) pair(keys []looseKey) error {
	for _, k := range keys {
		found := false
		for _, cert := range r.known {
			if id, err := keystore.Pair(cert, k.key); err == nil {
				r.identify(id)
				found = true
				break
			}
		}
		if !found {
			return hint(exit(exitFailed, errors.New(k.path+": no certificate belongs to this private key")),
				"give its certificate with --cert FILE")
		}
	}
	return nil
}

// anchors trusts the certificates of --trust.
func (r *keyring) anchors() *wssec.Anchors {
	pool := x509.NewCertPool()
	for _, cert := range r.trust {
		pool.AddCert(cert)
	}
	return wssec.TrustIn(pool)
}

// keyHint adds to an error of keys the flag that helps.
func keyHint(err error) error {
	if errors.Is(err, keystore.ErrPassword) {
		return hint(err, "give its password with --storepass")
	}
	return err
}
