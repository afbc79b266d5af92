package stream

import (
	"errors"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// header is a Security header, and what stands in it and needs keys.
type header struct {
	outline
	tokens        []node // its children
	signature     node
	keys          []node // EncryptedKey
	lists         []list
	stamp         node   // Timestamp
	confirmations []node // as those of the facts
	// A part is processed in the order of the header, the last made standing first (SOAP Message Security
	// 1.1 section 5): a ReferenceList before the Signature means decrypt, then digest.
	before, after bool // ReferenceLists stand before, behind the Signature
}

// list is a ReferenceList and the EncryptedKey that it stands in, or none.
type list struct{ list, key node }

func (h *header) reset() {
	h.outline.reset()
	h.tokens, h.keys, h.lists = nil, h.keys[:0], h.lists[:0]
	h.signature, h.stamp, h.before, h.after = none, none, false, false
	h.confirmations = h.confirmations[:0]
}

// signedLast reports whether the signature is over the cipher text.
func (h *header) signedLast() bool { return h.after && !h.before }

// token finds a child of the header by its id.
func (h *header) token(id []byte) node {
	for _, n := range h.tokens {
		if own := h.id(n); len(own) > 0 && string(own) == string(id) {
			return n
		}
	}
	return none
}

// readHeader reads the tokens that need no key. Children that it does not know are passed over, unless a
// reference names them.
func (r *reader) readHeader() error {
	h := &r.header
	var err error
	if h.tokens, err = h.children(root); err != nil {
		return badHeader(err)
	}
	if most := r.cfg.Limits.Tokens; len(h.tokens) > most {
		return badHeader(fmt.Errorf("%d tokens, Limits.Tokens is %d", len(h.tokens), most))
	}
	for _, n := range h.tokens {
		if err := r.readChild(n); err != nil {
			return err
		}
	}
	if h.signature != none && h.before && h.after {
		return badHeader(errors.New("ReferenceLists on both sides of the Signature: encrypt before signing, or after"))
	}
	return nil
}

func (r *reader) readChild(n node) (err error) {
	h, facts := &r.header, &r.message.Facts
	switch {
	case h.is(n, soap.WSU, "Timestamp"):
		if h.stamp != none {
			return badHeader(errors.New("two Timestamps"))
		}
		h.stamp = n
		facts.Created, facts.Expires, err = h.readTimestamp(n)
		return err
	case h.is(n, soap.WSSE, "UsernameToken"):
		if facts.Login != nil {
			return badHeader(errors.New("two UsernameTokens"))
		}
		r.message.login, err = h.readUsername(n)
		facts.Login = &r.message.login
		return err
	case h.is(n, soap.WSSE11, "SignatureConfirmation"):
		if !r.cfg.Incoming().Confirm {
			return nil // who did not ask need not look
		}
		c, err := h.readConfirmation(n)
		facts.Confirmations, h.confirmations = append(facts.Confirmations, c), append(h.confirmations, n)
		return err
	case h.is(n, soap.DS, "Signature"):
		if h.signature != none {
			return badHeader(errors.New("two Signatures, where one is taken"))
		}
		h.signature = n
	case h.is(n, soap.XENC, "EncryptedKey"):
		h.keys = append(h.keys, n)
		for _, kid := range h.list(n) {
			if h.is(kid, soap.XENC, "ReferenceList") {
				h.encrypts(list{kid, n})
			}
		}
	case h.is(n, soap.XENC, "ReferenceList"):
		h.encrypts(list{n, none})
	case h.is(n, soap.XENC, "EncryptedData"):
		return wssec.Refuse(wssec.UnsupportedSecurityToken, h.where(n), "an encrypted token: send tokens in the clear, or over TLS")
	}
	return nil
}

func (h *header) encrypts(l list) {
	h.lists = append(h.lists, l)
	if h.signature == none {
		h.before = true
	} else {
		h.after = true
	}
}

func badHeader(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Header/Security", Err: err}
}
