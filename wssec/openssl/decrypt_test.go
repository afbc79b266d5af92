package openssl_test

//lint:file-ignore SA1019 PKCS#1 v1.5 encryption is what some of these tests are about

import (
	"bytes"
	"crypto"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"math/big"
	"strings"
	"testing"

	"seismark/wssec/openssl"
)

// Every digest with every mask hash, with a label and without, both ways.
func TestOAEP(t *testing.T) {
	goKey := newRSA(t, 2048)
	key, public := open(t, goKey), openPublic(t, &goKey.PublicKey)
	for _, h := range hashes {
		for _, mask := range append(hashes, 0) {
			for _, label := range []string{"", "label"} {
				opts := &rsa.OAEPOptions{Hash: h, MGFHash: mask, Label: []byte(label)}
				plain := []byte("a session key of any length")
				sealed, err := rsa.EncryptOAEPWithOptions(rand.Reader, &goKey.PublicKey, plain, opts)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := key.Decrypt(rand.Reader, sealed, opts); err != nil || !bytes.Equal(got, plain) {
					t.Errorf("%v: decrypted %q, %v", opts, got, err)
				}
				sealed, err = public.Encrypt(plain, opts)
				if err != nil {
					t.Errorf("%v: Encrypt: %v", opts, err)
				}
				if got, err := goKey.Decrypt(nil, sealed, opts); err != nil || !bytes.Equal(got, plain) {
					t.Errorf("%v: Go decrypted %q, %v", opts, got, err)
				}
			}
		}
	}
}

// 256-2*20-2 octets is the most that fits (RFC 8017 section 7.1.1), none the least.
func TestOAEPLengths(t *testing.T) {
	goKey := newRSA(t, 2048)
	key, public := open(t, goKey), openPublic(t, &goKey.PublicKey)
	opts := &rsa.OAEPOptions{Hash: crypto.SHA1}
	for _, n := range []int{0, 1, 16, 213, 214} {
		plain := bytes.Repeat([]byte{7}, n)
		sealed, err := public.Encrypt(plain, opts)
		if err != nil || len(sealed) != 256 {
			t.Fatalf("%d octets: %d, %v", n, len(sealed), err)
		}
		got, err := key.Decrypt(nil, sealed, opts)
		if err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d octets: %x, %v", n, got, err)
		}
	}
	if _, err := public.Encrypt(make([]byte, 215), opts); err != rsa.ErrMessageTooLong {
		t.Errorf("215 octets: %v", err)
	}
	one, _ := public.Encrypt([]byte("text"), opts)
	two, _ := public.Encrypt([]byte("text"), opts)
	if bytes.Equal(one, two) {
		t.Error("the same ciphertext twice")
	}
}

func TestOAEPRefuses(t *testing.T) {
	goKey := newRSA(t, 2048)
	key, public := open(t, goKey), openPublic(t, &goKey.PublicKey)
	opts := &rsa.OAEPOptions{Hash: crypto.SHA256, Label: []byte("label")}
	good, err := public.Encrypt([]byte("text"), opts)
	if err != nil {
		t.Fatal(err)
	}
	sha1opts, noLabel, otherMask := *opts, *opts, *opts
	sha1opts.Hash, noLabel.Label, otherMask.MGFHash = crypto.SHA1, nil, crypto.SHA1
	for _, c := range []struct {
		name   string
		sealed []byte
		opts   *rsa.OAEPOptions
	}{
		{"nothing", nil, opts},
		{"a bit off", flip(good, 200), opts},
		{"shortened", good[:255], opts},
		{"lengthened", append(bytes.Clone(good), 0), opts},
		{"modulus", goKey.N.Bytes(), opts},
		{"zero", make([]byte, 256), opts},
		{"one", append(make([]byte, 255), 1), opts},
		{"another digest", good, &sha1opts},
		{"no label", good, &noLabel},
		{"another mask", good, &otherMask},
	} {
		if got, err := key.Decrypt(rand.Reader, c.sealed, c.opts); err != rsa.ErrDecryption {
			t.Errorf("%s: %x, %v", c.name, got, err)
		}
	}
	if got, err := key.Decrypt(rand.Reader, good, opts); err != nil || string(got) != "text" {
		t.Errorf("after the bad ones: %q, %v", got, err)
	}
}

func TestSessionKey(t *testing.T) {
	goKey := newRSA(t, 2048)
	key := open(t, goKey)
	secret := []byte("0123456789abcdef")
	opts := sessionKey(16)
	good, err := rsa.EncryptPKCS1v15(rand.Reader, &goKey.PublicKey, secret)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := key.Decrypt(rand.Reader, good, opts); err != nil || !bytes.Equal(got, secret) {
		t.Fatalf("%q, %v", got, err)
	}
	long, err := rsa.EncryptPKCS1v15(rand.Reader, &goKey.PublicKey, append(secret, 'g'))
	if err != nil {
		t.Fatal(err)
	}
	short, err := rsa.EncryptPKCS1v15(rand.Reader, &goKey.PublicKey, secret[:15])
	if err != nil {
		t.Fatal(err)
	}
	for name, sealed := range map[string][]byte{
		"a bit off": flip(good, 200),
		"17 octets": long,
		"15 octets": short,
		"no octets": raw(goKey, append([]byte{0, 2}, append(bytes.Repeat([]byte{9}, 253), 0)...)),
		"type 1":    raw(goKey, block(1, 8, secret)),
		"no zero":   raw(goKey, append([]byte{0, 2}, bytes.Repeat([]byte{9}, 254)...)),
		"zero":      make([]byte, 256),
	} {
		one, err := key.Decrypt(rand.Reader, sealed, opts)
		two, err2 := key.Decrypt(rand.Reader, sealed, opts)
		if err != nil || err2 != nil || len(one) != 16 || len(two) != 16 {
			t.Errorf("%s: %x, %v; %x, %v: it shows that the padding is wrong", name, one, err, two, err2)
		}
		if bytes.Equal(one, secret) || bytes.Equal(one, secret[:16]) {
			t.Errorf("%s: %q came out", name, one)
		}
	}
	if got, err := key.Decrypt(rand.Reader, raw(goKey, block(2, 256-3-16, secret)), opts); err != nil || !bytes.Equal(got, secret) {
		t.Errorf("made by hand: %q, %v", got, err)
	}
}

func sessionKey(size int) crypto.DecrypterOpts {
	return &rsa.PKCS1v15DecryptOptions{SessionKeyLen: size}
}

// block is an encryption block of PKCS#1 v1.5 (RFC 8017 section 7.2.1), for a modulus of 256 octets.
func block(kind byte, padding int, secret []byte) []byte {
	b := append([]byte{0, kind}, bytes.Repeat([]byte{9}, padding)...)
	return append(append(b, 0), append(secret, make([]byte, 256-3-padding-len(secret))...)...)
}

// raw is RSA without padding.
func raw(key *rsa.PrivateKey, block []byte) []byte {
	m := new(big.Int).SetBytes(block)
	return m.Exp(m, big.NewInt(int64(key.E)), key.N).FillBytes(make([]byte, key.Size()))
}

func TestDecryptMistakes(t *testing.T) {
	rsaKey, ecKey := open(t, newRSA(t, 1024)), open(t, newECDSA(t, elliptic.P256()))
	sealed := make([]byte, 128)
	for _, c := range []struct {
		key    *openssl.Key
		sealed []byte
		opts   crypto.DecrypterOpts
		says   string
	}{
		{ecKey, sealed, &rsa.OAEPOptions{Hash: crypto.SHA1}, "openssl: Decrypt: the key is not of RSA"},
		{rsaKey, sealed, nil, "openssl: Decrypt: options of type <nil>: give *rsa.OAEPOptions or *rsa.PKCS1v15DecryptOptions"},
		{rsaKey, sealed, &rsa.OAEPOptions{}, "openssl: Decrypt: no such hash: 0"},
		{rsaKey, sealed, &rsa.OAEPOptions{Hash: crypto.MD4}, "openssl: libcrypto refuses OAEP with MD4 and MGF1 with MD4: error:"},
		{rsaKey, sealed, sessionKey(0), "openssl: Decrypt: PKCS#1 v1.5 without a SessionKeyLen would tell an attacker about the padding: set it"},
		{rsaKey, sealed, sessionKey(118), rsa.ErrDecryption.Error()},
		{rsaKey, make([]byte, 129), sessionKey(16), rsa.ErrDecryption.Error()},
	} {
		got, err := c.key.Decrypt(rand.Reader, c.sealed, c.opts)
		if err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%+v: %x, %v, want %s", c.opts, got, err, c.says)
		}
	}
}

func FuzzDecrypt(f *testing.F) {
	goKey := newRSA(f, 1024)
	key := open(f, goKey)
	good, _ := rsa.EncryptOAEP(sha1.New(), rand.Reader, &goKey.PublicKey, []byte("text"), []byte("label"))
	old, _ := rsa.EncryptPKCS1v15(rand.Reader, &goKey.PublicKey, make([]byte, 16))
	f.Add(good, []byte("label"))
	f.Add(good[1:], []byte(""))
	f.Add(old, []byte("\x00"))
	f.Fuzz(func(t *testing.T, sealed, label []byte) {
		opts := &rsa.OAEPOptions{Hash: crypto.SHA1, Label: label}
		want, wantErr := goKey.Decrypt(nil, sealed, opts)
		if got, err := key.Decrypt(nil, sealed, opts); !bytes.Equal(got, want) || err != wantErr {
			t.Errorf("OAEP: %x, %v, Go says %x, %v", got, err, want, wantErr)
		}
		got, err := key.Decrypt(nil, sealed, sessionKey(16))
		if (err != nil) != (len(sealed) > 128) || err == nil && len(got) != 16 {
			t.Errorf("PKCS#1 v1.5: %x, %v", got, err)
		}
	})
}
