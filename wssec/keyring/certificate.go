package keyring

import (
	"crypto/sha1"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
)

// Certificate is a certificate with the names that it has.
type Certificate struct {
	*x509.Certificate
	Issuer     string // the name of who issued it, as IssuerName writes it; empty where that fails
	Serial     string // decimal
	Thumbprint [sha1.Size]byte
	SubjectKey []byte // nil for none
}

// Take finds out a certificate's names.
func Take(c *x509.Certificate) *Certificate {
	issuer, _ := IssuerName(c)
	return &Certificate{c, issuer, c.SerialNumber.String(), sha1.Sum(c.Raw), subjectKey(c)}
}

// IssuerName writes the name in the order of RFC 2253, by the octets of the certificate: pkix.Name would put
// the attributes in an order of its own, and some stacks compare names in order.
func IssuerName(c *x509.Certificate) (string, error) {
	var name pkix.RDNSequence
	if _, err := asn1.Unmarshal(c.RawIssuer, &name); err != nil {
		return "", fmt.Errorf("the issuer of %s: %w", c.Subject, err)
	}
	return name.String(), nil
}

// subjectKey is the identifier that a certificate says, else the one that RFC 5280 section 4.2.1.2 method 1
// computes.
func subjectKey(c *x509.Certificate) []byte {
	if len(c.SubjectKeyId) > 0 {
		return c.SubjectKeyId
	}
	var spki struct {
		Algorithm asn1.RawValue
		Key       asn1.BitString
	}
	if _, err := asn1.Unmarshal(c.RawSubjectPublicKeyInfo, &spki); err != nil {
		return nil
	}
	sum := sha1.Sum(spki.Key.Bytes)
	return sum[:]
}
