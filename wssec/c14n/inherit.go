package c14n

import (
	"bytes"
	"slices"
	"strings"

	"seismark/wssec/xmltok"
)

// inherit finds out whether inclusive canonicalization changes the attributes of the apex, because of xml:*
// attributes of the elements around it. If so, attrs becomes what they are then, in order (Canonical XML
// 1.0, section 2.4; 1.1, section 2.4).
func (c *Canonicalizer) inherit() bool {
	around := c.t.Outer().XML
	if len(around) == 0 {
		return false
	}
	c.attrs = c.attrs[:0]
	base, joined := "", false
	if c.second {
		base, joined = c.base(around)
	}
	// Of two with one name the first stays: the joined base, the apex's own, the nearest of those around.
	if joined {
		c.attrs = append(c.attrs, xmlAttr("base", base))
	}
	c.attrs = append(c.attrs, c.t.Attrs()...)
	for _, a := range slices.Backward(around) {
		if !c.second || a.Local == "lang" || a.Local == "space" {
			c.attrs = append(c.attrs, xmlAttr(a.Local, a.Value))
		}
	}
	slices.SortStableFunc(c.attrs, compare)
	c.attrs = slices.CompactFunc(c.attrs, func(a, b xmltok.Attr) bool { return compare(a, b) == 0 })
	if joined && base == "" {
		c.attrs = slices.DeleteFunc(c.attrs, func(a xmltok.Attr) bool { return a.Is(xmltok.XMLNamespace, "base") })
	}
	return joined || len(c.attrs) > len(c.t.Attrs())
}

func compare(a, b xmltok.Attr) int {
	if n := strings.Compare(a.Space, b.Space); n != 0 {
		return n
	}
	return bytes.Compare(a.Local, b.Local)
}

func xmlAttr(local, value string) xmltok.Attr {
	n := xmltok.Name{Prefix: []byte("xml"), Local: []byte(local), Space: xmltok.XMLNamespace}
	return xmltok.Attr{Name: n, Raw: []byte(value), Plain: true}
}
