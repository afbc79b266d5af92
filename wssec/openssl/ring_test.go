package openssl_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"math/big"
	"sync"
	"testing"

	"seismark/wssec/openssl"
)

func TestRing(t *testing.T) {
	needLibrary(t)
	var r openssl.Ring
	a, b := newRSA(t, 2048), newRSA(t, 2048)
	digest := make([]byte, 32)
	sig, err := rsa.SignPKCS1v15(rand.Reader, a, crypto.SHA256, digest)
	if err != nil {
		t.Fatal(err)
	}
	first, err := r.Public(&a.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Verify(digest, sig, crypto.SHA256); err != nil {
		t.Error(err)
	}
	if again, _ := r.Public(&rsa.PublicKey{N: new(big.Int).Set(a.N), E: a.E}); again != first {
		t.Error("the same key is copied twice")
	}
	other, err := r.Public(&b.PublicKey)
	if err != nil || other == first {
		t.Fatalf("another key is the first one: %v", err)
	}
	if err := other.Verify(digest, sig, crypto.SHA256); !errors.Is(err, rsa.ErrVerification) {
		t.Errorf("another's signature: %v", err)
	}
	// The exponent tells keys apart too.
	cubed, err := r.Public(&rsa.PublicKey{N: a.N, E: 3})
	if err != nil || cubed == first {
		t.Errorf("another exponent is the same key: %v", err)
	}
	if n := testing.AllocsPerRun(100, func() { r.Public(&a.PublicKey) }); n != 0 {
		t.Errorf("a key that is known takes %v allocations", n)
	}
}

func TestRingRefuses(t *testing.T) {
	needLibrary(t)
	var r openssl.Ring
	for name, key := range map[string]*rsa.PublicKey{
		"no modulus": {E: 3}, "negative": {N: big.NewInt(-15), E: 3}, "short": {N: big.NewInt(15), E: 3},
		"even": {N: new(big.Int).Lsh(big.NewInt(1), 2047), E: 3},
	} {
		if k, err := r.Public(key); err == nil || k != nil {
			t.Errorf("%s: %v, %v", name, k, err)
		}
	}
}

func TestRingTogether(t *testing.T) {
	needLibrary(t)
	var r openssl.Ring
	keys := []*rsa.PrivateKey{newRSA(t, 1024), newRSA(t, 1024)}
	var workers sync.WaitGroup
	for i := range 8 {
		workers.Go(func() {
			if _, err := r.Public(&keys[i%2].PublicKey); err != nil {
				t.Error(err)
			}
		})
	}
	workers.Wait()
}
