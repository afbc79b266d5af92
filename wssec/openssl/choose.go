package openssl

import (
	"crypto"
	"crypto/rsa"
	"fmt"
	"slices"
	"strings"
)

// Modes is the list of modes for Choose, the default first.
func Modes() []string { return []string{"auto", "openssl", "go"} }

// Choose gives a key in the back end of a mode, and the back end's name for results: openssl or go, and
// external for a key of any other type, such as one of PKCS#11, which remains where it is in every mode
// but openssl, where it is an error. With auto it is openssl where libcrypto is available and faster.
// A *Key that comes out of it is the caller's to close.
func Choose(mode string, key crypto.Signer) (crypto.Signer, string, error) {
	switch {
	case !slices.Contains(Modes(), mode):
		return nil, "", fmt.Errorf("openssl: no mode %q: choose from %s", mode, strings.Join(Modes(), ", "))
	case mode == "openssl" || mode == "auto" && faster(key):
		k, err := New(key)
		if err != nil {
			return nil, "", err
		}
		return k, "openssl", nil
	case software(key):
		return key, "go", nil
	}
	return key, "external", nil
}

// Library is the back end of a key, by its name for results: openssl, go, or external.
func Library(key crypto.Signer) string {
	if _, ok := key.(*Key); ok {
		return "openssl"
	}
	if software(key) {
		return "go"
	}
	return "external"
}

// faster goes by BenchmarkSign: 0.22 ms against Go's 0.70 for RSA of 2048 bits, 1.4 against 2.1 for 3072,
// 3.1 against 4.6 for 4096; 23 us against 29 for ECDSA on P-256, but 770 against 210 on P-384 (OpenSSL
// 3.0.19, Go 1.26.8, AMD EPYC with AVX-512, 2026-11). Keys on curves also agree on secrets, for which libcrypto
// takes five times as long as Go on both (BenchmarkECDH), so that they stay in Go.
func faster(key crypto.Signer) bool {
	if _, err := load(); err != nil {
		return false
	}
	_, ok := key.(*rsa.PrivateKey)
	return ok
}
