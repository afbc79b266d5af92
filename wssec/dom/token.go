package dom

import (
	"crypto/x509"
	"encoding/base64"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/keyring"
	"seismark/wssec/soap"
)

// token writes our certificate as a BinarySecurityToken. CXF refuses one without EncodingType.
func (w *writer) token() {
	el := add(w.security, "wsse:BinarySecurityToken",
		"EncodingType", soap.Base64Binary, "ValueType", soap.X509v3, "wsu:Id", w.named("X509"))
	el.SetText(base64.StdEncoding.EncodeToString(w.cfg.Self.Certificate.Raw))
}

// byToken refers to that token. CXF refuses a reference without ValueType.
func (w *writer) byToken(info *etree.Element) {
	str := add(info, "wsse:SecurityTokenReference")
	add(str, "wsse:Reference", "URI", "#"+w.named("X509"), "ValueType", soap.X509v3)
}

// byIssuer fills in a SecurityTokenReference to a certificate that the other side has.
func byIssuer(reference *etree.Element, cert *x509.Certificate) error {
	name, err := keyring.IssuerName(cert)
	if err != nil {
		return err
	}
	data := add(reference, "ds:X509Data")
	serial := add(data, "ds:X509IssuerSerial")
	add(serial, "ds:X509IssuerName").SetText(name)
	add(serial, "ds:X509SerialNumber").SetText(cert.SerialNumber.String())
	return nil
}

// readToken reads the certificate of a BinarySecurityToken.
func readToken(el *etree.Element) (*x509.Certificate, error) {
	if e := attr(el, "EncodingType"); e != "" && e != soap.Base64Binary {
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, at(el), "the EncodingType "+e+": only Base64Binary is known")
	}
	switch v := attr(el, "ValueType"); v {
	case "", soap.X509v3:
		return readCertificate(el, x509.ParseCertificate)
	case soap.X509PKIPath:
		return readCertificate(el, keyring.ParsePath)
	default:
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, at(el), "the ValueType "+v+": X509v3 and X509PKIPathv1 are known")
	}
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
