package openssl_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"strings"
	"testing"

	"seismark/wssec/openssl"
)

// needLibrary skips a test where there is no libcrypto.
func needLibrary(t testing.TB) {
	t.Helper()
	if _, err := openssl.Available(); err != nil {
		t.Skip(err)
	}
}

func newRSA(t testing.TB, bits int) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func newECDSA(t testing.TB, curve elliptic.Curve) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// open moves a key into libcrypto, for as long as the test runs.
func open(t testing.TB, key crypto.Signer) *openssl.Key {
	t.Helper()
	needLibrary(t)
	k, err := openssl.New(key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Close() })
	return k
}

func openPublic(t testing.TB, key *rsa.PublicKey) *openssl.PublicKey {
	t.Helper()
	needLibrary(t)
	k, err := openssl.NewPublic(key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Close() })
	return k
}

func TestAvailable(t *testing.T) {
	version, err := openssl.Available()
	if err == nil {
		if !strings.HasPrefix(version, "OpenSSL 3.") {
			t.Errorf("version %q", version)
		}
		return
	}
	if version != "" || !errors.Is(err, openssl.ErrUnavailable) {
		t.Errorf("version %q, error %v", version, err)
	}
	key := newRSA(t, 2048)
	if k, err := openssl.New(key); k != nil || !errors.Is(err, openssl.ErrUnavailable) {
		t.Errorf("New without libcrypto: %v, %v", k, err)
	}
	if k, err := openssl.NewPublic(&key.PublicKey); k != nil || !errors.Is(err, openssl.ErrUnavailable) {
		t.Errorf("NewPublic without libcrypto: %v, %v", k, err)
	}
}
