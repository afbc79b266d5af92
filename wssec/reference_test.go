package wssec_test

import (
	"crypto/sha1"
	"strings"
	"testing"

	"seismark/wssec"
)

func TestKeyReferences(t *testing.T) {
	var names []string
	for _, want := range wssec.KeyReferences() {
		var got wssec.KeyReference
		if err := got.UnmarshalText([]byte(want.String())); err != nil || got != want {
			t.Errorf("%s: %v, %v", want, got, err)
		}
		names = append(names, want.String())
	}
	if got := strings.Join(names, " "); got != "token issuer-serial subject-key-identifier thumbprint-sha1 x509-data encrypted-key-sha1" {
		t.Error(got)
	}
	var r wssec.KeyReference
	if err := r.Set("none"); err == nil || !strings.Contains(err.Error(), `no key reference "none": choose from default, token, issuer-serial`) {
		t.Error(err)
	}
	if p := (&wssec.Protection{}); p.SignatureReference() != wssec.ByToken || p.EncryptionReference() != wssec.ByIssuerSerial {
		t.Errorf("the defaults are %s and %s", p.SignatureReference(), p.EncryptionReference())
	}
}

// TestValidateReferences takes what no message can say.
func TestValidateReferences(t *testing.T) {
	self, peer := certify(t, nil, nil), certify(t, nil, nil)
	for what, change := range map[string]func(*wssec.Policy){
		"":                             func(p *wssec.Policy) { p.Response.EncryptionKey, p.Response.Confirm = wssec.ByEncryptedKeySHA1, true },
		"choose from KeyReferences":    func(p *wssec.Policy) { p.Request.SignatureKey = wssec.ByEncryptedKeySHA1 + 1 },
		"are made with that of a cert": func(p *wssec.Policy) { p.Response.SignatureKey = wssec.ByEncryptedKeySHA1 },
		"which is for answers":         func(p *wssec.Policy) { p.Request.EncryptionKey = wssec.ByEncryptedKeySHA1 },
		"which are not encrypted":      func(p *wssec.Policy) { p.Request.Encrypt, p.Response.EncryptionKey = nil, wssec.ByEncryptedKeySHA1 },
		"answers do":                   func(p *wssec.Policy) { p.Request.Confirm = true },
		"answers that are not signed":  func(p *wssec.Policy) { p.Response.Sign, p.Response.Confirm = nil, true },
	} {
		p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
		change(&p)
		cfg := wssec.Config{Role: wssec.Recipient, Policy: p, Self: self, Peer: peer.Certificate, Trust: wssec.TrustIn(pool(peer.Certificate))}
		if err := cfg.Validate(); (err == nil) != (what == "") || err != nil && !strings.Contains(err.Error(), what) {
			t.Errorf("want %q, got %v", what, err)
		}
	}
}

// TestConfirmed judges SignatureConfirmations (SOAP Message Security 1.1.1 section 8.5.2).
func TestConfirmed(t *testing.T) {
	signer := certify(t, nil, nil).Certificate
	value, other := []byte("the value"), []byte("another")
	signed := &wssec.Request{Signature: value}
	one := func(value []byte) []wssec.Confirmation { return []wssec.Confirmation{{Value: value, Signed: true}} }
	for _, c := range []struct {
		name    string
		request *wssec.Request
		has     []wssec.Confirmation
		good    bool
	}{
		{"confirmed", signed, one(value), true},
		{"another", signed, one(other), false},
		{"the beginning", signed, one(value[:3]), false},
		{"empty", signed, one([]byte{}), false},
		{"no value", signed, one(nil), false},
		{"none", signed, nil, false},
		{"not signed", signed, []wssec.Confirmation{{Value: value}}, false},
		{"twice", signed, append(one(value), one(value)...), false},
		{"another besides", signed, append(one(value), one(other)...), false},
		{"of what was not signed", new(wssec.Request), one(nil), true},
		{"a value of what was not signed", new(wssec.Request), one(value), false},
		{"an empty value of what was not signed", new(wssec.Request), one([]byte{}), false},
		{"an unknown request", nil, one(value), false},
	} {
		p := wssec.Policy{Name: "confirm", Suite: wssec.Basic256Sha256GCM}
		p.Response = wssec.Protection{Sign: []wssec.Part{wssec.PartBody}, Confirm: true}
		cfg := wssec.Config{Role: wssec.Initiator, Policy: p, Trust: wssec.TrustIn(pool(signer))}
		want := wssec.InvalidSecurity
		if c.good {
			want = ""
		}
		facts := wssec.Facts{Signer: signer, Signed: []wssec.Part{wssec.PartBody}, Request: c.request, Confirmations: c.has}
		t.Run(c.name, func(t *testing.T) { judged(t, cfg.Check(facts), want) })
		p.Response.Confirm = false
		cfg.Policy = p
		t.Run(c.name+", not asked for", func(t *testing.T) { judged(t, cfg.Check(facts), "") })
	}
}

// TestSessionKey names a key by the SHA-1 of its enciphered form.
func TestSessionKey(t *testing.T) {
	var k wssec.SessionKey
	none := sha1.Sum(nil)
	if k.Named(none[:]) || len(k.Octets()) != 0 {
		t.Error("a key that is none has a name")
	}
	enciphered, octets := []byte("abc"), []byte("0123456789abcdef")
	k.Put(enciphered, octets)
	enciphered[0], octets[0] = 0, 0
	// FIPS 180-2 appendix A.1: SHA-1 of "abc".
	abc := [sha1.Size]byte{0xa9, 0x99, 0x3e, 0x36, 0x47, 0x06, 0x81, 0x6a, 0xba, 0x3e, 0x25, 0x71, 0x78, 0x50, 0xc2, 0x6c, 0x9c, 0xd0, 0xd8, 0x9d}
	if k.Digest() != abc || !k.Named(abc[:]) || k.Named(none[:]) || k.Named(nil) || string(k.Octets()) != "0123456789abcdef" {
		t.Errorf("%x of %s", k.Digest(), k.Octets())
	}
	r := wssec.Request{Signature: []byte("s"), Key: k}
	if r.Reset(); r.Signature != nil || r.Key.Named(abc[:]) {
		t.Error("a request is not forgotten")
	}
}
