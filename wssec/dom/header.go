package dom

import (
	"errors"
	"fmt"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// header is what stands in a Security header and needs keys.
type header struct {
	signature *etree.Element
	keys      []*etree.Element // EncryptedKey
	lists     []list
	// A part is processed in the order of the header, the last made standing first (SOAP Message Security
	// 1.1 section 5): a ReferenceList before the Signature means decrypt, then digest.
	before, after bool // ReferenceLists stand before, behind the Signature
}

// list is a ReferenceList and the EncryptedKey that it stands in, if any.
type list struct{ list, key *etree.Element }

// signedLast reports whether the signature is over the cipher text.
func (h *header) signedLast() bool { return h.after && !h.before }

// readHeader reads the tokens that need no key. Children that it does not know are kept for references, and
// passed over.
func (r *reader) readHeader() error {
	root, err := parse(r.env.Bytes(r.env.Security.Element), r.env.Security.Scope)
	if err != nil {
		return badHeader(err)
	}
	kids, err := children(root)
	if err != nil {
		return badHeader(err)
	}
	if most := r.cfg.Limits.Tokens; len(kids) > most {
		return badHeader(fmt.Errorf("%d tokens, Limits.Tokens is %d", len(kids), most))
	}
	for _, kid := range kids {
		if id := idOf(kid); id != "" {
			r.keys.tokens[id] = kid
		}
		if err := r.readChild(kid); err != nil {
			return err
		}
	}
	if h := &r.header; h.signature != nil && h.before && h.after {
		return badHeader(errors.New("ReferenceLists on both sides of the Signature: encrypt before signing, or after"))
	}
	return nil
}

func (r *reader) readChild(el *etree.Element) (err error) {
	h := &r.header
	switch {
	case is(el, soap.WSU, "Timestamp"):
		if !r.facts.Created.IsZero() {
			return badHeader(errors.New("two Timestamps"))
		}
		r.timestamp = idOf(el)
		r.facts.Created, r.facts.Expires, err = readTimestamp(el)
		return err
	case is(el, soap.WSSE, "UsernameToken"):
		if r.facts.Login != nil {
			return badHeader(errors.New("two UsernameTokens"))
		}
		r.facts.Login, err = readUsername(el)
		return err
	case is(el, soap.WSSE11, "SignatureConfirmation"):
		if !r.cfg.Incoming().Confirm {
			return nil // who did not ask need not look
		}
		c, err := readConfirmation(el)
		r.facts.Confirmations = append(r.facts.Confirmations, c)
		r.confirmations = append(r.confirmations, idOf(el))
		return err
	case is(el, soap.DS, "Signature"):
		if h.signature != nil {
			return badHeader(errors.New("two Signatures, where one is taken"))
		}
		h.signature = el
	case is(el, soap.XENC, "EncryptedKey"):
		h.keys = append(h.keys, el)
		for _, kid := range el.ChildElements() {
			if is(kid, soap.XENC, "ReferenceList") {
				h.encrypts(list{kid, el})
			}
		}
	case is(el, soap.XENC, "ReferenceList"):
		h.encrypts(list{el, nil})
	case is(el, soap.XENC, "EncryptedData"):
		return wssec.Refuse(wssec.UnsupportedSecurityToken, at(el), "an encrypted token: send tokens in the clear, or over TLS")
	}
	return nil
}

func (h *header) encrypts(l list) {
	h.lists = append(h.lists, l)
	if h.signature == nil {
		h.before = true
	} else {
		h.after = true
	}
}

func badHeader(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Header/Security", Err: err}
}
