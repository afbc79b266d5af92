package stream

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"seismark/wssec/soap"
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
	o.values, o.inner = o.values[:0], none
	const usual = 1024
	if cap(o.values) > maxKept || max(cap(o.elements), cap(o.attrs), cap(o.decls), cap(o.lists)) > usual {
		*o = outline{inner: none}
	}
}

// open reports whether the outline wants the next token.
func (o *outline) open() bool { return o.inner != none && len(o.elements) > 0 }

// begin starts with the tokenizer's current Start, in the scope around it.
func (o *outline) begin(t *xmltok.Tokenizer) {
	o.inner = none
	t.OuterInto(&o.scope)
	o.start(t)
}

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

// is reports whether an element has a name.
func (o *outline) is(n node, space, local string) bool { return o.elements[n].Is(space, local) }

func (o *outline) local(n node) string { return string(o.elements[n].Local) }

// children are the elements of an element that holds nothing else: a comment or a text is an error, so that
// none can be read in two ways.
func (o *outline) children(n node) ([]node, error) {
	switch el := &o.elements[n]; {
	case el.text:
		return nil, fmt.Errorf("text beside the elements of %s", el.Local)
	case el.comment:
		return nil, fmt.Errorf("a comment in %s", el.Local)
	}
	return o.list(n), nil
}

// list are the elements of an element, whatever else it holds.
func (o *outline) list(n node) []node {
	from := len(o.lists)
	for k := n + 1; k < o.elements[n].next; k = o.elements[k].next {
		o.lists = append(o.lists, k)
	}
	return o.lists[from:len(o.lists):len(o.lists)]
}

// shape gives the children of an element that must be exactly these.
func (o *outline) shape(n node, space string, names ...string) ([]node, error) {
	kids, err := o.children(n)
	if err != nil {
		return nil, err
	}
	fits := len(kids) == len(names)
	for i := 0; fits && i < len(names); i++ {
		fits = o.is(kids[i], space, names[i])
	}
	if !fits {
		return nil, errors.New(o.local(n) + " must hold exactly " + strings.Join(names, ", ") + ", in this order")
	}
	return kids, nil
}

// text is the whole text of an element that holds nothing else.
func (o *outline) text(n node) ([]byte, error) {
	el := &o.elements[n]
	if el.kids || el.comment {
		return nil, fmt.Errorf("more than text in %s", el.Local)
	}
	return el.value, nil
}

// octets appends what the base64 of an element says.
func (o *outline) octets(dst []byte, n node) ([]byte, error) {
	text, err := o.text(n)
	if err != nil {
		return nil, err
	}
	if dst, err = xsd.AppendBase64(dst, text); err != nil {
		return nil, fmt.Errorf("%s: %w", o.local(n), err)
	}
	return dst, nil
}

// short is octets for what is kept with the outline.
func (o *outline) short(n node) ([]byte, error) {
	from := len(o.values)
	values, err := o.octets(o.values, n)
	if err != nil {
		return nil, err
	}
	o.values = values
	return values[from:len(values):len(values)], nil
}

// attr is the value of an attribute without namespace, empty where absent.
func (o *outline) attr(n node, local string) []byte {
	attrs := o.attrsOf(n)
	for i := range attrs {
		if a := &attrs[i]; len(a.Prefix) == 0 && string(a.Local) == local {
			return a.Value()
		}
	}
	return nil
}

func (o *outline) attrsOf(n node) []xmltok.Attr {
	end := len(o.attrs)
	if int(n)+1 < len(o.elements) {
		end = o.elements[n+1].attrs
	}
	return o.attrs[o.elements[n].attrs:end]
}

func (o *outline) declsOf(n node) []xmltok.Decl {
	end := len(o.decls)
	if int(n)+1 < len(o.elements) {
		end = o.elements[n+1].decls
	}
	return o.decls[o.elements[n].decls:end]
}

// id is the wsu:Id of an element, or the Id of those that have one without namespace.
func (o *outline) id(n node) []byte {
	attrs := o.attrsOf(n)
	for i := range attrs {
		if a := &attrs[i]; a.Is(soap.WSU, "Id") {
			return a.Value()
		}
	}
	if s := o.elements[n].Space; s == soap.DS || s == soap.XENC {
		return o.attr(n, "Id")
	}
	return nil
}
