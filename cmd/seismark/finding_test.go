package main

import (
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/x509"
	"math/big"
	"testing"

	"seismark/wssec"
)

// TestWeakKeys marks the algorithm that a key is too short for, and no other.
func TestWeakKeys(t *testing.T) {
	rsaOf := func(bits uint) *x509.Certificate {
		return &x509.Certificate{PublicKey: &rsa.PublicKey{N: new(big.Int).Lsh(big.NewInt(1), bits-1), E: 65537}}
	}
	used := wssec.Algorithms{Signature: wssec.RSASHA1, Digest: wssec.SHA256, KeyTransport: wssec.RSAOAEPMGF1P, Cipher: wssec.AES256GCM}
	for _, c := range []struct {
		signer, reader       *x509.Certificate
		signature, transport string
	}{
		{rsaOf(2048), rsaOf(2048), "weak: SHA-1 collides", ""},
		{rsaOf(1024), rsaOf(3072), "weak: SHA-1 collides; weak: the key is RSA, 1024 bits", ""},
		{rsaOf(4096), rsaOf(2047), "weak: SHA-1 collides", "weak: the key is RSA, 2047 bits"},
		{&x509.Certificate{PublicKey: &ecdsa.PublicKey{}}, nil, "weak: SHA-1 collides", ""},
	} {
		var f finding
		f.algorithms(used, c.signer, c.reader)
		for _, a := range f.Algorithms {
			if want := map[string]string{"signature": c.signature, "key transport": c.transport}[a.Use]; a.Note != want {
				t.Errorf("%s: %q, want %q", a.Use, a.Note, want)
			}
		}
		if len(f.Algorithms) != 4 {
			t.Errorf("%v", f.Algorithms)
		}
	}
}
