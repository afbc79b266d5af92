package dom

import (
	"crypto/x509"
	"errors"
	"fmt"
	"strings"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/keyring"
	"seismark/wssec/soap"
)

// keys finds the certificate that a KeyInfo names.
type keys struct {
	tokens map[string]*etree.Element // of this header, by id
	held   keyring.Ring
}

// resolve reads a KeyInfo that holds exactly one reference to a certificate, or the certificate.
func (k *keys) resolve(info *etree.Element, where string) (*x509.Certificate, error) {
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
		case is(el, soap.WSSE, "Embedded"):
			return readEmbedded(el, where)
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

func (k *keys) byReference(el *etree.Element, where string) (*x509.Certificate, error) {
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

func (k *keys) byIdentifier(el *etree.Element, where string) (*x509.Certificate, error) {
	value, err := octets(el)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: where, Err: err}
	}
	switch t := attr(el, "ValueType"); t {
	case soap.X509SubjectKey:
		return k.find(where, keyring.SubjectKey(value))
	case soap.ThumbprintSHA1:
		return k.find(where, keyring.Thumbprint(value))
	case soap.X509v3:
		return readCertificate(el, x509.ParseCertificate)
	default:
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "the ValueType "+t+" of a KeyIdentifier")
	}
}

// byData reads an X509Data that holds one of issuer and serial, subject key identifier, certificate.
func (k *keys) byData(data *etree.Element, where string) (*x509.Certificate, error) {
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
		return k.find(where, keyring.SubjectKey(value))
	}
	return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "a certificate named by "+el.Tag)
}

func (k *keys) byIssuer(el *etree.Element, where string) (*x509.Certificate, error) {
	name, err := issuerSerial(el)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: where, Err: err}
	}
	return k.find(where, name)
}

func issuerSerial(el *etree.Element) (keyring.Name, error) {
	kids, err := children(el)
	if err != nil {
		return keyring.Name{}, err
	}
	if len(kids) != 2 || !is(kids[0], soap.DS, "X509IssuerName") || !is(kids[1], soap.DS, "X509SerialNumber") {
		return keyring.Name{}, errors.New("X509IssuerSerial must hold X509IssuerName, then X509SerialNumber")
	}
	issuer, err := text(kids[0])
	if err != nil {
		return keyring.Name{}, err
	}
	serial, err := text(kids[1])
	if err != nil {
		return keyring.Name{}, err
	}
	return keyring.IssuerSerial(issuer, serial)
}

// find looks among the tokens of the header, then among what is held.
func (k *keys) find(where string, name keyring.Name) (*x509.Certificate, error) {
	for _, token := range k.tokens {
		if !isToken(token) {
			continue
		}
		if c, err := readToken(token); err == nil && name.Names(keyring.Take(c)) {
			return c, nil
		}
	}
	c, err := k.held.Find(name)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.SecurityTokenUnavailable, At: where, Err: err}
	}
	return c.Certificate, nil
}
