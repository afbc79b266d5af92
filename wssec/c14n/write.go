package c14n

import (
	"fmt"

	"seismark/wssec/xmltok"
)

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

// AppendText appends character data as canonical XML writes it (Canonical XML 1.0, section 2.3).
func AppendText(dst, value []byte) []byte {
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
