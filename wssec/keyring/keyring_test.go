package keyring

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha1"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"math/big"
	"strings"
	"testing"

	"seismark/wssec"
)

// certificate is one of an issuer called "Example & Co, Ltd".
func certificate(t *testing.T, serial int64, keyID []byte) *x509.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "Example & Co, Ltd", Country: []string{"DE"}}, SubjectKeyId: keyID}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return c
}

// computed is RFC 5280 section 4.2.1.2 method 1, by hand: the SHA-1 of the BIT STRING without its header.
func computed(t *testing.T, c *x509.Certificate) []byte {
	t.Helper()
	var spki struct {
		Algorithm asn1.RawValue
		Key       asn1.BitString
	}
	if _, err := asn1.Unmarshal(c.RawSubjectPublicKeyInfo, &spki); err != nil {
		t.Fatal(err)
	}
	sum := sha1.Sum(spki.Key.Bytes)
	return sum[:]
}

func TestFind(t *testing.T) {
	one, two := certificate(t, 4711, []byte("an id")), certificate(t, 4712, nil)
	ring := Of(&wssec.Config{Peer: one, Known: []*x509.Certificate{two}})
	if len(ring) != 2 {
		t.Fatal(len(ring))
	}
	thumb := sha1.Sum(two.Raw)
	issuer := func(name, serial string) Name {
		n, err := IssuerSerial(name, serial)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, c := range []struct {
		name Name
		want *x509.Certificate
	}{
		{SubjectKey([]byte("an id")), one},
		{SubjectKey(computed(t, two)), two},
		{SubjectKey(computed(t, one)), nil},
		{SubjectKey(nil), nil},
		{Thumbprint(thumb[:]), two},
		{Thumbprint(thumb[1:]), nil},
		{Thumbprint(nil), nil},
		{issuer(`CN=Example & Co\, Ltd,C=DE`, "4711"), one},
		{issuer(`C=DE, CN="Example & Co, Ltd"`, " 4712\n"), two},
		{issuer(`CN=Example & Co\, Ltd,C=DE`, "0004711"), one},
		{issuer(`CN=Example & Co\, Ltd,C=DE`, "+4711"), one},
		{issuer(`CN=Example & Co\, Ltd,C=DE`, "-4711"), nil},
		{issuer(`CN=Example & Co\, Ltd,C=DE`, "47110"), nil},
		{issuer(`CN=Example,C=DE`, "4711"), nil},
		{issuer(``, "4711"), nil},
		{Name{}, nil},
	} {
		got, err := ring.Find(c.name)
		switch {
		case c.want == nil && err == nil:
			t.Errorf("%s: found %s", c.name, got.Subject)
		case c.want == nil && !strings.Contains(err.Error(), "give it as Config.Known"):
			t.Error(err)
		case c.want != nil && (err != nil || !got.Equal(c.want)):
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

func TestIssuerSerial(t *testing.T) {
	for _, serial := range []string{"", "x", "1.0", "0x10", "1 2", "--1", strings.Repeat("9", 65), strings.Repeat("9", 1e6)} {
		if n, err := IssuerSerial("CN=x", serial); err == nil {
			t.Errorf("%.20q is taken, as %.100s", serial, n)
		}
	}
}

func TestTake(t *testing.T) {
	c := Take(certificate(t, 4711, nil))
	if want := `C=DE,CN=Example & Co\, Ltd`; c.Issuer != want && c.Issuer != `CN=Example & Co\, Ltd,C=DE` {
		t.Errorf("issuer %s, want %s or the other order", c.Issuer, want)
	}
	if c.Serial != "4711" || c.Thumbprint != sha1.Sum(c.Raw) {
		t.Errorf("%+v", c)
	}
}

func TestParsePath(t *testing.T) {
	one, two := certificate(t, 1, nil), certificate(t, 2, nil)
	path, err := asn1.Marshal([]asn1.RawValue{{FullBytes: one.Raw}, {FullBytes: two.Raw}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ParsePath(path); err != nil || !got.Equal(two) {
		t.Errorf("%v, %v", got, err)
	}
	for name, bad := range map[string][]byte{
		"nothing": nil, "a certificate": one.Raw, "an empty path": {0x30, 0}, "more behind": append(path[:len(path):len(path)], 0),
		"cut": path[:len(path)-1], "no certificates": {0x30, 2, 5, 0},
	} {
		if got, err := ParsePath(bad); err == nil {
			t.Errorf("%s: %v", name, got.Subject)
		}
	}
}
