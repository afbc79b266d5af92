package dom

import (
	"bytes"
	"crypto/sha1"
	"errors"
	"fmt"
	"slices"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
)

// part is an EncryptedData that was read.
type part struct {
	soap.Element
	whole bool // Type is Element
	name  wssec.Algorithm
	xmlenc.Cipher
	data []byte
	key  *sessionKey
}

// readPart reads an EncryptedData of the Body. Owner is the EncryptedKey whose list names it, or nil.
func (r *reader) readPart(at soap.Element, owner *etree.Element) (part, error) {
	p := part{Element: at}
	fail := func(code wssec.FaultCode, err error) (part, error) { return p, refuseAs(code, "EncryptedData", err) }
	if at.From < r.env.Body.From || at.To >= r.env.Body.To {
		return fail(wssec.InvalidSecurity, errors.New("it is not in the Body: encrypted headers are not read"))
	}
	el, err := sapling{room: r.cfg.Limits.Nodes, comments: true}.grow(r.env.Bytes(at), at.Scope)
	if err == errLarge {
		err = soap.ManyNodes("it", r.cfg.Limits.Nodes)
	}
	if err != nil {
		return fail(wssec.InvalidSecurity, err)
	}
	if !is(el, soap.XENC, "EncryptedData") {
		return fail(wssec.InvalidSecurity, fmt.Errorf("a ReferenceList names a %s", el.Tag))
	}
	switch t := attr(el, "Type"); t {
	case soap.TypeElement:
		p.whole = true
	case soap.TypeContent:
	default:
		return fail(wssec.InvalidSecurity, fmt.Errorf("the Type %q is neither Content nor Element", t))
	}
	e, err := readEncryptedType(el)
	if err != nil {
		return p, err
	}
	p.data, p.name = e.value, wssec.Algorithm(attr(e.method, "Algorithm"))
	if err := r.cfg.CheckAlgorithm(p.name, "EncryptedData/EncryptionMethod"); err != nil {
		return p, err
	}
	if p.Cipher, err = xmlenc.CipherOf(p.name); err != nil {
		return fail(wssec.UnsupportedAlgorithm, err)
	}
	if p.key, err = r.keyOf(e.info, owner); err != nil {
		return fail(wssec.SecurityTokenUnavailable, err)
	}
	return p, nil
}

// keyOf finds the key of an EncryptedData: that of the EncryptedKey in its KeyInfo, named there, or whose list names
// it; or that of the request.
func (r *reader) keyOf(info, owner *etree.Element) (*sessionKey, error) {
	if info == nil {
		if owner == nil {
			return nil, errors.New("neither its KeyInfo nor the ReferenceList of an EncryptedKey says with which key")
		}
		return r.readKey(owner)
	}
	el, err := only(info, "EncryptedData/KeyInfo")
	if err != nil {
		return nil, err
	}
	if is(el, soap.XENC, "EncryptedKey") {
		return r.readKey(el)
	}
	if is(el, soap.WSSE, "SecurityTokenReference") {
		if el, err = only(el, "EncryptedData/KeyInfo"); err != nil {
			return nil, err
		}
		if key := r.namedKey(el); key != nil {
			return r.readKey(key)
		}
		if key := r.keyOfRequest(el); key != nil {
			return key, nil
		}
	}
	return nil, fmt.Errorf("its KeyInfo names by %s no EncryptedKey of this Security header", el.Tag)
}

// namedKey finds the EncryptedKey that a SecurityTokenReference names by id or by digest, or nil.
func (r *reader) namedKey(el *etree.Element) *etree.Element {
	for _, key := range r.header.keys {
		if is(el, soap.WSSE, "Reference") && idOf(key) != "" && attr(el, "URI") == "#"+idOf(key) {
			return key
		}
		if is(el, soap.WSSE, "KeyIdentifier") && attr(el, "ValueType") == soap.EncryptedKeySHA1 {
			want, err := octets(el)
			e, broken := readEncryptedType(key)
			if have := sha1.Sum(e.value); err == nil && broken == nil && bytes.Equal(have[:], want) {
				return key
			}
		}
	}
	return nil
}

// keyOfRequest is the key of the request, where a SecurityTokenReference names that by digest, or nil. What we signed
// ourselves is no answer, but the request sent back.
func (r *reader) keyOfRequest(el *etree.Element) *sessionKey {
	request := r.facts.Request
	if r.keeps || request == nil || !is(el, soap.WSSE, "KeyIdentifier") || attr(el, "ValueType") != soap.EncryptedKeySHA1 {
		return nil
	}
	if s := r.facts.Signer; s != nil && s.Equal(r.cfg.Self.Certificate) {
		return nil
	}
	if digest, err := octets(el); err != nil || !request.Key.Named(digest) {
		return nil
	}
	return &sessionKey{xmlenc.Shared(r.cfg.Policy.Suite, request.Key.Octets()), nil}
}

// malleable refuses CBC, which anybody can change, where no Reference covers the part: the answers to
// changed messages would tell the plain text. An Accept that names the cipher is taken to know.
func (r *reader) malleable(p part, sig *signature) error {
	if p.GCM || slices.Contains(r.cfg.Accept, p.name) {
		return nil
	}
	if sig != nil {
		for _, ref := range sig.references {
			if from, to, ok := r.env.Place([]byte(ref.id)); ok && from <= p.From && p.To <= to {
				return nil
			}
		}
	}
	return wssec.Refuse(wssec.InvalidSecurity, "EncryptedData", string(p.name)+
		" without a signature over it: sign what is encrypted, or name the cipher in Config.Accept")
}
