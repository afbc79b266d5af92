package keystore

import (
	"crypto/rsa"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/openssl"
)

// In gives the same keys in a library by a mode of package openssl, and the library's name for results, that of
// the default kind of key: what Config gives then works with own keys and those of others there. Library has the
// names for other kinds.
func (k *Keys) In(mode string) (*Keys, string, error) {
	in := *k
	in.others = map[wssec.Key]Sides{}
	var err error
	if in.Sides, err = k.Sides.in(mode); err != nil {
		return nil, "", err
	}
	for kind, s := range k.others {
		if in.others[kind], err = s.in(mode); err != nil {
			return nil, "", err
		}
	}
	library := in.Sides.library()
	if in.public = nil; mode == "openssl" || library == "openssl" {
		in.public = byLibcrypto(new(openssl.Ring))
	}
	return &in, library, nil
}

// Library is the name for results of the library that has the keys for a suite.
func (k *Keys) Library(suite wssec.Suite) string { return k.For(suite).library() }

func (s Sides) in(mode string) (in Sides, err error) {
	for _, p := range []struct{ from, to *wssec.Identity }{{&s.Client, &in.Client}, {&s.Server, &in.Server}} {
		*p.to = *p.from
		if p.to.Key, _, err = openssl.Choose(mode, p.from.Key); err != nil {
			return in, fmt.Errorf("keystore: %w", err)
		}
	}
	return in, nil
}

func (s Sides) library() string {
	client, server := openssl.Library(s.Client.Key), openssl.Library(s.Server.Key)
	if client != server {
		return client + " and " + server
	}
	return client
}

// byLibcrypto is Config.Public by libcrypto. It gives nil for a key that libcrypto does not take: Go's own library
// then says why.
func byLibcrypto(r *openssl.Ring) func(*rsa.PublicKey) wssec.PublicKey {
	return func(key *rsa.PublicKey) wssec.PublicKey {
		k, err := r.Public(key)
		if err != nil {
			return nil
		}
		return k
	}
}
