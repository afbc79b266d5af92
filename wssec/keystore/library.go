package keystore

import (
	"crypto/rsa"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/openssl"
)

// In gives the same keys in a library by a mode of package openssl, and the library's name for results: what
// Config gives then works with own keys and those of others there.
func (k *Keys) In(mode string) (*Keys, string, error) {
	in, library := *k, ""
	for _, id := range []*wssec.Identity{&in.Client, &in.Server} {
		key, name, err := openssl.Choose(mode, id.Key)
		if err != nil {
			return nil, "", fmt.Errorf("keystore: %w", err)
		}
		if id.Key = key; library != "" && name != library {
			name = library + " and " + name
		}
		library = name
	}
	if in.public = nil; mode == "openssl" || library == "openssl" {
		in.public = byLibcrypto(new(openssl.Ring))
	}
	return &in, library, nil
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
