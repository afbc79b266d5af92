package openssl_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	_ "crypto/sha3"
	"errors"
	"fmt"
	"strings"
	"testing"

	"seismark/wssec/openssl"
)

var hashes = []crypto.Hash{
	crypto.SHA1, crypto.SHA224, crypto.SHA256, crypto.SHA384, crypto.SHA512, crypto.SHA512_224, crypto.SHA512_256,
	crypto.SHA3_224, crypto.SHA3_256, crypto.SHA3_384, crypto.SHA3_512, crypto.MD5,
}

func digestOf(h crypto.Hash, text string) []byte {
	d := h.New()
	d.Write([]byte(text))
	return d.Sum(nil)
}

// PKCS#1 v1.5 draws no random octets, so that both implementations must give the same ones.
func TestSignPKCS1v15(t *testing.T) {
	goKey := newRSA(t, 2048)
	key, public := open(t, goKey), openPublic(t, &goKey.PublicKey)
	for _, h := range append(hashes, 0) {
		digest := []byte("octets that are not a digest")
		if h != 0 {
			digest = digestOf(h, "text")
		}
		want, err := goKey.Sign(rand.Reader, digest, h)
		if err != nil {
			t.Logf("crypto/rsa does not sign with %v: %v", h, err)
			continue
		}
		got, err := key.Sign(rand.Reader, digest, h)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%v: %x, %v, want %x", h, got, err, want)
		}
		if err := public.Verify(digest, want, h); err != nil {
			t.Errorf("Verify %v: %v", h, err)
		}
	}
}

func TestSignPSS(t *testing.T) {
	goKey := newRSA(t, 2048)
	key, public := open(t, goKey), openPublic(t, &goKey.PublicKey)
	salts := []int{rsa.PSSSaltLengthAuto, rsa.PSSSaltLengthEqualsHash, 11}
	for _, h := range []crypto.Hash{crypto.SHA1, crypto.SHA256, crypto.SHA384, crypto.SHA512, crypto.SHA3_256} {
		digest := digestOf(h, "text")
		for _, salt := range salts {
			opts := &rsa.PSSOptions{SaltLength: salt, Hash: h}
			sig, err := key.Sign(rand.Reader, digest, opts)
			if err == nil {
				err = rsa.VerifyPSS(&goKey.PublicKey, h, digest, sig, opts)
			}
			if err != nil {
				t.Errorf("%v, salt %d, verified by Go: %v", h, salt, err)
			}
			sig, err = goKey.Sign(rand.Reader, digest, opts)
			if err == nil {
				err = public.Verify(digest, sig, opts)
			}
			if err != nil {
				t.Errorf("%v, salt %d, signed by Go: %v", h, salt, err)
			}
			other := &rsa.PSSOptions{SaltLength: 12, Hash: h}
			if err := public.Verify(digest, sig, other); !errors.Is(err, rsa.ErrVerification) {
				t.Errorf("%v, salt %d instead of 12: %v", h, salt, err)
			}
		}
	}
}

// Auto is the longest salt there is room for: 256-32-2 octets.
func TestPSSSaltLength(t *testing.T) {
	goKey := newRSA(t, 2048)
	digest := digestOf(crypto.SHA256, "text")
	for opt, octets := range map[int]int{rsa.PSSSaltLengthAuto: 222, rsa.PSSSaltLengthEqualsHash: 32, 5: 5} {
		sig, err := open(t, goKey).Sign(nil, digest, &rsa.PSSOptions{SaltLength: opt, Hash: crypto.SHA256})
		if err != nil {
			t.Fatal(err)
		}
		if err := rsa.VerifyPSS(&goKey.PublicKey, crypto.SHA256, digest, sig, &rsa.PSSOptions{SaltLength: octets}); err != nil {
			t.Errorf("option %d: not a salt of %d octets: %v", opt, octets, err)
		}
	}
}

func TestSignECDSA(t *testing.T) {
	for _, curve := range []elliptic.Curve{elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		goKey := newECDSA(t, curve)
		key := open(t, goKey)
		if !goKey.PublicKey.Equal(key.Public()) {
			t.Errorf("%s: another public key", curve.Params().Name)
		}
		for _, h := range []crypto.Hash{crypto.SHA1, crypto.SHA256, crypto.SHA384, crypto.SHA512} {
			digest := digestOf(h, "text")
			sig, err := key.Sign(rand.Reader, digest, h)
			if err != nil || !ecdsa.VerifyASN1(&goKey.PublicKey, digest, sig) {
				t.Errorf("%s, %v: %x, %v", curve.Params().Name, h, sig, err)
			}
			again, _ := key.Sign(rand.Reader, digest, h)
			if bytes.Equal(sig, again) {
				t.Errorf("%s: the same nonce twice", curve.Params().Name)
			}
		}
	}
}

// Signatures that must not verify, each also refused by Go.
func TestVerifyRefuses(t *testing.T) {
	goKey := newRSA(t, 2048)
	public := openPublic(t, &goKey.PublicKey)
	digest := digestOf(crypto.SHA256, "text")
	for _, opts := range []crypto.SignerOpts{crypto.SHA256, &rsa.PSSOptions{Hash: crypto.SHA256}} {
		good, err := goKey.Sign(rand.Reader, digest, opts)
		if err != nil {
			t.Fatal(err)
		}
		above := goKey.N.Bytes()
		for name, bad := range map[string][]byte{
			"none":      nil,
			"short":     good[:255],
			"long":      append(bytes.Clone(good), 0),
			"led by 0":  append([]byte{0}, good...),
			"a bit off": flip(good, 100),
			"modulus":   above,
			"zeros":     make([]byte, 256),
		} {
			if err := public.Verify(digest, bad, opts); err != rsa.ErrVerification {
				t.Errorf("%T, %s: %v", opts, name, err)
			}
		}
		if err := public.Verify(digestOf(crypto.SHA256, "other"), good, opts); err != rsa.ErrVerification {
			t.Errorf("%T, other digest: %v", opts, err)
		}
		if err := public.Verify(digest, good, opts); err != nil {
			t.Errorf("%T, after the bad ones: %v", opts, err)
		}
	}
}

func flip(b []byte, i int) []byte {
	b = bytes.Clone(b)
	b[i] ^= 1
	return b
}

func TestSignMistakes(t *testing.T) {
	rsaKey, ecKey := open(t, newRSA(t, 1024)), open(t, newECDSA(t, elliptic.P256()))
	sha256, sha512 := make([]byte, 32), make([]byte, 64)
	for _, c := range []struct {
		key    *openssl.Key
		digest []byte
		opts   crypto.SignerOpts
		says   string
	}{
		{rsaKey, sha256, nil, "openssl: Sign: no options: name the hash, such as crypto.SHA256"},
		{rsaKey, sha256, crypto.SHA1, "openssl: Sign: the digest has 32 octets where SHA-1 has 20"},
		{ecKey, nil, crypto.SHA256, "openssl: Sign: the digest has 0 octets where SHA-256 has 32"},
		{rsaKey, sha256, crypto.Hash(99), "openssl: Sign: no such hash: 99"},
		{rsaKey, sha256, &rsa.PSSOptions{}, "openssl: Sign: PSS needs a hash: set rsa.PSSOptions.Hash"},
		{rsaKey, sha256, &rsa.PSSOptions{Hash: crypto.SHA256, SaltLength: -2}, "openssl: Sign: a PSS salt of -2 octets"},
		{rsaKey, sha512, &rsa.PSSOptions{Hash: crypto.SHA512, SaltLength: 63}, "openssl: Sign: error:"},
		{rsaKey, sha256, crypto.BLAKE2b_256, "openssl: libcrypto refuses PKCS#1 v1.5 with hash BLAKE2b-256: error:"},
		{rsaKey, make([]byte, 118), crypto.Hash(0), "openssl: Sign: error:"},
	} {
		sig, err := c.key.Sign(rand.Reader, c.digest, c.opts)
		if err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%d octets, %v: %x, %v, want %s", len(c.digest), c.opts, sig, err, c.says)
		}
	}
	for _, key := range []*openssl.Key{rsaKey, ecKey} {
		if _, err := key.Sign(nil, sha256, crypto.SHA256); err != nil {
			t.Errorf("after the mistakes: %v", err)
		}
	}
}

// outside is a key of which only the interface is at hand.
type outside struct{ crypto.Signer }

func TestNewRefuses(t *testing.T) {
	needLibrary(t)
	if _, err := openssl.New(outside{newRSA(t, 2048)}); err == nil || !strings.Contains(err.Error(), "openssl_test.outside") {
		t.Errorf("a key that is elsewhere: %v", err)
	}
	broken := newRSA(t, 2048)
	broken.D.Add(broken.D, broken.D)
	if _, err := openssl.New(broken); err == nil {
		t.Error("a key with another exponent was taken")
	}
	even, small := newRSA(t, 2048).PublicKey, newRSA(t, 2048).PublicKey
	even.E, small.E = 65536, 1
	for name, key := range map[string]*rsa.PublicKey{"even": &even, "one": &small, "none": {E: 3}} {
		if _, err := openssl.NewPublic(key); err == nil {
			t.Errorf("public key with exponent or modulus %s was taken", name)
		}
	}
	short := &rsa.PublicKey{N: even.N.Rsh(even.N, 1025), E: 65537}
	if _, err := openssl.NewPublic(short); err == nil || err.Error() != "openssl: public key: it has 1023 bits, fewer than 1024" {
		t.Errorf("a short public key: %v", err)
	}
}

func FuzzVerify(f *testing.F) {
	goKey := newRSA(f, 1024)
	public := openPublic(f, &goKey.PublicKey)
	digest := digestOf(crypto.SHA256, "text")
	good, _ := goKey.Sign(rand.Reader, digest, crypto.SHA256)
	goodPSS, _ := goKey.Sign(rand.Reader, digest, &rsa.PSSOptions{Hash: crypto.SHA256})
	f.Add(good)
	f.Add(goodPSS)
	f.Add([]byte(fmt.Sprintf("%0128d", 7)))
	f.Fuzz(func(t *testing.T, sig []byte) {
		want := rsa.VerifyPKCS1v15(&goKey.PublicKey, crypto.SHA256, digest, sig)
		if got := public.Verify(digest, sig, crypto.SHA256); (got == nil) != (want == nil) {
			t.Errorf("PKCS#1 v1.5: %v, Go says %v", got, want)
		}
		want = rsa.VerifyPSS(&goKey.PublicKey, crypto.SHA256, digest, sig, nil)
		if got := public.Verify(digest, sig, &rsa.PSSOptions{Hash: crypto.SHA256}); (got == nil) != (want == nil) {
			t.Errorf("PSS: %v, Go says %v", got, want)
		}
	})
}
