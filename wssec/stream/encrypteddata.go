package stream

import (
	"bytes"
	"crypto/sha1"
	"errors"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
	"seismark/wssec/xmltok"
)

// part is an EncryptedData that was read.
type part struct {
	from, to int
	scope    xmltok.Scope
	whole    bool // Type is Element
	name     wssec.Algorithm
	cipher   xmlenc.Cipher
	data     []byte
	key      encrypted
}

// encryptedType is what EncryptedKey and EncryptedData have in common (XML Encryption 1.1 section 3.1).
type encryptedType struct {
	method, info, value node // info is none where absent
}

func (o *outline) readEncryptedType(n node) (e encryptedType, err error) {
	fail := func(err error) (encryptedType, error) { return e, refuseAs(wssec.InvalidSecurity, o.where(n), err) }
	e.method, e.info = none, none
	kids, err := o.children(n)
	if err != nil {
		return fail(err)
	}
	if len(kids) > 0 && o.is(kids[0], soap.XENC, "EncryptionMethod") {
		e.method, kids = kids[0], kids[1:]
	}
	if len(kids) > 0 && o.is(kids[0], soap.DS, "KeyInfo") {
		e.info, kids = kids[0], kids[1:]
	}
	if e.method == none || len(kids) == 0 || !o.is(kids[0], soap.XENC, "CipherData") {
		return fail(errors.New("it must hold EncryptionMethod, at most one KeyInfo, CipherData, in this order"))
	}
	isKey := string(o.elements[n].Local) == "EncryptedKey"
	for _, kid := range kids[1:] {
		switch {
		case isKey && o.is(kid, soap.XENC, "ReferenceList"), isKey && o.is(kid, soap.XENC, "CarriedKeyName"),
			o.is(kid, soap.XENC, "EncryptionProperties"):
		default:
			return fail(fmt.Errorf("%s cannot stand behind CipherData", o.local(kid)))
		}
	}
	value, err := o.shape(kids[0], soap.XENC, "CipherValue")
	if err != nil {
		return fail(fmt.Errorf("only cipher text in the message is taken, no CipherReference: %w", err))
	}
	e.value = value[0]
	return e, nil
}

// readPart reads an EncryptedData of the Body. Owner is the EncryptedKey whose list names it, or none.
func (r *reader) readPart(p *part, owner node) error {
	fail := func(code wssec.FaultCode, err error) error { return refuseAs(code, "EncryptedData", err) }
	if p.from < r.env.Body.From || p.to >= r.env.Body.To {
		return fail(wssec.InvalidSecurity, errors.New("it is not in the Body: encrypted headers are not read"))
	}
	o, err := r.outlineOf(p)
	if err != nil {
		return fail(wssec.InvalidSecurity, err)
	}
	if !o.is(root, soap.XENC, "EncryptedData") {
		return fail(wssec.InvalidSecurity, fmt.Errorf("a ReferenceList names a %s", o.local(root)))
	}
	switch t := o.attr(root, "Type"); string(t) {
	case soap.TypeElement:
		p.whole = true
	case soap.TypeContent:
	default:
		return fail(wssec.InvalidSecurity, fmt.Errorf("the Type %q is neither Content nor Element", t))
	}
	e, err := o.readEncryptedType(root)
	if err != nil {
		return err
	}
	if p.data, err = r.dataOf(o, e.value); err != nil {
		return fail(wssec.InvalidSecurity, err)
	}
	p.name = r.algorithm(o, e.method)
	if err := r.cfg.CheckAlgorithm(p.name, "EncryptedData/EncryptionMethod"); err != nil {
		return err
	}
	if p.cipher, err = xmlenc.CipherOf(p.name); err != nil {
		return fail(wssec.UnsupportedAlgorithm, err)
	}
	if p.key, err = r.keyOf(o, e.info, owner); err != nil {
		return fail(wssec.SecurityTokenUnavailable, err)
	}
	return nil
}

// outlineOf gives the outline of a part. That of the content of the Body was made in passing.
func (r *reader) outlineOf(p *part) (*outline, error) {
	o := &r.data
	if p.from != r.env.Content.From || len(o.elements) == 0 {
		o = &outline{}
		if err := o.read(r.envelope[p.from:p.to:p.to], p.scope, r.cfg.Limits.Nodes); err != nil {
			return nil, err
		}
	}
	if o.full() {
		return nil, soap.ManyNodes("it", r.cfg.Limits.Nodes)
	}
	return o, nil
}

// read makes the outline of an element that stands in a scope.
func (o *outline) read(element []byte, scope xmltok.Scope, most int) error {
	t := &xmltok.Tokenizer{Limits: xmltok.Unlimited}
	t.ResetFragment(element, scope)
	if _, err := t.Next(); err != nil {
		return err
	}
	for o.begin(t, most); o.open(); {
		kind, err := t.Next()
		if err != nil {
			return err
		}
		o.add(kind, t)
	}
	return nil
}

// keyOf finds the key of an EncryptedData: that of the EncryptedKey in its KeyInfo, named there, or whose list names
// it; or that of the request.
func (r *reader) keyOf(o *outline, info, owner node) (k encrypted, err error) {
	h := &r.header
	if info == none {
		if owner == none {
			return k, errors.New("neither its KeyInfo nor the ReferenceList of an EncryptedKey says with which key")
		}
		return r.readKey(&h.outline, owner)
	}
	n, err := o.only(info, "EncryptedData/KeyInfo")
	if err != nil {
		return k, err
	}
	if o.is(n, soap.XENC, "EncryptedKey") {
		return r.readKey(o, n)
	}
	if o.is(n, soap.WSSE, "SecurityTokenReference") {
		if n, err = o.only(n, "EncryptedData/KeyInfo"); err != nil {
			return k, err
		}
		if key := r.namedKey(o, n); key != none {
			return r.readKey(&h.outline, key)
		}
		if key := r.keyOfRequest(o, n); key != nil {
			return encrypted{Transport: xmlenc.Shared(r.cfg.Policy.Suite, key)}, nil
		}
	}
	return k, fmt.Errorf("its KeyInfo names by %s no EncryptedKey of this Security header", o.local(n))
}

// keyOfRequest is the key of the request, where a SecurityTokenReference names that by digest, or nil. What we signed
// ourselves is no answer, but the request sent back.
func (r *reader) keyOfRequest(o *outline, n node) []byte {
	request := r.message.Request
	if r.keeps || request == nil || !o.is(n, soap.WSSE, "KeyIdentifier") || string(o.attr(n, "ValueType")) != soap.EncryptedKeySHA1 {
		return nil
	}
	if s := r.message.Signer; s != nil && s.Equal(r.cfg.Self.Certificate) {
		return nil
	}
	if digest, err := o.short(n); err != nil || !request.Key.Named(digest) {
		return nil
	}
	return request.Key.Octets()
}

// digestOfKey is the SHA-1 of the enciphered key, empty where that cannot be read.
func (o *outline) digestOfKey(key node) string {
	e, err := o.readEncryptedType(key)
	if err != nil {
		return ""
	}
	from := len(o.values)
	value, err := o.short(e.value)
	if err != nil {
		return ""
	}
	sum := sha1.Sum(value)
	o.values = o.values[:from]
	return string(sum[:])
}

// namedKey finds the EncryptedKey that a SecurityTokenReference names by id or by digest, or none.
func (r *reader) namedKey(o *outline, n node) node {
	h := &r.header
	id, local := bytes.CutPrefix(o.attr(n, "URI"), []byte("#"))
	byID := local && len(id) > 0 && o.is(n, soap.WSSE, "Reference")
	var want []byte
	byDigest := o.is(n, soap.WSSE, "KeyIdentifier") && string(o.attr(n, "ValueType")) == soap.EncryptedKeySHA1
	if byDigest {
		var err error
		want, err = o.short(n)
		byDigest = err == nil && len(want) > 0
	}
	for _, key := range h.keys {
		if byID && bytes.Equal(id, h.id(key)) || byDigest && h.digestOfKey(key) == string(want) {
			return key
		}
	}
	return none
}
