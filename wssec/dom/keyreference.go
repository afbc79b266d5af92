package dom

import (
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/keyring"
	"seismark/wssec/soap"
)

// refer lets a KeyInfo name a certificate. Token is the id of the BinarySecurityToken that has it, if one does. CXF
// refuses a Reference without ValueType.
func refer(info *etree.Element, by wssec.KeyReference, cert *x509.Certificate, token string) error {
	if by == wssec.ByX509Data {
		add(add(info, "ds:X509Data"), "ds:X509Certificate").SetText(base64.StdEncoding.EncodeToString(cert.Raw))
		return nil
	}
	certificate, reference := keyring.Take(cert), add(info, "wsse:SecurityTokenReference")
	switch by {
	case wssec.ByToken:
		add(reference, "wsse:Reference", "URI", "#"+token, "ValueType", soap.X509v3)
	case wssec.ByIssuerSerial:
		if certificate.Issuer == "" {
			return fmt.Errorf("the issuer of %s has no name", cert.Subject)
		}
		serial := add(add(reference, "ds:X509Data"), "ds:X509IssuerSerial")
		add(serial, "ds:X509IssuerName").SetText(certificate.Issuer)
		add(serial, "ds:X509SerialNumber").SetText(certificate.Serial)
	case wssec.BySubjectKeyIdentifier:
		if len(cert.SubjectKeyId) == 0 {
			return fmt.Errorf("the certificate of %s has no subject key identifier to be named by", cert.Subject)
		}
		identify(reference, soap.X509SubjectKey, cert.SubjectKeyId)
	case wssec.ByThumbprintSHA1:
		identify(reference, soap.ThumbprintSHA1, certificate.Thumbprint[:])
	default:
		return fmt.Errorf("a certificate has no name by %s", by)
	}
	return nil
}

// identify adds a KeyIdentifier to a SecurityTokenReference.
func identify(reference *etree.Element, kind string, value []byte) {
	add(reference, "wsse:KeyIdentifier", "EncodingType", soap.Base64Binary, "ValueType", kind).
		SetText(base64.StdEncoding.EncodeToString(value))
}

// requestKey gives the key of the request, where our answer is enciphered with it.
func (w *writer) requestKey(size int) (*wssec.SessionKey, error) {
	if w.request == nil || len(w.request.Key.Octets()) == 0 {
		return nil, errors.New("encrypt: no key of a request: answer with Reply what was encrypted")
	}
	if n := len(w.request.Key.Octets()); n != size {
		return nil, fmt.Errorf("encrypt: the key of the request has %d octets, the cipher takes %d", n, size)
	}
	return &w.request.Key, nil
}
