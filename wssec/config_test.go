package wssec_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"strings"
	"testing"
	"time"

	"seismark/wssec"
)

// TestPermits lists what each suite lets pass.
func TestPermits(t *testing.T) {
	shared := []wssec.Algorithm{
		"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "http://www.w3.org/2001/04/xmlenc#sha256",
		"http://www.w3.org/2001/10/xml-exc-c14n#", "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
	}
	const gcm, cbc = "http://www.w3.org/2009/xmlenc11#aes256-gcm", "http://www.w3.org/2001/04/xmlenc#aes256-cbc"
	never := []wssec.Algorithm{
		"", "urn:x", "http://www.w3.org/2000/09/xmldsig#rsa-sha1", "http://www.w3.org/2000/09/xmldsig#sha1",
		"http://www.w3.org/2000/09/xmldsig#hmac-sha1", "http://www.w3.org/2001/04/xmlenc#rsa-1_5",
		"http://www.w3.org/2001/04/xmlenc#aes128-cbc", "http://www.w3.org/2009/xmlenc11#aes128-gcm",
		"http://www.w3.org/TR/2001/REC-xml-c14n-20010315", "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
	}
	for _, c := range []struct {
		suite    wssec.Suite
		yes, not []wssec.Algorithm
	}{
		{wssec.SuiteNone, nil, append(append(never, gcm, cbc), shared...)},
		{wssec.Basic256Sha256GCM, append(shared, gcm), append(never, cbc)},
		{wssec.Basic256Sha256, append(shared, cbc), append(never, gcm)},
	} {
		cfg := wssec.Config{Policy: wssec.Sign(c.suite)}
		for _, a := range c.yes {
			if !cfg.Permits(a) {
				t.Errorf("%s does not permit %s", c.suite, a)
			}
		}
		for _, a := range c.not {
			if cfg.Permits(a) {
				t.Errorf("%s permits %q", c.suite, a)
			}
			cfg.Accept = []wssec.Algorithm{a}
			if cfg.Permits(a) != (a != "") {
				t.Errorf("accepting %q changes nothing, or what it must not", a)
			}
			cfg.Accept = nil
		}
	}
}

func TestBounds(t *testing.T) {
	cfg := wssec.Config{Limits: wssec.Limits{Depth: 7, IDs: 9}}
	want := wssec.DefaultLimits
	want.Depth, want.IDs = 7, 9
	if got := cfg.Bounds(); got != want {
		t.Errorf("%+v", got)
	}
}

// TestValidate takes one thing after the other from a configuration that is good.
func TestValidate(t *testing.T) {
	self, peer := certify(t, nil, nil), certify(t, nil, nil)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	elliptical := &x509.Certificate{PublicKey: key.Public(), PublicKeyAlgorithm: x509.ECDSA}
	good := func(role wssec.Role) wssec.Config {
		p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
		p.Request.Login = true
		return wssec.Config{Role: role, Policy: p, Self: self, Peer: peer.Certificate,
			Trust: wssec.TrustIn(pool(peer.Certificate)), Login: wssec.Login{Name: "seismic", Password: "\ttremor é\r\n"}}
	}
	for _, role := range []wssec.Role{wssec.Initiator, wssec.Recipient} {
		cfg := good(role)
		if err := cfg.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		what   string // of the error
		role   wssec.Role
		change func(*wssec.Config)
	}{
		{"no role 2", wssec.Initiator, func(c *wssec.Config) { c.Role = 2 }},
		{"there is no policy", wssec.Initiator, func(c *wssec.Config) { c.Policy = wssec.Policy{} }},
		{"no SOAP version 3", wssec.Initiator, func(c *wssec.Config) { c.Version = 3 }},
		{"Self must hold", wssec.Initiator, func(c *wssec.Config) { c.Self = wssec.Identity{} }},
		{"no certificate is in Self", wssec.Recipient, func(c *wssec.Config) { c.Self.Certificate = nil }},
		{"not that of the certificate", wssec.Recipient, func(c *wssec.Config) { c.Self.Certificate = peer.Certificate }},
		{"suite basic256sha256gcm needs an RSA key of at least 2048 bits, that of  in Self is on the curve P-256", wssec.Initiator, func(c *wssec.Config) { c.Self = wssec.Identity{Certificate: elliptical, Key: key} }},
		{"Peer must be", wssec.Initiator, func(c *wssec.Config) { c.Peer = nil }},
		{"suite rsa3072-basic256sha256gcm needs an RSA key of at least 3072 bits, that of CN=", wssec.Initiator, func(c *wssec.Config) { c.Policy.Suite = wssec.RSA3072Basic256Sha256GCM }},
		{" in Self is RSA of 2048 bits", wssec.Recipient, func(c *wssec.Config) { c.Policy.Suite = wssec.RSA4096Basic256Sha256GCM }},
		{"suite ecdsa-p384-ecdh-aes256gcm needs a key on the curve P-384, that of CN=", wssec.Initiator, func(c *wssec.Config) { c.Policy.Suite = wssec.P384AES256GCM }},
		{"needs a key on the curve P-384, that of  in Self is on the curve P-256", wssec.Recipient, func(c *wssec.Config) {
			c.Policy.Suite, c.Self = wssec.P384AES256GCM, wssec.Identity{Certificate: elliptical, Key: key}
		}},
		{"that of  in Peer is on the curve P-256", wssec.Initiator, func(c *wssec.Config) { c.Peer = elliptical }},
		{"Trust must say", wssec.Recipient, func(c *wssec.Config) { c.Trust = nil }},
		{"must name a suite", wssec.Recipient, func(c *wssec.Config) { c.Policy.Suite = wssec.SuiteNone }},
		{"has no Lifetime", wssec.Recipient, func(c *wssec.Config) { c.Policy.Response.Lifetime = 0 }},
		{"only the Body", wssec.Recipient, func(c *wssec.Config) { c.Policy.Request.Encrypt = []wssec.Part{wssec.PartTimestamp} }},
		{"Login.Name is empty", wssec.Initiator, func(c *wssec.Config) { c.Login.Name = "" }},
		{"XML cannot carry", wssec.Initiator, func(c *wssec.Config) { c.Login.Password = "\x01" }},
		{"XML cannot carry", wssec.Initiator, func(c *wssec.Config) { c.Login.Name = "\xff" }},
		{"XML cannot carry", wssec.Initiator, func(c *wssec.Config) { c.Login.Name = "\uffff" }},
		{"negative", wssec.Recipient, func(c *wssec.Config) { c.Limits.IDs = -1 }},
		{"no suite of number 200: choose from Suites", wssec.Initiator, func(c *wssec.Config) { c.Policy.Suite = 200 }},
		{`no engine has "sha1", which Accept names`, wssec.Recipient, func(c *wssec.Config) { c.Accept = []wssec.Algorithm{wssec.SHA1, "sha1"} }},
		{`no engine has ""`, wssec.Recipient, func(c *wssec.Config) { c.Accept = []wssec.Algorithm{""} }},
		{"signs the Part(9): choose from", wssec.Initiator, func(c *wssec.Config) { c.Policy.Request.Sign = []wssec.Part{9} }},
		{"signs the Part(0)", wssec.Initiator, func(c *wssec.Config) { c.Policy.Request.Sign = []wssec.Part{wssec.PartBody, 0} }},
		{"encrypts the Part(9)", wssec.Recipient, func(c *wssec.Config) { c.Policy.Response.Encrypt = []wssec.Part{9} }},
		{"the key in Self is a nil *rsa.PrivateKey", wssec.Initiator, func(c *wssec.Config) { c.Self.Key = (*rsa.PrivateKey)(nil) }},
		{"negative", wssec.Recipient, func(c *wssec.Config) { c.Skew = -time.Second }},
		{"negative", wssec.Recipient, func(c *wssec.Config) { c.Policy.Request.Lifetime = -time.Second }},
	} {
		cfg := good(c.role)
		c.change(&cfg)
		if err := cfg.Validate(); err == nil || !strings.HasPrefix(err.Error(), "wssec: config: ") || !strings.Contains(err.Error(), c.what) {
			t.Errorf("want %q, got %v", c.what, err)
		}
	}
	// Who only answers need not know who asks.
	cfg := good(wssec.Recipient)
	cfg.Peer, cfg.Login = nil, wssec.Login{}
	if err := cfg.Validate(); err != nil {
		t.Error(err)
	}
}
