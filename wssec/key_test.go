package wssec_test

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/x509"
	"errors"
	"testing"

	"seismark/wssec"
)

// TestSuiteTable holds the list together: names and algorithms differ, and the kind of key fits the signature.
func TestSuiteTable(t *testing.T) {
	seen := map[any]bool{}
	for _, s := range wssec.Suites() {
		a := s.Algorithms()
		row := struct {
			a wssec.Algorithms
			k wssec.Key
		}{a, s.Key()}
		if seen[s.String()] || seen[row] {
			t.Errorf("%s: the name or the row stands twice", s)
		}
		seen[s.String()], seen[row] = true, true
		onCurve := bytes.Contains([]byte(a.Signature), []byte("ecdsa"))
		if onCurve != (s.Key().Curve() != nil) || onCurve != (a.KeyTransport == wssec.ECDHES) || onCurve != (a.KeyWrap() != "") {
			t.Errorf("%s: %+v with a key of %s", s, a, s.Key())
		}
		if a.Digest.Hash() == 0 || a.Canonicalization != wssec.ExclusiveC14N {
			t.Errorf("%s: %+v", s, a)
		}
		cfg := wssec.Config{Policy: wssec.Sign(s)}
		if wrap := a.KeyWrap(); wrap != "" && !cfg.Permits(wrap) {
			t.Errorf("%s does not permit its %s", s, wrap)
		}
		if other := map[bool]wssec.Algorithm{true: wssec.AES256Wrap, false: wssec.AES128Wrap}[a.KeyWrap() != wssec.AES256Wrap]; cfg.Permits(other) {
			t.Errorf("%s permits %s", s, other)
		}
	}
	if len(wssec.Suites()) != 11 || wssec.Suites()[0].String() != "basic256sha256gcm" {
		t.Errorf("%v", wssec.Suites())
	}
	for s, want := range map[wssec.Suite]wssec.Algorithm{
		wssec.P256AES128GCM:  "http://www.w3.org/2001/04/xmlenc#kw-aes128",
		wssec.P384AES256GCM:  "http://www.w3.org/2001/04/xmlenc#kw-aes256",
		wssec.Basic256Sha256: "",
	} {
		if got := s.Algorithms().KeyWrap(); got != want {
			t.Errorf("%s wraps by %q, want %q", s, got, want)
		}
	}
}

// TestSignersKey lets a signer in whose key is of the suite's kind, and no other.
func TestSignersKey(t *testing.T) {
	ca := certify(t, nil, nil)
	signer := certify(t, &ca, nil).Certificate
	check := func(s wssec.Suite, used wssec.Algorithm) error {
		p := wssec.Sign(s)
		p.Request.Lifetime = 0
		c := wssec.Config{Role: wssec.Recipient, Policy: p, Trust: wssec.TrustIn(pool(ca.Certificate))}
		return c.Check(wssec.Facts{Signer: signer, Signed: p.Request.Sign, Used: wssec.Algorithms{Signature: used}})
	}
	if err := check(wssec.Basic256Sha256GCM, wssec.RSASHA256); err != nil {
		t.Error(err)
	}
	err := check(wssec.RSA3072Basic256Sha256GCM, wssec.RSASHA256)
	const want = "wssec: InvalidSecurityToken at Signature/KeyInfo: suite rsa3072-basic256sha256gcm needs an RSA key of at least 3072 bits, that of CN=a signer is RSA of 2048 bits"
	if !errors.Is(err, wssec.InvalidSecurityToken) || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if err := check(wssec.RSA3072Basic256Sha256GCM, wssec.RSASHA1); err != nil {
		t.Errorf("an algorithm that only Accept can have let in: %v", err)
	}
	if err := check(wssec.P256AES128GCM, wssec.ECDSASHA256); !errors.Is(err, wssec.InvalidSecurityToken) {
		t.Error(err)
	}
}

// TestDecrypter asks keys of both families for what deciphers with them.
func TestDecrypter(t *testing.T) {
	number, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	value, err := rsa.EncryptOAEP(sha1.New(), rand.Reader, &number.PublicKey, []byte("session"), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := wssec.Identity{Key: number}.Decrypter().Decrypt(nil, value, &rsa.OAEPOptions{Hash: crypto.SHA1})
	if err != nil || string(got) != "session" {
		t.Errorf("%q, %v", got, err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public, err := (&wssec.Config{}).PublicKey(&x509.Certificate{PublicKey: curve.Public()})
	if err != nil {
		t.Fatal(err)
	}
	point, secret, err := public.(*wssec.CurveKey).Agree()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []crypto.Signer{curve, elsewhere{curve}} {
		if got, err = (wssec.Identity{Key: key}).Decrypter().Decrypt(nil, point, nil); err != nil || !bytes.Equal(got, secret) {
			t.Errorf("%T: %x, %v, want %x", key, got, err, secret)
		}
		for _, bad := range [][]byte{nil, {0}, point[1:], append(bytes.Clone(point), 0), append([]byte{2}, point[1:49]...), append(bytes.Clone(point[:96]), point[96]^1)} {
			if got, err := (wssec.Identity{Key: key}).Decrypter().Decrypt(nil, bad, nil); err == nil {
				t.Errorf("%T: the point %x gives %x", key, bad, got)
			}
		}
	}
	for _, key := range []crypto.Signer{nil, struct{ crypto.Signer }{number}, struct{ crypto.Signer }{curve}} {
		if d := (wssec.Identity{Key: key}).Decrypter(); d != nil {
			t.Errorf("%T deciphers", key)
		}
	}
	if _, err := public.Encrypt([]byte("session"), &rsa.OAEPOptions{Hash: crypto.SHA1}); err == nil {
		t.Error("a curve encrypts")
	}
}

// elsewhere is a key on a curve that signs and agrees, but is not at hand: one of a token, say.
type elsewhere struct{ crypto.Signer }

func (e elsewhere) ECDH(remote *ecdh.PublicKey) ([]byte, error) {
	key, err := e.Signer.(*ecdsa.PrivateKey).ECDH()
	if err != nil {
		return nil, err
	}
	return key.ECDH(remote)
}
