package stream

import (
	"bytes"

	"seismark/wssec/xmltok"
	"seismark/wssec/xsd"
)

// outline is an element of a message and all within it, in one list, parents before their children. Nothing
// is copied but values that the source does not hold in one piece. Zero is ready for begin.
type outline struct {
	elements []element
	attrs    []xmltok.Attr
	decls    []xmltok.Decl
	scope    xmltok.Scope // around the root
	inner    node         // the innermost open element; none when all is read
	room     int          // nodes that it may still have
	values   []byte       // of elements whose text is not in one piece, and decoded octets
	lists    []node       // what children gave
	prefixes []string     // see known
}

// node is an element by its place in the list.
type node int32

const (
	root node = 0
	none node = -1
)

type element struct {
	xmltok.Name
	from, to     int // in the source
	parent, next node
	attrs, decls int // where its own begin; they end where those of the next element begin
	value        []byte
	own          int // where value begins in values, -1 where it is in the source
	kids         bool
	text         bool // more than white space
	comment      bool
}

func (o *outline) reset() {
	clear(o.elements)
	clear(o.attrs)
	clear(o.decls)
	o.elements, o.attrs, o.decls, o.lists = o.elements[:0], o.attrs[:0], o.decls[:0], o.lists[:0]
	o.values, o.inner, o.room = o.values[:0], none, 0
	if cap(o.values) > maxKept || max(cap(o.elements), cap(o.attrs), cap(o.decls), cap(o.lists)) > usual {
		*o = outline{inner: none}
	}
}

// open reports whether the outline wants the next token.
func (o *outline) open() bool { return o.inner != none && len(o.elements) > 0 }

// usual bounds the lists that are kept from one message to the next.
const usual = 1024

// begin starts with the tokenizer's current Start, in the scope around it, for an element of so many nodes at
// the most.
func (o *outline) begin(t *xmltok.Tokenizer, most int) {
	o.inner, o.room = none, most
	t.OuterInto(&o.scope)
	o.start(t)
	o.count(t)
}

// count takes the nodes of the current token off those that the element may have. Where it has more, the
// outline wants no more tokens.
func (o *outline) count(t *xmltok.Tokenizer) {
	if o.room -= t.Nodes(); o.full() {
		o.inner = none
	}
}

// full reports whether the element has more nodes than it may.
func (o *outline) full() bool { return o.room < 0 }

// add takes the next token, up to the End of the root.
func (o *outline) add(kind xmltok.Kind, t *xmltok.Tokenizer) {
	switch kind {
	case xmltok.Start:
		o.start(t)
	case xmltok.End:
		el := &o.elements[o.inner]
		_, el.to = t.Span()
		el.next = node(len(o.elements))
		o.inner = el.parent
	case xmltok.Text, xmltok.CDATA:
		o.chars(t)
	default:
		o.elements[o.inner].comment = true
	}
	o.count(t)
}

func (o *outline) start(t *xmltok.Tokenizer) {
	if o.inner != none {
		o.elements[o.inner].kids = true
	}
	from, _ := t.Span()
	o.elements = append(o.elements, element{
		Name: t.Name(), from: from, parent: o.inner, attrs: len(o.attrs), decls: len(o.decls), own: -1,
	})
	o.inner = node(len(o.elements) - 1)
	o.attrs = append(o.attrs, t.Attrs()...)
	o.decls = append(o.decls, t.Decls()...)
}

// chars takes a piece of text. The text of an element with children is of interest only as far as it is not
// white space.
func (o *outline) chars(t *xmltok.Tokenizer) {
	el, n := &o.elements[o.inner], len(o.values)
	piece := t.Content()
	if !t.Plain() {
		o.values = t.AppendText(o.values)
		piece = o.values[n:]
	}
	el.text = el.text || len(bytes.Trim(piece, xsd.Blanks)) > 0
	switch {
	case el.kids:
		o.values = o.values[:n]
	case el.own >= 0:
		if t.Plain() {
			o.values = append(o.values, piece...)
		}
		el.value = o.values[el.own:]
	case el.value == nil && t.Plain():
		el.value = piece
	default:
		before := el.value
		el.own = len(o.values[:n])
		piece = bytes.Clone(piece)
		o.values = append(append(o.values[:n], before...), piece...)
		el.value = o.values[el.own:]
	}
}
