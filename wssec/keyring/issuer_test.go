package keyring

import (
	"crypto/x509/pkix"
	"encoding/asn1"
	"testing"
)

func TestSameIssuer(t *testing.T) {
	attribute := func(oid asn1.ObjectIdentifier, value string) pkix.AttributeTypeAndValue {
		return pkix.AttributeTypeAndValue{Type: oid, Value: value}
	}
	cn, o, dc, email := asn1.ObjectIdentifier{2, 5, 4, 3}, asn1.ObjectIdentifier{2, 5, 4, 10},
		asn1.ObjectIdentifier{0, 9, 2342, 19200300, 100, 1, 25}, asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 1}
	der, err := asn1.Marshal(pkix.RDNSequence{
		{attribute(dc, "example")}, {attribute(o, `Smith, "Jones" + Co = 1`)},
		{attribute(cn, "Zoë #1"), attribute(email, "z@example.org")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, same := range map[string]bool{
		// RFC 2253 section 2.1 begins with the last, X.500 with the first.
		`CN=Zoë #1+1.2.840.113549.1.9.1=z@example.org,O=Smith\, \"Jones\" \+ Co = 1,DC=example`: true,
		`DC=example,O=Smith\, \"Jones\" \+ Co = 1,CN=Zoë #1+EMAILADDRESS=z@example.org`:         true,
		`dc=EXAMPLE, o="Smith, \"Jones\" + Co = 1", e=Z@example.org + cn=ZOË  #1 `:              true,
		`DC=example;O=Smith\2C \22Jones\22 \2B Co \3D 1;CN=Zo\C3\AB #1+E=z@example.org`:         true,
		`DC=example,O=Smith\, \"Jones\" \+ Co = 1,CN=Zoë #1`:                                    false,
		`DC=example,O=Smith\, \"Jones\" \+ Co = 1`:                                              false,
		`O=Smith\, \"Jones\" \+ Co = 1,DC=example,CN=Zoë #1+E=z@example.org`:                    false,
		`DC=example,O=Smith, "Jones" + Co = 1,CN=Zoë #1+E=z@example.org`:                        false,
		`DC=example,O="Smith\, Jones,CN=Zoë`:                                                    false,
		`DC=example\`:                                                                           false,
		`DC`:                                                                                    false,
		``:                                                                                      false,
		`,`:                                                                                     false,
		`=`:                                                                                     false,
	} {
		if sameIssuer(name, der) != same {
			t.Errorf("%s: want %v", name, same)
		}
	}
	if sameIssuer("CN=x", []byte{1, 2, 3}) {
		t.Error("the same as what is no name")
	}
}

// FuzzIssuer holds that reading never panics, and that a name which is read as itself is found again.
func FuzzIssuer(f *testing.F) {
	f.Add(`CN=a\, b+O="c",OU=#0c0161`)
	f.Fuzz(func(t *testing.T, s string) {
		der, err := asn1.Marshal(pkix.RDNSequence{{{Type: asn1.ObjectIdentifier{2, 5, 4, 3}, Value: s}}})
		if err != nil {
			return
		}
		var name pkix.RDNSequence
		if _, err := asn1.Unmarshal(der, &name); err != nil {
			return
		}
		sameIssuer(s, der)
		if text := name.String(); !sameIssuer(text, der) {
			t.Errorf("%q of %q is not the same", text, s)
		}
	})
}
