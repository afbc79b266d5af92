package stream

import (
	"slices"

	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
)

// scopeOf gives what holds around an element, in the memory of a scope that is not needed any more.
func (o *outline) scopeOf(n node, s *xmltok.Scope) {
	s.Bindings = append(s.Bindings[:0], o.scope.Bindings...)
	s.XML = append(s.XML[:0], o.scope.XML...)
	o.descend(o.elements[n].parent, s)
}

// descend goes from the root to an element, whose declarations count.
func (o *outline) descend(n node, s *xmltok.Scope) {
	if n == none {
		return
	}
	o.descend(o.elements[n].parent, s)
	for _, d := range o.declsOf(n) {
		b := xmltok.Binding{Prefix: o.known(d.Prefix), URI: d.URI}
		s.Bindings = slices.DeleteFunc(s.Bindings, func(old xmltok.Binding) bool { return old.Prefix == b.Prefix })
		if d.URI != "" {
			s.Bindings = append(s.Bindings, b)
		}
	}
	attrs := o.attrsOf(n)
	for i := range attrs {
		if a := &attrs[i]; a.Space == xmltok.XMLNamespace {
			s.XML = append(s.XML, xmltok.XMLAttr{Local: string(a.Local), Value: string(a.Value())})
		}
	}
}

// known is the prefix as a string, the same one for those that messages use again and again.
func (o *outline) known(prefix []byte) string {
	for _, p := range o.prefixes {
		if p == string(prefix) {
			return p
		}
	}
	p := string(prefix)
	if len(o.prefixes) < 16 {
		o.prefixes = append(o.prefixes, p)
	}
	return p
}

// nodeAt finds the element that begins at an offset of the source, or none.
func (o *outline) nodeAt(from int) node {
	i, ok := slices.BinarySearchFunc(o.elements, from, func(el element, from int) int { return el.from - from })
	if !ok {
		return none
	}
	return node(i)
}

// path is that of an element of the Security header from the Envelope, by local names.
func (o *outline) path(n node) string {
	if o.elements[n].parent == root && o.is(n, soap.WSU, "Timestamp") {
		return "Envelope/Header/Security/Timestamp" // as nearly all are
	}
	if n == root {
		return "Envelope/Header/" + o.local(n)
	}
	return o.path(o.elements[n].parent) + "/" + o.local(n)
}
