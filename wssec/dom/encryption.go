package dom

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
)

// encrypt puts EncryptedData in the place of the Body's content, and its key into the header.
func (w *writer) encrypt() error {
	cipher := w.cfg.Policy.Suite.Algorithms().Cipher
	c, err := xmlenc.CipherOf(cipher)
	if err != nil {
		return err
	}
	session, reference, err := w.sessionKey(c.KeySize)
	if err != nil {
		return err
	}
	body := w.body[0]
	start := body[:bytes.IndexByte(body, '>')+1] // no attribute of ours holds a >
	end := []byte("</soap:Body>")
	data, err := c.Seal(session, append(make([]byte, c.Front()), body[len(start):len(body)-len(end)]...))
	if err != nil {
		return err
	}
	w.body = [][]byte{start, serialize(w.encryptedData(cipher, data, reference)), end}
	return nil
}

// sessionKey gives the key to encrypt with, and says in the header what it encrypts: a new one in an EncryptedKey,
// or that of the request. Reference fills in a SecurityTokenReference to it.
func (w *writer) sessionKey(size int) (session []byte, reference func(*etree.Element), err error) {
	out := w.cfg.Outgoing()
	if out.EncryptionReference() == wssec.ByEncryptedKeySHA1 {
		key, err := w.requestKey(size)
		if err != nil {
			return nil, nil, err
		}
		w.list(w.security)
		return key.Octets(), func(str *etree.Element) {
			digest := key.Digest()
			identify(str, soap.EncryptedKeySHA1, digest[:])
		}, nil
	}
	if w.to == nil {
		return nil, nil, errors.New("encrypt: nobody to encrypt to: set Config.Peer, or answer a signed request")
	}
	session = make([]byte, size)
	rand.Read(session)
	return session, func(str *etree.Element) { add(str, "wsse:Reference", "URI", "#"+w.named("EK")) }, w.encryptedKey(session)
}

// list adds a ReferenceList of what is encrypted.
func (w *writer) list(parent *etree.Element) {
	list := add(parent, "xenc:ReferenceList")
	if parent == w.security {
		set(list, "xmlns:xenc", soap.XENC)
	}
	add(list, "xenc:DataReference", "URI", "#"+w.named("ED"))
}

// encryptedData refers to its key as CXF does.
func (w *writer) encryptedData(cipher wssec.Algorithm, data []byte, reference func(*etree.Element)) *etree.Element {
	el := &etree.Element{Space: "xenc", Tag: "EncryptedData"}
	set(el, "xmlns:xenc", soap.XENC, "Id", w.named("ED"), "Type", soap.TypeContent)
	add(el, "xenc:EncryptionMethod", "Algorithm", string(cipher))
	str := add(add(el, "ds:KeyInfo", "xmlns:ds", soap.DS), "wsse:SecurityTokenReference",
		"xmlns:wsse", soap.WSSE, "xmlns:wsse11", soap.WSSE11, "wsse11:TokenType", soap.EncryptedKey)
	reference(str)
	cipherValue(el, data)
	return el
}

// readEncrypted reads what is encrypted: what the ReferenceLists name, and the content of the Body.
func (r *reader) readEncrypted(sig *signature) ([]part, error) {
	var parts []part
	take := func(el soap.Element, owner *etree.Element) error {
		p, err := r.readPart(el, owner)
		if err == nil {
			err = r.malleable(p, sig)
		}
		parts = append(parts, p)
		return err
	}
	for _, l := range r.header.lists {
		uris, err := r.readList(l.list, len(parts))
		if err != nil {
			return nil, err
		}
		for _, id := range uris {
			el, _, ok := r.env.Locate(id)
			if !ok {
				return nil, badList(fmt.Errorf("no element has the id %s", id))
			}
			if err := take(el, l.key); err != nil {
				return nil, err
			}
		}
	}
	c := r.env.Content
	if c.Space == soap.XENC && c.Local == "EncryptedData" &&
		!slices.ContainsFunc(parts, func(p part) bool { return p.From == c.From }) {
		if err := take(c.Element, nil); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(parts, func(a, b part) int { return a.From - b.From })
	for i := 1; i < len(parts); i++ {
		if parts[i].From < parts[i-1].To {
			return nil, badList(errors.New("one EncryptedData is named twice, or within another"))
		}
	}
	return parts, nil
}

// readList gives the ids of a ReferenceList, before which others were read.
func (r *reader) readList(list *etree.Element, before int) ([]string, error) {
	kids, err := children(list)
	if err != nil {
		return nil, badList(err)
	}
	if most := r.cfg.Limits.References; len(kids) == 0 || before+len(kids) > most {
		return nil, badList(fmt.Errorf("%d references: at least one, and at most Limits.References, %d", before+len(kids), most))
	}
	var ids []string
	for _, kid := range kids {
		id, ok := strings.CutPrefix(attr(kid, "URI"), "#")
		if !ok || !is(kid, soap.XENC, "DataReference") {
			return nil, badList(fmt.Errorf("%s %q: only DataReference to elements of the message by their id is taken", kid.Tag, attr(kid, "URI")))
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func badList(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Security/ReferenceList", Err: err}
}
