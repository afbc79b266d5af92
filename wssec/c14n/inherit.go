package c14n

import (
	"seismark/wssec/xmltok"
)

// inherit finds the xml:* attributes that inclusive canonicalization gives the apex from the elements
// around it, and puts them in extra (Canonical XML 1.0, section 2.4; 1.1, section 2.4).
func (c *Canonicalizer) inherit() error {
	around := c.t.Outer().XML
	for i := len(around) - 1; i >= 0; i-- {
		a := around[i]
		if c.second && a.Local != "lang" && a.Local != "space" {
			continue
		}
		c.supply(a.Local, a.Value)
	}
	if c.baseless = false; c.second {
		c.fixBase(around)
	}
	return nil
}

// supply gives the apex an attribute unless it has it.
func (c *Canonicalizer) supply(local, value string) {
	if c.t.Attr(xmltok.XMLNamespace, local) != nil {
		return
	}
	for i := range c.extra {
		if string(c.extra[i].Local) == local {
			return
		}
	}
	c.extra = append(c.extra, xmlAttr(local, value))
}

func xmlAttr(local, value string) xmltok.Attr {
	n := xmltok.Name{Prefix: []byte("xml"), Local: []byte(local), Space: xmltok.XMLNamespace}
	return xmltok.Attr{Name: n, Raw: []byte(value), Plain: true}
}
