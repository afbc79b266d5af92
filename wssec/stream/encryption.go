package stream

import (
	"bytes"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmldsig"
	"seismark/wssec/xmlenc"
)

// encryptedData adds EncryptedData, which refers to its key as CXF does.
func (t *template) encryptedData(cipher wssec.Algorithm, by wssec.KeyReference) {
	t.text(`<xenc:EncryptedData xmlns:xenc="` + soap.XENC + `"`)
	t.named("Id", "ED")
	t.text(` Type="` + soap.TypeContent + `"><xenc:EncryptionMethod Algorithm="` + string(cipher) +
		`"></xenc:EncryptionMethod><ds:KeyInfo xmlns:ds="` + soap.DS + `"><wsse:SecurityTokenReference xmlns:wsse="` + soap.WSSE +
		`" xmlns:wsse11="` + soap.WSSE11 + `" wsse11:TokenType="` + soap.EncryptedKey + `">`)
	if by == wssec.ByEncryptedKeySHA1 {
		t.text(identifierStart + soap.EncryptedKeySHA1 + `">`)
		t.put(requestKey)
		t.text(identifierEnd)
	} else {
		t.text(`<wsse:Reference`)
		t.named("URI", "#EK")
		t.text(`></wsse:Reference>`)
	}
	t.text(`</wsse:SecurityTokenReference></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>`)
	t.put(cipherText)
	t.text(`</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>`)
}

// encrypt writes the Body apart, digests it, and enciphers its content in its place. The IV then stands
// where its start tag ended.
//
//	apart  <soap:Body ...>payload</soap:Body>
//	                 |sealed         |
func (w *writer) encrypt(t *template, to *x509.Certificate) error {
	cipher, key := w.e.cipher, w.session[:w.e.cipher.KeySize]
	if err := w.choose(key, to); err != nil {
		return err
	}
	w.apart = w.fill(w.apart[:0], t.body)
	start := len(w.apart)
	w.apart = append(w.c.append(w.apart), t.end...)
	body, err := w.canonical(w.apart)
	if err != nil {
		return err
	}
	w.apart = slices.Grow(append(w.apart[:0], body...), xmlenc.MaxBack)
	w.sum = xmldsig.Sum(w.sum[:0], w.cfg.Policy.Suite.Algorithms().Digest.Hash(), w.apart)
	w.sealed, err = cipher.Seal(key, w.apart[start-cipher.Front():len(w.apart)-len(t.end)])
	return err
}

// choose makes the session key, and enciphers it; or it takes that of the request.
func (w *writer) choose(key []byte, to *x509.Certificate) error {
	if out := w.cfg.Outgoing(); out.EncryptionReference() == wssec.ByEncryptedKeySHA1 {
		return w.requested(key)
	}
	if to == nil {
		return errors.New("encrypt: nobody to encrypt to: set Config.Peer, or answer a signed request")
	}
	rand.Read(key)
	return w.wrap(key, to)
}

// readEncrypted reads what is encrypted: what the ReferenceLists name, and the content of the Body.
func (r *reader) readEncrypted() error {
	for _, l := range r.header.lists {
		nodes, err := r.readList(l.list)
		if err != nil {
			return err
		}
		for _, n := range nodes {
			id := r.header.attr(n, "URI")[1:]
			el, ok := r.elementOf(id)
			if !ok || r.isPart(el.From) {
				return badList(fmt.Errorf("#%s names nothing, or twice the same", id))
			}
			if err := r.take(el, l.key); err != nil {
				return err
			}
		}
	}
	c := &r.env.Content
	if c.Space == soap.XENC && c.Local == "EncryptedData" && !r.isPart(c.From) {
		if err := r.take(c.Element, none); err != nil {
			return err
		}
	}
	slices.SortFunc(r.parts, func(a, b part) int { return a.from - b.from })
	for i := 1; i < len(r.parts); i++ {
		if r.parts[i].from < r.parts[i-1].to {
			return badList(errors.New("EncryptedData within EncryptedData is named"))
		}
	}
	return nil
}

// elementOf finds what a list names: mostly the content of the Body, whose scope is at hand.
func (r *reader) elementOf(id []byte) (soap.Element, bool) {
	if from, _, ok := r.env.Place(id); ok && from == r.env.Content.From {
		return r.env.Content.Element, true
	}
	el, _, ok := r.env.Locate(string(id))
	return el, ok
}

func (r *reader) isPart(from int) bool {
	return slices.ContainsFunc(r.parts, func(p part) bool { return p.from == from })
}

func (r *reader) take(el soap.Element, owner node) error {
	r.parts = append(r.parts, part{from: el.From, to: el.To, scope: el.Scope})
	p := &r.parts[len(r.parts)-1]
	if err := r.readPart(p, owner); err != nil {
		return err
	}
	return r.malleable(p)
}

// readList gives the references of a ReferenceList.
func (r *reader) readList(n node) ([]node, error) {
	h := &r.header
	kids, err := h.children(n)
	if err != nil {
		return nil, badList(err)
	}
	before := len(r.parts)
	if most := r.cfg.Limits.References; len(kids) == 0 || before+len(kids) > most {
		return nil, badList(fmt.Errorf("%d references: at least one, and at most Limits.References, %d", before+len(kids), most))
	}
	for _, kid := range kids {
		if uri := h.attr(kid, "URI"); !bytes.HasPrefix(uri, []byte("#")) || !h.is(kid, soap.XENC, "DataReference") {
			return nil, badList(fmt.Errorf("%s %q: only DataReference to elements of the message by their id is taken", h.local(kid), uri))
		}
	}
	return kids, nil
}

func badList(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Security/ReferenceList", Err: err}
}

// malleable refuses CBC, which anybody can change, where no Reference covers the part: the answers to
// changed messages would tell the plain text. An Accept that names the cipher is taken to know.
func (r *reader) malleable(p *part) error {
	if p.cipher.GCM || slices.Contains(r.cfg.Accept, p.name) {
		return nil
	}
	for _, ref := range r.signature.references {
		if ref.in != nowhere && ref.from <= p.from && p.to <= ref.to {
			return nil
		}
	}
	return wssec.Refuse(wssec.InvalidSecurity, "EncryptedData", string(p.name)+
		" without a signature over it: sign what is encrypted, or name the cipher in Config.Accept")
}
