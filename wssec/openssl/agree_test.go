package openssl_test

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"testing"

	"seismark/wssec/openssl"
)

// TestECDH holds secrets against those of crypto/ecdh.
func TestECDH(t *testing.T) {
	for _, c := range []struct {
		own   elliptic.Curve
		curve ecdh.Curve
	}{{elliptic.P256(), ecdh.P256()}, {elliptic.P384(), ecdh.P384()}, {elliptic.P521(), ecdh.P521()}} {
		goKey, err := ecdsa.GenerateKey(c.own, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		inGo, err := goKey.ECDH()
		if err != nil {
			t.Fatal(err)
		}
		key := open(t, goKey)
		for range 100 { // some secrets have a zero in front
			other, err := c.curve.GenerateKey(rand.Reader)
			if err != nil {
				t.Fatal(err)
			}
			want, err := inGo.ECDH(other.PublicKey())
			if err != nil {
				t.Fatal(err)
			}
			if got, err := key.ECDH(other.PublicKey()); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%s: %x, %v, want %x", c.own.Params().Name, got, err, want)
			}
		}
		foreign, err := ecdh.X25519().GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := key.ECDH(foreign.PublicKey()); err == nil {
			t.Errorf("with a key elsewhere: %x", got)
		}
		other, err := c.curve.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		key.Close()
		if _, err := key.ECDH(other.PublicKey()); !errors.Is(err, openssl.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	}
	other, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := open(t, newRSA(t, 2048)).ECDH(other.PublicKey()); err == nil {
		t.Errorf("an RSA key agrees on %x", got)
	}
}

func BenchmarkECDH(b *testing.B) {
	for _, curve := range []elliptic.Curve{elliptic.P256(), elliptic.P384()} {
		goKey, err := ecdsa.GenerateKey(curve, rand.Reader)
		if err != nil {
			b.Fatal(err)
		}
		inGo, err := goKey.ECDH()
		if err != nil {
			b.Fatal(err)
		}
		other, err := inGo.Curve().GenerateKey(rand.Reader)
		if err != nil {
			b.Fatal(err)
		}
		key := open(b, goKey)
		for name, agree := range map[string]func(*ecdh.PublicKey) ([]byte, error){"openssl": key.ECDH, "go": inGo.ECDH} {
			b.Run("curve="+curve.Params().Name+"/by="+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := agree(other.PublicKey()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
