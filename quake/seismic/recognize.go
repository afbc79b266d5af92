package seismic

import (
	"bytes"

	"seismark/quake"
	"seismark/wssec/xmltok"
)

// Recognize is what wssec.Direct.OpenWith asks: it reads the answer that stands at the beginning of an
// element's octets, if that is in canonical form and nothing but an end tag follows, and gives its length;
// else 0, and r holds nothing of use. It goes the short road.
func (r *Results) Recognize(element []byte) int {
	r.reset()
	t := &r.reader.walker.tokens
	t.ResetFragment(element, xmltok.Scope{}) // so that its own declarations have to do
	if kind, err := t.Next(); err != nil || kind != xmltok.Start || !t.Name().Is(TypesNamespace, "results") {
		return 0
	}
	stated, err := r.reader.walker.count("results")
	if err != nil || t.SelfClosing() {
		return 0
	}
	r.Stated = stated
	_, content := t.Span()
	c := r.cursorAt(element, content)
	c.canonical = true
	if !r.quickSets(c) || !bytes.HasPrefix(element[c.p:], []byte("</")) {
		return 0
	}
	return c.p
}

// RecognizeRequest is the same for a request as AppendRequest writes it.
func RecognizeRequest(element []byte, q *quake.Query) int {
	*q = quake.Query{}
	c := cursor{b: element}
	if !c.is(`<matchQuakes xmlns="` + TypesNamespace + `">`) {
		return 0
	}
	for i, name := range requestElements {
		if !c.start(name) {
			continue
		}
		value, ok := c.text()
		if !ok || !c.end(name) || setBound(q, i, value) != nil {
			return 0
		}
	}
	if !c.end("matchQuakes") || !bytes.HasPrefix(element[c.p:], []byte("</")) {
		return 0
	}
	return c.p
}
