package dom

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// Types of tokens and of their encoding (X.509 Token Profile 1.1 section 3; SOAP Message Security 1.1
// sections 6 and 7).
const (
	base64Binary = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary"

	x509Path     = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509PKIPathv1"
	x509v3       = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3"
	subjectKey   = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509SubjectKeyIdentifier"
	thumbprint   = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1"
	keyType      = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey"
	keyDigest    = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKeySHA1"
	strTransform = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform"
)

// token writes our certificate as a BinarySecurityToken. CXF refuses one without EncodingType.
func (w *writer) token() {
	el := add(w.security, "wsse:BinarySecurityToken",
		"EncodingType", base64Binary, "ValueType", x509v3, "wsu:Id", w.named("X509"))
	el.SetText(base64.StdEncoding.EncodeToString(w.cfg.Self.Certificate.Raw))
}

// byToken refers to that token. CXF refuses a reference without ValueType.
func (w *writer) byToken(info *etree.Element) {
	str := add(info, "wsse:SecurityTokenReference")
	add(str, "wsse:Reference", "URI", "#"+w.named("X509"), "ValueType", x509v3)
}

// byIssuer refers to a certificate that the other side has. The name is in the order of RFC 2253, by the
// octets of the certificate: pkix.Name would put the attributes in an order of its own, and some peers
// compare names in order.
func byIssuer(info *etree.Element, cert *x509.Certificate) error {
	var name pkix.RDNSequence
	if _, err := asn1.Unmarshal(cert.RawIssuer, &name); err != nil {
		return fmt.Errorf("the issuer of %s: %w", cert.Subject, err)
	}
	data := add(add(info, "wsse:SecurityTokenReference"), "ds:X509Data")
	serial := add(data, "ds:X509IssuerSerial")
	add(serial, "ds:X509IssuerName").SetText(name.String())
	add(serial, "ds:X509SerialNumber").SetText(cert.SerialNumber.String())
	return nil
}

// readToken reads the certificate of a BinarySecurityToken.
func readToken(el *etree.Element) (*x509.Certificate, error) {
	if e := attr(el, "EncodingType"); e != "" && e != base64Binary {
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, at(el), "the EncodingType "+e+": only Base64Binary is known")
	}
	switch v := attr(el, "ValueType"); v {
	case "", x509v3:
		return readCertificate(el, x509.ParseCertificate)
	case x509Path:
		return readCertificate(el, lastOfPath)
	default:
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, at(el), "the ValueType "+v+": X509v3 and X509PKIPathv1 are known")
	}
}

// lastOfPath takes the certificate of the signer, which comes last in a path (X.509 Token Profile 1.1
// section 3.1). The others are not used: the signer's own chain must be one that is trusted.
func lastOfPath(der []byte) (*x509.Certificate, error) {
	var path asn1.RawValue
	if rest, err := asn1.Unmarshal(der, &path); err != nil || len(rest) > 0 || path.Tag != asn1.TagSequence {
		return nil, errors.New("not a sequence of certificates")
	}
	certs, err := x509.ParseCertificates(path.Bytes)
	if err != nil {
		return nil, err
	}
	if len(certs) == 0 {
		return nil, errors.New("a path of no certificates")
	}
	return certs[len(certs)-1], nil
}

// readCertificate reads a certificate in base64.
func readCertificate(el *etree.Element, parse func([]byte) (*x509.Certificate, error)) (*x509.Certificate, error) {
	der, err := octets(el)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: at(el), Err: err}
	}
	cert, err := parse(der)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: at(el), Err: err}
	}
	return cert, nil
}

// at names an element of the Security header in errors, with its id.
func at(el *etree.Element) string {
	if id := idOf(el); id != "" {
		return "Security/" + el.Tag + " #" + id
	}
	return "Security/" + el.Tag
}

// isToken reports whether an element is a BinarySecurityToken.
func isToken(el *etree.Element) bool { return is(el, soap.WSSE, "BinarySecurityToken") }
