package stream

import (
	"errors"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/keyring"
	"seismark/wssec/soap"
	"seismark/wssec/xsd"
)

// byToken adds a reference to the BinarySecurityToken with an id. CXF refuses one without ValueType.
func (t *template) byToken(id string) {
	t.text(referenceStart + `<wsse:Reference`)
	t.named("URI", "#"+id)
	t.text(` ValueType="` + soap.X509v3 + `"></wsse:Reference>` + referenceEnd)
}

// The tags of a reference.
const (
	referenceStart = `<wsse:SecurityTokenReference>`
	referenceEnd   = `</wsse:SecurityTokenReference>`
)

// name gives what names a certificate in a KeyInfo, nothing where a token does. It is in canonical
// form where the prefixes ds and wsse are bound.
func name(by wssec.KeyReference, c *keyring.Certificate) (text []byte, err error) {
	switch by {
	case wssec.ByToken, wssec.ByEncryptedKeySHA1:
	case wssec.ByIssuerSerial:
		if c.Issuer == "" {
			return nil, fmt.Errorf("the issuer of %s has no name", c.Subject)
		}
		text = append(text, referenceStart+`<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>`...)
		text = c14n.AppendText(text, []byte(c.Issuer))
		text = append(text, `</ds:X509IssuerName><ds:X509SerialNumber>`+c.Serial+`</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`+referenceEnd...)
	case wssec.BySubjectKeyIdentifier:
		if len(c.SubjectKeyId) == 0 {
			return nil, fmt.Errorf("the certificate of %s has no subject key identifier to be named by", c.Subject)
		}
		text = referenceTo(soap.X509SubjectKey, c.SubjectKeyId)
	case wssec.ByThumbprintSHA1:
		text = referenceTo(soap.ThumbprintSHA1, c.Thumbprint[:])
	case wssec.ByX509Data:
		text = append(xsd.EncodeBase64([]byte(`<ds:X509Data><ds:X509Certificate>`), c.Raw), `</ds:X509Certificate></ds:X509Data>`...)
	default:
		return nil, fmt.Errorf("a certificate has no name by %s", by)
	}
	return text, nil
}

// The tags of a KeyIdentifier, around its ValueType and value.
const (
	identifierStart = `<wsse:KeyIdentifier EncodingType="` + soap.Base64Binary + `" ValueType="`
	identifierEnd   = `</wsse:KeyIdentifier>`
)

func referenceTo(kind string, value []byte) []byte {
	return append(xsd.EncodeBase64([]byte(referenceStart+identifierStart+kind+`">`), value), identifierEnd+referenceEnd...)
}

// requested takes the key of the request, which our answer is enciphered with.
func (w *writer) requested(key []byte) error {
	if w.request == nil || len(w.request.Key.Octets()) == 0 {
		return errors.New("encrypt: no key of a request: answer with Reply what was encrypted")
	}
	if n := len(w.request.Key.Octets()); n != len(key) {
		return fmt.Errorf("encrypt: the key of the request has %d octets, the cipher takes %d", n, len(key))
	}
	copy(key, w.request.Key.Octets())
	return nil
}
