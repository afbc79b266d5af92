package dom

import (
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
	"seismark/wssec/xmltok"
)

// encryptedKey writes a session key, enciphered for the other side.
func (w *writer) encryptedKey(session []byte) error {
	transport, err := xmlenc.TransportFor(w.cfg.Policy.Suite)
	if err != nil {
		return fmt.Errorf("encrypt: %w", err)
	}
	key, err := w.cfg.PublicKey(w.to)
	if err != nil {
		return fmt.Errorf("encrypt: %w", err)
	}
	value, err := transport.Wrap(key, session)
	if err != nil {
		return fmt.Errorf("encrypt to %s: %w", w.to.Subject, err)
	}
	if w.sent != nil {
		w.sent.Key.Put(value, session)
	}
	out := w.cfg.Outgoing()
	by := out.EncryptionReference()
	if by == wssec.ByToken {
		w.token(w.to, w.named("X509-to"))
	}
	el := add(w.security, "xenc:EncryptedKey", "xmlns:xenc", soap.XENC, "Id", w.named("EK"))
	before, between, behind := transport.Around()
	if err := addMarkup(el, transport.Method()+`<ds:KeyInfo xmlns:ds="`+soap.DS+`">`+
		before+base64.StdEncoding.EncodeToString(transport.Ephemeral)+between+behind+`</ds:KeyInfo>`); err != nil {
		return err
	}
	info := el.FindElement(".//xenc:RecipientKeyInfo")
	if info == nil {
		info = el.FindElement("./ds:KeyInfo")
	}
	if err := refer(info, by, w.to, w.named("X509-to")); err != nil {
		return fmt.Errorf("encrypt: %w", err)
	}
	cipherValue(el, value)
	w.list(el)
	return nil
}

// addMarkup adds elements that are given as text, with the prefixes of a Security header and of xenc.
func addMarkup(el *etree.Element, text string) error {
	top, err := parse([]byte("<top>"+text+"</top>"), xmltok.Scope{Bindings: []xmltok.Binding{
		{Prefix: "xenc", URI: soap.XENC}, {Prefix: "wsse", URI: soap.WSSE},
	}})
	if err != nil {
		return err
	}
	for _, kid := range top.ChildElements() {
		el.AddChild(kid)
	}
	return nil
}

func cipherValue(el *etree.Element, value []byte) {
	add(add(el, "xenc:CipherData"), "xenc:CipherValue").SetText(base64.StdEncoding.EncodeToString(value))
}

// sessionKey is an EncryptedKey that was read.
type sessionKey struct {
	xmlenc.Transport
	value []byte
}

// readKey reads an EncryptedKey that is for us (XML Encryption 1.1 section 3.5.1).
func (r *reader) readKey(el *etree.Element) (*sessionKey, error) {
	e, err := readEncryptedType(el)
	if err != nil {
		return nil, err
	}
	if e.info == nil {
		return nil, wssec.Refuse(wssec.SecurityTokenUnavailable, at(el), "no KeyInfo says for whom it is")
	}
	transport, recipient, err := xmlenc.ReadTransport(r.cfg, node{e.method}, node{e.info}, at(el))
	if err != nil {
		return nil, err
	}
	cert, err := r.keys.resolve(recipient.Element, at(el)+"/KeyInfo")
	if err != nil {
		return nil, err
	}
	if r.decrypter == nil || !cert.Equal(r.cfg.Self.Certificate) {
		return nil, wssec.Refuse(wssec.SecurityTokenUnavailable, at(el),
			"it is for "+cert.Subject.String()+", whose private key is not at hand: give both as Config.Self (--cert and --key)")
	}
	return &sessionKey{transport, e.value}, nil
}

// node is an element as package xmlenc reads it.
type node struct{ *etree.Element }

func (n node) Is(space, local string) bool { return is(n.Element, space, local) }
func (n node) Local() string               { return n.Tag }
func (n node) Attr(local string) string    { return attr(n.Element, local) }
func (n node) Octets() ([]byte, error)     { return octets(n.Element) }

func (n node) Children() ([]node, error) {
	kids, err := children(n.Element)
	nodes := make([]node, len(kids))
	for i, kid := range kids {
		nodes[i] = node{kid}
	}
	return nodes, err
}

// encryptedType is what EncryptedKey and EncryptedData have in common (XML Encryption 1.1 section 3.1).
type encryptedType struct {
	method, info *etree.Element // info is nil where absent
	value        []byte
}

func readEncryptedType(el *etree.Element) (e encryptedType, err error) {
	fail := func(err error) (encryptedType, error) { return e, refuseAs(wssec.InvalidSecurity, at(el), err) }
	kids, err := children(el)
	if err != nil {
		return fail(err)
	}
	if len(kids) > 0 && is(kids[0], soap.XENC, "EncryptionMethod") {
		e.method, kids = kids[0], kids[1:]
	}
	if len(kids) > 0 && is(kids[0], soap.DS, "KeyInfo") {
		e.info, kids = kids[0], kids[1:]
	}
	if e.method == nil || len(kids) == 0 || !is(kids[0], soap.XENC, "CipherData") {
		return fail(errors.New("it must hold EncryptionMethod, at most one KeyInfo, CipherData, in this order"))
	}
	for _, kid := range kids[1:] {
		switch {
		case el.Tag == "EncryptedKey" && is(kid, soap.XENC, "ReferenceList"),
			el.Tag == "EncryptedKey" && is(kid, soap.XENC, "CarriedKeyName"),
			is(kid, soap.XENC, "EncryptionProperties"):
		default:
			return fail(fmt.Errorf("%s cannot stand behind CipherData", kid.Tag))
		}
	}
	value, err := shape(kids[0], soap.XENC, "CipherValue")
	if err != nil {
		return fail(fmt.Errorf("only cipher text in the message is taken, no CipherReference: %w", err))
	}
	if e.value, err = octets(value[0]); err != nil {
		return fail(err)
	}
	return e, nil
}

// refuseAs makes an error a FaultError, unless it is one.
func refuseAs(code wssec.FaultCode, where string, err error) error {
	if fault := (*wssec.FaultError)(nil); errors.As(err, &fault) {
		return err
	}
	return &wssec.FaultError{Code: code, At: where, Err: err}
}
