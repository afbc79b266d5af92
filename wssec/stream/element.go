package stream

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
	"seismark/wssec/xsd"
)

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

// has reports whether an attribute without namespace stands there.
func (o *outline) has(n node, local string) bool {
	return slices.ContainsFunc(o.attrsOf(n), func(a xmltok.Attr) bool { return len(a.Prefix) == 0 && string(a.Local) == local })
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
