package stream

import (
	"bytes"
	"errors"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/keyring"
	"seismark/wssec/soap"
)

// resolve reads a KeyInfo that holds exactly one reference to a certificate, or the certificate. A message
// names keys; it brings none: what it carries is only trusted if Config.Trust says so.
func (r *reader) resolve(o *outline, info node, where string) (*acquaintance, error) {
	n, err := o.only(info, where)
	if err != nil {
		return nil, err
	}
	if o.is(n, soap.WSSE, "SecurityTokenReference") {
		if n, err = o.only(n, where); err != nil {
			return nil, err
		}
		switch {
		case o.is(n, soap.WSSE, "Reference"):
			return r.byReference(o, n, where)
		case o.is(n, soap.WSSE, "KeyIdentifier"):
			return r.byIdentifier(o, n, where)
		case o.is(n, soap.WSSE, "Embedded"):
			return r.readEmbedded(o, n, where)
		}
	}
	if o.is(n, soap.DS, "X509Data") {
		return r.byData(o, n, where)
	}
	return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "a key named by "+o.local(n)+
		": name a certificate by token, issuer and serial, subject key identifier or thumbprint, or embed it")
}

// only gives the one child of an element.
func (o *outline) only(n node, where string) (node, error) {
	kids, err := o.children(n)
	if err == nil && len(kids) != 1 {
		err = fmt.Errorf("%d elements in %s, where one stands", len(kids), o.local(n))
	}
	if err != nil {
		return none, &wssec.FaultError{Code: wssec.InvalidSecurity, At: where, Err: err}
	}
	return kids[0], nil
}

func (r *reader) byReference(o *outline, n node, where string) (*acquaintance, error) {
	uri := o.attr(n, "URI")
	id, ok := bytes.CutPrefix(uri, []byte("#"))
	if !ok {
		return nil, wssec.Refuse(wssec.SecurityTokenUnavailable, where, "the token "+string(uri)+": only those of the message are read")
	}
	token := r.header.token(id)
	if token == none {
		return nil, wssec.Refuse(wssec.SecurityTokenUnavailable, where, "no token of this Security header has the id "+string(id))
	}
	if !r.header.isToken(token) {
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where,
			"the token "+string(uri)+" is a "+r.header.local(token)+", not an X.509 certificate")
	}
	return r.readToken(&r.header.outline, token)
}

func (r *reader) byIdentifier(o *outline, n node, where string) (*acquaintance, error) {
	value, err := o.short(n)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: where, Err: err}
	}
	switch t := o.attr(n, "ValueType"); string(t) {
	case soap.X509SubjectKey:
		return r.find(where, keyring.SubjectKey(value))
	case soap.ThumbprintSHA1:
		return r.find(where, keyring.Thumbprint(value))
	case soap.X509v3:
		return r.readCertificate(o, n)
	default:
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "the ValueType "+string(t)+" of a KeyIdentifier")
	}
}

// byData reads an X509Data that holds one of issuer and serial, subject key identifier, certificate.
func (r *reader) byData(o *outline, data node, where string) (*acquaintance, error) {
	n, err := o.only(data, where)
	if err != nil {
		return nil, err
	}
	switch {
	case o.is(n, soap.DS, "X509Certificate"):
		return r.readCertificate(o, n)
	case o.is(n, soap.DS, "X509IssuerSerial"):
		name, err := o.issuerSerial(n)
		if err != nil {
			return nil, &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: where, Err: err}
		}
		return r.find(where, name)
	case o.is(n, soap.DS, "X509SKI"):
		value, err := o.short(n)
		if err != nil {
			return nil, &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: where, Err: err}
		}
		return r.find(where, keyring.SubjectKey(value))
	}
	return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "a certificate named by "+o.local(n))
}

func (o *outline) issuerSerial(n node) (name keyring.Name, err error) {
	kids, err := o.children(n)
	if err != nil {
		return name, err
	}
	if len(kids) != 2 || !o.is(kids[0], soap.DS, "X509IssuerName") || !o.is(kids[1], soap.DS, "X509SerialNumber") {
		return name, errors.New("X509IssuerSerial must hold X509IssuerName, then X509SerialNumber")
	}
	issuer, err := o.text(kids[0])
	if err != nil {
		return name, err
	}
	serial, err := o.text(kids[1])
	if err != nil {
		return name, err
	}
	return keyring.IssuerSerial(string(issuer), string(serial))
}

// find looks among the tokens of the header, then among what is held.
func (r *reader) find(where string, name keyring.Name) (*acquaintance, error) {
	for _, n := range r.header.list(root) {
		if !r.header.isToken(n) {
			continue
		}
		if a, err := r.readToken(&r.header.outline, n); err == nil && name.Names(a.Certificate) {
			return a, nil
		}
	}
	c, err := r.e.held.Find(name)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.SecurityTokenUnavailable, At: where, Err: err}
	}
	if a := r.e.met.byCertificate(c.Certificate); a != nil {
		return a, nil
	}
	return r.e.meet(c.Certificate), nil
}
