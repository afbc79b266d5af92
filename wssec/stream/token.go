package stream

import (
	"crypto/x509"

	"seismark/wssec"
	"seismark/wssec/keyring"
	"seismark/wssec/soap"
)

// token begins a BinarySecurityToken, whose certificate is to follow. CXF refuses one without EncodingType.
func (t *template) token(id string) {
	t.text(`<wsse:BinarySecurityToken EncodingType="` + soap.Base64Binary + `" ValueType="` + soap.X509v3 + `"`)
	t.named("wsu:Id", id)
	t.text(`>`)
}

func (t *template) tokenEnds() { t.text(`</wsse:BinarySecurityToken>`) }

// isToken reports whether an element is a BinarySecurityToken.
func (o *outline) isToken(n node) bool { return o.is(n, soap.WSSE, "BinarySecurityToken") }

// readToken reads the certificate of a BinarySecurityToken.
func (r *reader) readToken(o *outline, n node) (*acquaintance, error) {
	if e := o.attr(n, "EncodingType"); len(e) > 0 && string(e) != soap.Base64Binary {
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, o.where(n), "the EncodingType "+string(e)+": only Base64Binary is known")
	}
	switch v := o.attr(n, "ValueType"); string(v) {
	case "", soap.X509v3:
		return r.readCertificate(o, n)
	case soap.X509PKIPath:
		der, err := o.octets(nil, n)
		if err != nil {
			return nil, badToken(o, n, err)
		}
		cert, err := keyring.ParsePath(der)
		if err != nil {
			return nil, badToken(o, n, err)
		}
		return r.e.meet(cert), nil
	default:
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, o.where(n), "the ValueType "+string(v)+": X509v3 and X509PKIPathv1 are known")
	}
}

// readEmbedded reads a token that stands within the reference to it.
func (r *reader) readEmbedded(o *outline, n node, where string) (*acquaintance, error) {
	token, err := o.only(n, where)
	if err != nil {
		return nil, err
	}
	if !o.isToken(token) {
		return nil, wssec.Refuse(wssec.UnsupportedSecurityToken, where, "the embedded token is a "+o.local(token)+", not an X.509 certificate")
	}
	return r.readToken(o, token)
}

// readCertificate reads a certificate in base64. One that was met before is known by its text.
func (r *reader) readCertificate(o *outline, n node) (*acquaintance, error) {
	text, err := o.text(n)
	if err != nil {
		return nil, badToken(o, n, err)
	}
	if a := r.e.met.byText(text); a != nil {
		return a, nil
	}
	der, err := o.octets(nil, n) // which the certificate keeps
	if err != nil {
		return nil, badToken(o, n, err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, badToken(o, n, err)
	}
	a := r.e.meet(cert)
	a.text = text
	return a, nil
}

func badToken(o *outline, n node, err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurityToken, At: o.where(n), Err: err}
}

// where names an element of the Security header in errors, with its id.
func (o *outline) where(n node) string {
	if id := o.id(n); len(id) > 0 {
		return "Security/" + o.local(n) + " #" + string(id)
	}
	return "Security/" + o.local(n)
}
