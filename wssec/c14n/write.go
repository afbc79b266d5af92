package c14n

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"seismark/wssec/xmltok"
)

// merge makes extra the tag's own attributes and the inherited ones together, in order. An inherited one
// stands for one of its own of the same name.
func (c *Canonicalizer) merge() {
	for _, a := range c.t.Attrs() {
		if !slices.ContainsFunc(c.extra, func(e xmltok.Attr) bool { return e.Is(a.Space, string(a.Local)) }) {
			c.extra = append(c.extra, a)
		}
	}
	if c.baseless {
		c.extra = slices.DeleteFunc(c.extra, func(a xmltok.Attr) bool { return a.Is(xmltok.XMLNamespace, "base") })
	}
	slices.SortFunc(c.extra, func(a, b xmltok.Attr) int {
		if n := strings.Compare(a.Space, b.Space); n != 0 {
			return n
		}
		return bytes.Compare(a.Local, b.Local)
	})
}

func appendName(dst []byte, n xmltok.Name) []byte {
	if len(n.Prefix) > 0 {
		dst = append(append(dst, n.Prefix...), ':')
	}
	return append(dst, n.Local...)
}

func appendBinding(dst []byte, b xmltok.Binding) []byte {
	dst = append(dst, " xmlns"...)
	if b.Prefix != "" {
		dst = append(append(dst, ':'), b.Prefix...)
	}
	return append(escapeAttr(append(dst, `="`...), []byte(b.URI)), '"')
}

func appendAttr(dst []byte, a *xmltok.Attr) []byte {
	dst = append(appendName(append(dst, ' '), a.Name), `="`...)
	if a.Tidy {
		return append(append(dst, a.Raw...), '"')
	}
	return append(escapeAttr(dst, a.Value()), '"')
}

// escapeText writes character data (Canonical XML 1.0, section 2.3).
func escapeText(dst, value []byte) []byte {
	return escape(dst, value, &textEscapes)
}

// escapeAttr writes an attribute's value.
func escapeAttr(dst, value []byte) []byte {
	return escape(dst, value, &attrEscapes)
}

var textEscapes = [64]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '\r': "&#xD;"}

var attrEscapes = [64]string{'&': "&amp;", '<': "&lt;", '"': "&quot;", '\t': "&#x9;", '\n': "&#xA;", '\r': "&#xD;"}

func escape(dst, value []byte, escapes *[64]string) []byte {
	done := 0
	for i, c := range value {
		if c < 64 && escapes[c] != "" {
			dst = append(append(dst, value[done:i]...), escapes[c]...)
			done = i + 1
		}
	}
	return append(dst, value[done:]...)
}

// NamespaceError is a relative namespace URI, which has no canonical form (Canonical XML 1.0, section 1.3).
type NamespaceError struct{ URI string }

func (e *NamespaceError) Error() string {
	return fmt.Sprintf("c14n: namespace %q: relative: declare an absolute URI", e.URI)
}

// absolute checks that a namespace URI begins with a scheme (RFC 3986, section 3.1).
func absolute(uri string) error {
	for i := range len(uri) {
		switch c := uri[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && c == ':':
			return nil
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return &NamespaceError{uri}
		}
	}
	if uri == "" {
		return nil
	}
	return &NamespaceError{uri}
}
