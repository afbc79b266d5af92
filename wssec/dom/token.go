package dom

import (
	"crypto/x509"
	"encoding/base64"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/keyring"
	"seismark/wssec/soap"
)

// token writes a certificate as a BinarySecurityToken with an id. CXF refuses one without EncodingType.
func (w *writer) token(cert *x509.Certificate, id string) {
	el := add(w.security, "wsse:BinarySecurityToken",
		"EncodingType", soap.Base64Binary, "ValueType", soap.X509v3, "wsu:Id", id)
	el.SetText(base64.StdEncoding.EncodeToString(cert.Raw))
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

// readEmbedded reads a token that stands within the reference to it.
func readEmbedded(el *etree.Element, where string) (*x509.Certificate, error) {
	token, err := only(el, where)
	if err != nil {
		return nil, err
	}
	if !isToken(token) {
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "the embedded token is a "+token.Tag+", not an X.509 certificate")
	}
	return readToken(token)
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
