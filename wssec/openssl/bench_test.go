package openssl_test

import (
	"crypto"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"fmt"
	"testing"
)

var sizes = []int{2048, 3072, 4096}

// pair runs a benchmark for Go and for libcrypto, the second where there is one.
func pair(b *testing.B, what string, key crypto.Signer, run func(*testing.B, crypto.Signer)) {
	b.Run("impl=go/"+what, func(b *testing.B) { run(b, key) })
	b.Run("impl=openssl/"+what, func(b *testing.B) { run(b, open(b, key)) })
}

func BenchmarkSign(b *testing.B) {
	sign := func(b *testing.B, key crypto.Signer) {
		digest := make([]byte, 32)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := key.Sign(rand.Reader, digest, crypto.SHA256); err != nil {
				b.Fatal(err)
			}
		}
	}
	for _, bits := range sizes {
		pair(b, fmt.Sprintf("bits=%d", bits), newRSA(b, bits), sign)
	}
	for _, curve := range []elliptic.Curve{elliptic.P256(), elliptic.P384()} {
		pair(b, "curve="+curve.Params().Name, newECDSA(b, curve), sign)
	}
}

// BenchmarkSignTogether signs in as many goroutines as there are processors, with one key.
func BenchmarkSignTogether(b *testing.B) {
	pair(b, "bits=2048", newRSA(b, 2048), func(b *testing.B, key crypto.Signer) {
		digest := make([]byte, 32)
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				if _, err := key.Sign(rand.Reader, digest, crypto.SHA256); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}

func BenchmarkDecrypt(b *testing.B) {
	for _, bits := range sizes {
		goKey := newRSA(b, bits)
		sealed, err := rsa.EncryptOAEP(sha1.New(), rand.Reader, &goKey.PublicKey, make([]byte, 32), nil)
		if err != nil {
			b.Fatal(err)
		}
		pair(b, fmt.Sprintf("bits=%d", bits), goKey, func(b *testing.B, key crypto.Signer) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := key.(crypto.Decrypter).Decrypt(rand.Reader, sealed, &rsa.OAEPOptions{Hash: crypto.SHA1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	digest := make([]byte, 32)
	for _, bits := range sizes {
		goKey := newRSA(b, bits)
		sig, err := goKey.Sign(rand.Reader, digest, crypto.SHA256)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("impl=go/bits=%d", bits), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := rsa.VerifyPKCS1v15(&goKey.PublicKey, crypto.SHA256, digest, sig); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("impl=openssl/bits=%d", bits), func(b *testing.B) {
			public := openPublic(b, &goKey.PublicKey)
			b.ReportAllocs()
			for b.Loop() {
				if err := public.Verify(digest, sig, crypto.SHA256); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEncrypt(b *testing.B) {
	secret := make([]byte, 32)
	for _, bits := range sizes {
		goKey := newRSA(b, bits)
		b.Run(fmt.Sprintf("impl=go/bits=%d", bits), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := rsa.EncryptOAEP(sha1.New(), rand.Reader, &goKey.PublicKey, secret, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("impl=openssl/bits=%d", bits), func(b *testing.B) {
			public := openPublic(b, &goKey.PublicKey)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := public.Encrypt(secret, &rsa.OAEPOptions{Hash: crypto.SHA1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
