package xmlenc

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"testing"

	"seismark/wssec"
)

// TestUnwrap deciphers what crypto/rsa enciphered. Whatever is wrong gives another key of the size.
func TestUnwrap(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	session := octetsFrom(1, 32)
	old, ok := TransportOf(wssec.RSAOAEPMGF1P)
	if !ok || old.Hash != crypto.SHA1 || old.Mask != crypto.SHA1 {
		t.Errorf("got %+v, %v", old, ok)
	}
	byOAEP := func(o rsa.OAEPOptions) []byte {
		value, err := rsa.EncryptOAEPWithOptions(rand.Reader, &key.PublicKey, session, &o)
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	//lint:ignore SA1019 what old stacks send must be read
	by15, err := rsa.EncryptPKCS1v15(rand.Reader, &key.PublicKey, session)
	if err != nil {
		t.Fatal(err)
	}
	labelled := Transport{Algorithm: wssec.RSAOAEP, Hash: crypto.SHA256, Mask: crypto.SHA1, Label: []byte("label")}
	rsa15, _ := TransportOf(wssec.RSA15)
	for _, c := range []struct {
		name  string
		t     Transport
		value []byte
		good  bool
	}{
		{"SHA-1", old, byOAEP(rsa.OAEPOptions{Hash: crypto.SHA1}), true},
		{"parameters", labelled, byOAEP(rsa.OAEPOptions{Hash: crypto.SHA256, MGFHash: crypto.SHA1, Label: []byte("label")}), true},
		{"another mask", labelled, byOAEP(rsa.OAEPOptions{Hash: crypto.SHA256, Label: []byte("label")}), false},
		{"another label", labelled, byOAEP(rsa.OAEPOptions{Hash: crypto.SHA256, MGFHash: crypto.SHA1}), false},
		{"PKCS #1 v1.5", rsa15, by15, true},
		{"OAEP as PKCS #1 v1.5", rsa15, byOAEP(rsa.OAEPOptions{Hash: crypto.SHA1}), false},
		{"PKCS #1 v1.5 as OAEP", old, by15, false},
		{"nothing", old, nil, false},
		{"cut", old, by15[1:], false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.t.Unwrap(key, c.value, len(session))
			if len(got) != len(session) {
				t.Fatalf("a key of %d octets, %v", len(got), err)
			}
			if same := string(got) == string(session); same != c.good {
				t.Errorf("got %x, %v", got, err)
			}
			again, _ := c.t.Unwrap(key, c.value, len(session))
			if same := string(got) == string(again); same != c.good {
				t.Errorf("the second time %x, after %x", again, got)
			}
		})
	}
	if got, err := old.Unwrap(key, byOAEP(rsa.OAEPOptions{Hash: crypto.SHA1}), 16); err == nil || len(got) != 16 {
		t.Errorf("a key of 32 octets for a cipher of 16 gives %x, %v", got, err)
	}
}

// TestWrap lets crypto/rsa decipher.
func TestWrap(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, err := (&wssec.Config{}).PublicKey(&x509.Certificate{PublicKey: &key.PublicKey})
	if err != nil {
		t.Fatal(err)
	}
	value, err := (&Transport{Algorithm: wssec.RSAOAEP, Hash: crypto.SHA256, Mask: crypto.SHA256}).Wrap(public, octetsFrom(1, 32))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := rsa.DecryptOAEP(sha256.New(), nil, key, value, nil); err != nil || string(got) != string(octetsFrom(1, 32)) {
		t.Errorf("got %x, %v", got, err)
	}
}

func TestMaskHash(t *testing.T) {
	for a, want := range map[wssec.Algorithm]crypto.Hash{
		"http://www.w3.org/2009/xmlenc11#mgf1sha1":   crypto.SHA1,
		"http://www.w3.org/2009/xmlenc11#mgf1sha256": crypto.SHA256,
		"http://www.w3.org/2009/xmlenc11#mgf1sha384": crypto.SHA384,
		"http://www.w3.org/2009/xmlenc11#mgf1sha512": crypto.SHA512,
		"http://www.w3.org/2009/xmlenc11#mgf1sha224": 0,
		"": 0,
	} {
		if got := MaskHash(a); got != want {
			t.Errorf("%s: %v, want %v", a, got, want)
		}
	}
}
