package dom

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/beevik/etree"

	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
	"seismark/wssec/xsd"
)

// parse makes a tree of an element that stands in a scope. The bindings of the scope become declarations of
// the root, since goxmldsig looks no further up.
//
// The tokens are those of package xmltok, not of etree's own reader, which is that of encoding/xml: that one
// takes documents that are not well formed, of two attributes the last, and does not normalize attribute
// values. With one tokenizer for all, two readers cannot understand one message in two ways.
func parse(octets []byte, scope xmltok.Scope) (*etree.Element, error) {
	return sapling{room: math.MaxInt, comments: true}.grow(octets, scope)
}

// sapling says of what a tree is made.
type sapling struct {
	room     int  // nodes that it may have
	bindings bool // those in force at each element count as nodes
	comments bool // they become nodes
}

// errLarge is for an element that has more nodes.
var errLarge = errors.New("dom: too large for a tree")

func (s sapling) grow(octets []byte, scope xmltok.Scope) (*etree.Element, error) {
	t := xmltok.Tokenizer{Limits: xmltok.Unlimited} // soap.Split has applied the limits
	t.ResetFragment(octets, scope)
	top := &etree.Element{}
	for at := top; ; {
		kind, err := t.Next()
		if err != nil {
			return nil, err
		}
		if s.room -= t.Nodes(); s.bindings && kind == xmltok.Start {
			s.room -= t.Outside()
		}
		if s.room < 0 {
			return nil, errLarge
		}
		switch kind {
		case xmltok.EOF:
			return root(top, scope)
		case xmltok.Start:
			at = branch(at, &t)
		case xmltok.End:
			at = at.Parent()
		case xmltok.Text, xmltok.CDATA:
			at.AddChild(etree.NewText(value(&t)))
		case xmltok.Comment:
			if s.comments {
				at.AddChild(etree.NewComment(string(t.Content())))
			}
		case xmltok.PI:
			return nil, fmt.Errorf("a processing instruction, <?%s?>: SOAP allows none", t.Target())
		}
	}
}

// value is the value of the current Text or CDATA.
func value(t *xmltok.Tokenizer) string {
	if t.Plain() {
		return string(t.Content())
	}
	return string(t.AppendText(nil))
}

// branch adds the element of the current Start.
func branch(at *etree.Element, t *xmltok.Tokenizer) *etree.Element {
	n := t.Name()
	el := &etree.Element{Space: string(n.Prefix), Tag: string(n.Local)}
	for _, d := range t.Decls() {
		declare(el, string(d.Prefix), d.URI)
	}
	for i := range t.Attrs() {
		a := &t.Attrs()[i]
		key := string(a.Local)
		if len(a.Prefix) > 0 {
			key = string(a.Prefix) + ":" + key
		}
		el.CreateAttr(key, string(a.Value()))
	}
	at.AddChild(el)
	return el
}

func declare(el *etree.Element, prefix, uri string) {
	a := binding(prefix, uri)
	el.CreateAttr(a.FullKey(), a.Value)
}

func root(top *etree.Element, scope xmltok.Scope) (*etree.Element, error) {
	if len(top.Child) != 1 || len(top.ChildElements()) != 1 {
		return nil, fmt.Errorf("%d elements or more than elements where one element stands", len(top.ChildElements()))
	}
	el := top.ChildElements()[0]
	top.RemoveChild(el)
	own := &etree.Element{Attr: el.Attr}
	for _, b := range scope.Bindings {
		if !declares(own, b.Prefix) {
			el.Attr = append(el.Attr, binding(b.Prefix, b.URI))
		}
	}
	return el, nil
}

// binding is a declaration as etree has it.
func binding(prefix, uri string) etree.Attr {
	if prefix == "" {
		return etree.Attr{Key: "xmlns", Value: uri}
	}
	return etree.Attr{Space: "xmlns", Key: prefix, Value: uri}
}

// declares reports whether an element itself declares a prefix.
func declares(el *etree.Element, prefix string) bool {
	for _, a := range el.Attr {
		if p, ok := declaration(a); ok && p == prefix {
			return true
		}
	}
	return false
}

// declaration gives the prefix that an attribute declares.
func declaration(a etree.Attr) (prefix string, ok bool) {
	switch {
	case a.Space == "xmlns":
		return a.Key, true
	case a.Space == "" && a.Key == "xmlns":
		return "", true
	}
	return "", false
}

// is reports whether an element has a name.
func is(el *etree.Element, space, local string) bool {
	return el.Tag == local && el.NamespaceURI() == space
}

// children are the elements of an element that holds nothing else: a comment or a text is an error, so that
// none can be read in two ways.
func children(el *etree.Element) ([]*etree.Element, error) {
	var found []*etree.Element
	for _, c := range el.Child {
		switch c := c.(type) {
		case *etree.Element:
			found = append(found, c)
		case *etree.CharData:
			if strings.Trim(c.Data, xsd.Blanks) != "" {
				return nil, fmt.Errorf("text beside the elements of %s", el.Tag)
			}
		default:
			return nil, fmt.Errorf("a comment in %s", el.Tag)
		}
	}
	return found, nil
}

// text is the whole text of an element that holds nothing else.
func text(el *etree.Element) (string, error) {
	var b strings.Builder
	for _, c := range el.Child {
		t, ok := c.(*etree.CharData)
		if !ok {
			return "", fmt.Errorf("more than text in %s", el.Tag)
		}
		b.WriteString(t.Data)
	}
	return b.String(), nil
}

// octets decodes the base64 of an element.
func octets(el *etree.Element) ([]byte, error) {
	s, err := text(el)
	if err != nil {
		return nil, err
	}
	b, err := xsd.AppendBase64(nil, []byte(s))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", el.Tag, err)
	}
	return b, nil
}

// attr is the value of an attribute without namespace, empty where absent.
func attr(el *etree.Element, local string) string {
	value, _ := attribute(el, local)
	return value
}

// attribute also tells whether there is one.
func attribute(el *etree.Element, local string) (value string, ok bool) {
	for _, a := range el.Attr {
		if a.Space == "" && a.Key == local {
			return a.Value, true
		}
	}
	return "", false
}

// idOf is the wsu:Id of an element, or the Id of those that have one without namespace.
func idOf(el *etree.Element) string {
	for _, a := range el.Attr {
		if a.Key == "Id" && a.Space != "" && a.Space != "xmlns" && a.NamespaceURI() == soap.WSU {
			return a.Value
		}
	}
	switch el.NamespaceURI() {
	case soap.DS, soap.XENC:
		return attr(el, "Id")
	}
	return ""
}
