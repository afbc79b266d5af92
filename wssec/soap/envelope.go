package soap

import (
	"bytes"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// Envelope is the skeleton of a message: where its parts stand. Offsets are of Octets.
type Envelope struct {
	Octets  []byte
	Version wssec.Version
	Headers []Block // in the order of the message
	Body    Element
	Content Content
	// Security is the one WS-Security header that is for us, nil for none.
	Security *Block

	limits xmltok.Limits
	ids    ids
}

// Element is a place of an envelope: Octets[From:To], and what it inherits from around it.
type Element struct {
	From, To int
	Scope    xmltok.Scope
}

// Block is a header block.
type Block struct {
	Element
	Space, Local   string
	Role           string // actor in SOAP 1.1; empty where absent
	ForUs          bool   // no role, next, or the ultimate receiver
	MustUnderstand bool
}

// Addressing reports whether the block is one of WS-Addressing.
func (b *Block) Addressing() bool { return b.Space == WSA || b.Space == WSA2004 }

// Content tells of the first element of the Body. Zero is a Body without one.
type Content struct {
	Element
	Space, Local string
	Alone        bool // nothing but white space is beside it in the Body
}

// Bytes are those of an element of the envelope.
func (e *Envelope) Bytes(el Element) []byte { return e.Octets[el.From:el.To:el.To] }

// Understood reports a header that is for us and must be understood, but is not WS-Security.
func (e *Envelope) Understood() error {
	for i := range e.Headers {
		if b := &e.Headers[i]; b.ForUs && b.MustUnderstand && b != e.Security {
			return wssec.Refuse(wssec.MustUnderstand, "Header/"+b.Local,
				"the header {"+b.Space+"}"+b.Local+" must be understood, and is not: send it without mustUnderstand")
		}
	}
	return nil
}

// Addressing gives the WS-Addressing headers.
func (e *Envelope) Addressing() []Element {
	var found []Element
	for _, b := range e.Headers {
		if b.Addressing() {
			found = append(found, b.Element)
		}
	}
	return found
}

// Place finds the one element that has an id: Octets[from:to].
func (e *Envelope) Place(id []byte) (from, to int, ok bool) {
	i := e.ids.find(id)
	if i < 0 {
		return 0, 0, false
	}
	return e.ids.list[i].from, e.ids.list[i].to, true
}

// Locate finds the one element that has an id, and its path from the Envelope by local names. It reads the
// envelope again up to there, so that Split need not keep a scope for every id.
func (e *Envelope) Locate(id string) (el Element, path string, ok bool) {
	if el.From, el.To, ok = e.Place([]byte(id)); !ok {
		return Element{}, "", false
	}
	var t xmltok.Tokenizer
	t.Limits = e.limits
	t.Reset(e.Octets)
	var names [][]byte // of the open elements
	for {
		kind, err := t.Next()
		if err != nil || kind == xmltok.EOF {
			return Element{}, "", false // cannot be: Split has read it
		}
		if kind != xmltok.Start {
			continue
		}
		names = append(names[:t.Depth()-1], t.Name().Local)
		if from, _ := t.Span(); from == el.From {
			el.Scope = t.Outer()
			return el, string(bytes.Join(names, []byte("/"))), true
		}
	}
}

// Find gives the first element within el that a path of names leads to.
func (e *Envelope) Find(el Element, path ...[2]string) (Element, bool) {
	t := xmltok.Tokenizer{Limits: e.limits}
	t.ResetFragment(e.Bytes(el), el.Scope)
	met := 0 // of path
	for {
		kind, err := t.Next()
		if err != nil || kind == xmltok.EOF {
			return Element{}, false
		}
		switch depth := t.Depth() - 1; { // el itself is at zero
		case kind == xmltok.Start && depth == met+1 && t.Name().Is(path[met][0], path[met][1]):
			if met++; met == len(path) {
				from, _ := t.Span()
				scope := t.Outer()
				if t.Skip() != nil {
					return Element{}, false
				}
				_, to := t.Span()
				return Element{From: el.From + from, To: el.From + to, Scope: scope}, true
			}
		case kind == xmltok.End && depth == met && met > 0:
			return Element{}, false // the first that met the path this far does not lead on
		}
	}
}
