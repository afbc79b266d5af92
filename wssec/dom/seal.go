package dom

import (
	"bytes"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"fmt"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
)

// writer makes one message.
type writer struct {
	cfg       *wssec.Config
	version   wssec.Version
	to        *x509.Certificate // to encrypt to
	id        string            // what the ids of the message end in
	request   *wssec.Request    // what is answered, nil for none
	sent      *wssec.Request    // to be filled in with what an answer can refer to; nil for nothing
	security  *etree.Element
	confirmed *etree.Element // SignatureConfirmation
	body      [][]byte       // the Body as it goes out, in pieces
	signed    []signee       // what the signature covers
}

// signee is an element to be signed.
type signee struct {
	id     string
	octets []byte // its canonical form
}

// seal writes the header in an order that every stack that we know of takes: Timestamp, SignatureConfirmation,
// UsernameToken, BinarySecurityToken, EncryptedKey, Signature. Metro wants the last three in this order, gSOAP writes them
// so, CXF and Axis2 take any.
func (w *writer) seal(dst, payload []byte) ([]byte, error) {
	if err := soap.CheckPayload(payload, w.version, w.cfg.Limits); err != nil {
		return nil, fmt.Errorf("dom: seal: %w", err)
	}
	out := w.cfg.Outgoing()
	crypto := len(out.Sign)+len(out.Encrypt) > 0
	if !crypto && !out.Login && out.Lifetime == 0 {
		w.body = plainBody(payload)
		return w.append(dst, nil)
	}
	if err := w.start(payload, crypto); err != nil {
		return nil, err
	}
	if out.Lifetime != 0 {
		w.timestamp(out.Lifetime)
	}
	if out.Confirm {
		if err := w.confirmation(); err != nil {
			return nil, err
		}
	}
	if out.Login {
		w.username()
	}
	if crypto {
		if err := w.protect(out); err != nil {
			return nil, fmt.Errorf("dom: seal: %w", err)
		}
	}
	return w.append(dst, serialize(w.security))
}

// protect digests before it encrypts.
func (w *writer) protect(out wssec.Protection) error {
	if err := w.cover(out.Sign); err != nil {
		return err
	}
	if len(out.Sign) > 0 && out.SignatureReference() == wssec.ByToken {
		w.token(w.cfg.Self.Certificate, w.named("X509"))
	}
	if len(out.Encrypt) > 0 {
		if err := w.encrypt(); err != nil {
			return err
		}
	}
	if len(out.Sign) == 0 {
		return nil
	}
	return w.sign()
}

// start makes ids, the Security header and the Body; the latter, where it will be signed or encrypted, in
// canonical form, so that what is digested is what is sent.
func (w *writer) start(payload []byte, crypto bool) error {
	var random [16]byte
	rand.Read(random[:])
	w.id = hex.EncodeToString(random[:])
	w.security = &etree.Element{Space: "wsse", Tag: "Security"}
	set(w.security, "xmlns:wsse", soap.WSSE, "xmlns:wsu", soap.WSU, "soap:mustUnderstand", "1")
	if !crypto {
		w.body = plainBody(payload)
		return nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<soap:Body xmlns:soap="%s" xmlns:wsu="%s" wsu:Id="%s">`, w.version.Namespace(), soap.WSU, w.named("Body"))
	b.Write(payload)
	b.WriteString(`</soap:Body>`)
	body, err := canonical(b.Bytes(), xmltok.Scope{}, exclusive())
	if err != nil {
		return fmt.Errorf("dom: seal: payload: %w", err)
	}
	w.body = [][]byte{body}
	return nil
}

func plainBody(payload []byte) [][]byte {
	return [][]byte{[]byte("<soap:Body>"), payload, []byte("</soap:Body>")}
}

// named gives the id of one of our elements.
func (w *writer) named(kind string) string { return kind + "-" + w.id }

// append writes the envelope around header and Body.
func (w *writer) append(dst, security []byte) ([]byte, error) {
	from := len(dst)
	dst = append(dst, `<soap:Envelope xmlns:soap="`+w.version.Namespace()+`">`...)
	if security != nil {
		dst = append(dst, "<soap:Header>"...)
		dst = append(dst, security...)
		dst = append(dst, "</soap:Header>"...)
	}
	for _, piece := range w.body {
		dst = append(dst, piece...)
	}
	dst = append(dst, "</soap:Envelope>"...)
	if err := w.cfg.Limits.CheckLength(len(dst) - from); err != nil {
		return nil, fmt.Errorf("dom: seal: %w", err)
	}
	return dst, nil
}

// cover digests the parts to be signed. We write no addressing headers, so that all of them are signed.
func (w *writer) cover(parts []wssec.Part) error {
	for _, p := range parts {
		switch p {
		case wssec.PartBody:
			w.signed = append(w.signed, signee{w.named("Body"), w.body[0]})
		case wssec.PartTimestamp:
			octets, err := own(w.security.ChildElements()[0])
			if err != nil {
				return err
			}
			w.signed = append(w.signed, signee{w.named("TS"), octets})
		}
	}
	if w.confirmed == nil {
		return nil
	}
	octets, err := own(w.confirmed)
	w.signed = append(w.signed, signee{w.named("SC"), octets})
	return err
}

// add adds a child with attributes, given as name and value in turn.
func add(parent *etree.Element, tag string, attributes ...string) *etree.Element {
	el := parent.CreateElement(tag)
	set(el, attributes...)
	return el
}

func set(el *etree.Element, attributes ...string) {
	for i := 0; i < len(attributes); i += 2 {
		el.CreateAttr(attributes[i], attributes[i+1])
	}
}

// serialize writes an element, with the escapes of canonical XML: those of etree's default lose a carriage
// return.
func serialize(el *etree.Element) []byte {
	var b bytes.Buffer
	el.WriteTo(&b, &etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true, CanonicalEndTags: true})
	return b.Bytes()
}
