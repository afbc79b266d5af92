package stream

import (
	"crypto/x509"

	"seismark/wssec"
	"seismark/wssec/keyring"
	"seismark/wssec/soap"
	"seismark/wssec/xsd"
)

// token adds our certificate as a BinarySecurityToken. CXF refuses one without EncodingType.
func (t *template) token(cert *x509.Certificate) {
	t.text(`<wsse:BinarySecurityToken EncodingType="` + soap.Base64Binary + `" ValueType="` + soap.X509v3 + `"`)
	t.named("wsu:Id", "X509")
	t.text(`>` + string(xsd.EncodeBase64(nil, cert.Raw)) + `</wsse:BinarySecurityToken>`)
}

// byToken adds a reference to that token. CXF refuses one without ValueType.
func (t *template) byToken() {
	t.text(`<wsse:SecurityTokenReference><wsse:Reference`)
	t.named("URI", "#X509")
	t.text(` ValueType="` + soap.X509v3 + `"></wsse:Reference></wsse:SecurityTokenReference>`)
}

// byIssuer adds a reference to a certificate that the other side has.
func (t *template) byIssuer() {
	t.text(`<wsse:SecurityTokenReference><ds:X509Data>`)
	t.put(recipient)
	t.text(`</ds:X509Data></wsse:SecurityTokenReference>`)
}

// isToken reports whether an element is a BinarySecurityToken.
func (o *outline) isToken(n node) bool { return o.is(n, soap.WSSE, "BinarySecurityToken") }

// readToken reads the certificate of a BinarySecurityToken.
func (r *reader) readToken(n node) (*acquaintance, error) {
	o := &r.header.outline
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
