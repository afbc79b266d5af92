package dom

import (
	"bytes"
	"crypto/sha1"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// keyring finds the certificate that a KeyInfo names. A message names keys; it brings none: what it carries
// is only trusted if Config.Trust says so.
type keyring struct {
	tokens map[string]*etree.Element // of this header, by id
	held   []*x509.Certificate
}

// keyringOf holds the configured certificates.
func keyringOf(c *wssec.Config) keyring {
	k := keyring{tokens: map[string]*etree.Element{}}
	for _, cert := range append([]*x509.Certificate{c.Self.Certificate, c.Peer}, c.Known...) {
		if cert != nil {
			k.held = append(k.held, cert)
		}
	}
	return k
}

// maxSerial bounds decimal serial numbers: 20 octets are 49 digits (RFC 5280 section 4.1.2.2).
const maxSerial = 64

// resolve reads a KeyInfo that holds exactly one reference to a certificate, or the certificate.
func (k *keyring) resolve(info *etree.Element, where string) (*x509.Certificate, error) {
	el, err := only(info, where)
	if err != nil {
		return nil, err
	}
	if is(el, soap.WSSE, "SecurityTokenReference") {
		if el, err = only(el, where); err != nil {
			return nil, err
		}
		switch {
		case is(el, soap.WSSE, "Reference"):
			return k.byReference(el, where)
		case is(el, soap.WSSE, "KeyIdentifier"):
			return k.byIdentifier(el, where)
		}
	}
	if is(el, soap.DS, "X509Data") {
		return k.byData(el, where)
	}
	return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "a key named by "+el.Tag+
		": name a certificate by token, issuer and serial, subject key identifier or thumbprint, or embed it")
}

// only gives the one child of an element.
func only(el *etree.Element, where string) (*etree.Element, error) {
	kids, err := children(el)
	if err == nil && len(kids) != 1 {
		err = fmt.Errorf("%d elements in %s, where one stands", len(kids), el.Tag)
	}
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.InvalidSecurity, At: where, Err: err}
	}
	return kids[0], nil
}

func (k *keyring) byReference(el *etree.Element, where string) (*x509.Certificate, error) {
	uri := attr(el, "URI")
	id, ok := strings.CutPrefix(uri, "#")
	if !ok {
		return nil, wssec.Refuse(wssec.SecurityTokenUnavailable, where, "the token "+uri+": only those of the message are read")
	}
	token, ok := k.tokens[id]
	if !ok {
		return nil, wssec.Refuse(wssec.SecurityTokenUnavailable, where, "no token of this Security header has the id "+id)
	}
	if !isToken(token) {
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "the token "+uri+" is a "+token.Tag+", not an X.509 certificate")
	}
	return readToken(token)
}

func (k *keyring) byIdentifier(el *etree.Element, where string) (*x509.Certificate, error) {
	value, err := octets(el)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: where, Err: err}
	}
	switch t := attr(el, "ValueType"); t {
	case subjectKey:
		return k.find(where, fmt.Sprintf("with the subject key identifier %x", value), func(c *x509.Certificate) bool {
			id := subjectKeyOf(c)
			return id != nil && bytes.Equal(id, value)
		})
	case thumbprint:
		return k.find(where, fmt.Sprintf("with the SHA-1 thumbprint %x", value), func(c *x509.Certificate) bool {
			sum := sha1.Sum(c.Raw)
			return bytes.Equal(sum[:], value)
		})
	case x509v3:
		return readCertificate(el, x509.ParseCertificate)
	default:
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "the ValueType "+t+" of a KeyIdentifier")
	}
}

// subjectKeyOf is the identifier that a certificate says, else the one that RFC 5280 section 4.2.1.2 method
// 1 computes.
func subjectKeyOf(c *x509.Certificate) []byte {
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

// byData reads an X509Data that holds one of issuer and serial, subject key identifier, certificate.
func (k *keyring) byData(data *etree.Element, where string) (*x509.Certificate, error) {
	el, err := only(data, where)
	if err != nil {
		return nil, err
	}
	switch {
	case is(el, soap.DS, "X509Certificate"):
		return readCertificate(el, x509.ParseCertificate)
	case is(el, soap.DS, "X509IssuerSerial"):
		return k.byIssuer(el, where)
	case is(el, soap.DS, "X509SKI"):
		value, err := octets(el)
		if err != nil {
			return nil, &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: where, Err: err}
		}
		return k.find(where, fmt.Sprintf("with the subject key identifier %x", value), func(c *x509.Certificate) bool {
			return bytes.Equal(subjectKeyOf(c), value)
		})
	}
	return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "a certificate named by "+el.Tag)
}

func (k *keyring) byIssuer(el *etree.Element, where string) (*x509.Certificate, error) {
	name, serial, err := issuerSerial(el)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: where, Err: err}
	}
	return k.find(where, fmt.Sprintf("of the issuer %q with the serial number %s", name, serial), func(c *x509.Certificate) bool {
		return c.SerialNumber.Cmp(serial) == 0 && sameName(name, c.RawIssuer)
	})
}

func issuerSerial(el *etree.Element) (string, *big.Int, error) {
	kids, err := children(el)
	if err != nil {
		return "", nil, err
	}
	if len(kids) != 2 || !is(kids[0], soap.DS, "X509IssuerName") || !is(kids[1], soap.DS, "X509SerialNumber") {
		return "", nil, errors.New("X509IssuerSerial must hold X509IssuerName, then X509SerialNumber")
	}
	name, err := text(kids[0])
	if err != nil {
		return "", nil, err
	}
	decimal, err := text(kids[1])
	if err != nil {
		return "", nil, err
	}
	decimal = strings.Trim(decimal, blanks)
	serial, ok := new(big.Int), false
	if len(decimal) <= maxSerial {
		serial, ok = serial.SetString(decimal, 10)
	}
	if !ok {
		return "", nil, fmt.Errorf("X509SerialNumber is not a decimal number of at most %d digits", maxSerial)
	}
	return name, serial, nil
}

// find looks among the tokens of the header, then among what is held.
func (k *keyring) find(where, which string, match func(*x509.Certificate) bool) (*x509.Certificate, error) {
	for _, token := range k.tokens {
		if !isToken(token) {
			continue
		}
		if c, err := readToken(token); err == nil && match(c) {
			return c, nil
		}
	}
	for _, c := range k.held {
		if match(c) {
			return c, nil
		}
	}
	return nil, wssec.Refuse(wssec.SecurityTokenUnavailable, where, "no certificate "+which+
		" is known: give it as Config.Known (with --cert on the command line)")
}
