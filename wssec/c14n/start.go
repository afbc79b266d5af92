package c14n

import (
	"slices"
	"strings"

	"seismark/wssec/xmltok"
)

// start takes a start tag.
func (c *Canonicalizer) start(apex bool) error {
	if err := c.render(apex); err != nil {
		return err
	}
	inherits := apex && !c.exclusive && c.inherit()
	_, c.to = c.t.Span()
	c.exact = c.exact && c.rendersAll()
	if c.t.Tidy() && !inherits && c.declared() {
		c.raw()
		return nil
	}
	c.differ()
	c.out = appendName(append(c.out, '<'), c.t.Name())
	for _, n := range c.need {
		c.out = appendBinding(c.out, n)
	}
	if inherits {
		for i := range c.attrs {
			c.out = appendAttr(c.out, &c.attrs[i])
		}
	} else {
		for a := range c.t.Sorted {
			c.out = appendAttr(c.out, a)
		}
	}
	c.out = append(c.out, '>')
	return nil
}

// raw takes a tag as it stands, but for the slash of <a/>.
func (c *Canonicalizer) raw() {
	if !c.t.SelfClosing() {
		return
	}
	c.differ()
	tag := c.t.Raw()
	c.out = append(append(c.out, tag[:len(tag)-len("/>")]...), '>')
}

// declared reports whether the tag declares just what must be rendered, in order.
func (c *Canonicalizer) declared() bool {
	decls := c.t.Decls()
	if len(decls) != len(c.need) {
		return false
	}
	for i := range decls {
		if string(decls[i].Prefix) != c.need[i].Prefix {
			return false
		}
	}
	return true
}

// rendersAll reports whether the tag declares nothing that is not rendered.
func (c *Canonicalizer) rendersAll() bool {
	for _, d := range c.t.Decls() {
		_, found := slices.BinarySearchFunc(c.need, d.Prefix, func(b xmltok.Binding, prefix []byte) int {
			switch {
			case b.Prefix < string(prefix):
				return -1
			case b.Prefix > string(prefix):
				return 1
			}
			return 0
		})
		if !found {
			return false
		}
	}
	return true
}

// render finds the bindings to be rendered by the current Start and puts them in need, in order.
func (c *Canonicalizer) render(apex bool) error {
	c.need = c.need[:0]
	height := c.rendered.Len()
	decls := c.t.Decls()
	for i := range decls {
		if err := absolute(decls[i].URI); err != nil {
			return err
		}
	}
	switch {
	case apex: // whatever is in force
		for b := range c.t.InForce {
			if !c.exclusive || c.listed.has(b.Prefix) {
				c.want([]byte(b.Prefix), b.URI)
			}
		}
	default: // whatever changes
		for i := range decls {
			if !c.exclusive || c.listed.has(string(decls[i].Prefix)) {
				c.want(decls[i].Prefix, decls[i].URI)
			}
		}
	}
	if c.exclusive { // whatever is visibly used
		name := c.t.Name()
		c.want(name.Prefix, name.Space)
		for i := range c.t.Attrs() {
			if a := &c.t.Attrs()[i]; len(a.Prefix) > 0 {
				c.want(a.Prefix, a.Space)
			}
		}
	}
	if len(c.need) > 1 {
		slices.SortFunc(c.need, func(a, b xmltok.Binding) int { return strings.Compare(a.Prefix, b.Prefix) })
	}
	if c.rendered.Len() > height {
		c.marks = append(c.marks, mark{c.t.Depth(), height})
	}
	for _, n := range c.need {
		if err := absolute(n.URI); err != nil {
			return err
		}
	}
	return nil
}

// known is the prefix as a string, the same one for the few prefixes that messages use again and again.
func (c *Canonicalizer) known(prefix []byte) string {
	for _, p := range c.prefixes {
		if p == string(prefix) {
			return p
		}
	}
	p := string(prefix)
	if len(c.prefixes) < 16 {
		c.prefixes = append(c.prefixes, p)
	}
	return p
}

// want renders a binding unless it is in force in the canonical form. No binding there and one to the
// empty URI mean the same.
func (c *Canonicalizer) want(prefix []byte, uri string) {
	if string(prefix) == "xml" {
		return
	}
	if have, _ := c.rendered.Lookup(prefix); have == uri {
		return
	}
	b := xmltok.Binding{Prefix: c.known(prefix), URI: uri}
	c.rendered.Push(b.Prefix, b.URI)
	c.need = append(c.need, b)
}
