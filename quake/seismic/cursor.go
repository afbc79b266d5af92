package seismic

import (
	"bytes"
	"encoding/binary"
)

// cursor goes through the one spelling that services send: no white space between tags, plain values in
// double quotes. Its methods say whether what they are for stands at the place, and if so pass over it.
// They accept nothing that XML would not.
type cursor struct {
	b      []byte
	p      int
	prefix []byte // of all elements, with its colon

	canonical bool // nothing is taken that canonical XML would write otherwise
}

// is passes over the text itself.
func (c *cursor) is(text string) bool {
	if len(c.b)-c.p < len(text) || string(c.b[c.p:c.p+len(text)]) != text {
		return false
	}
	c.p += len(text)
	return true
}

func (c *cursor) name(local string) bool {
	if !bytes.HasPrefix(c.b[c.p:], c.prefix) {
		return false
	}
	c.p += len(c.prefix)
	return c.is(local)
}

// open passes over a start tag up to the end of its name; what follows must be > or an attribute.
func (c *cursor) open(local string) bool {
	from := c.p
	if c.is("<") && c.name(local) {
		return true
	}
	c.p = from
	return false
}

// start passes over a start tag without attributes.
func (c *cursor) start(local string) bool {
	from := c.p
	if c.open(local) && c.is(">") {
		return true
	}
	c.p = from
	return false
}

// end passes over an end tag.
func (c *cursor) end(local string) bool {
	from := c.p
	if c.is("</") && c.name(local) && c.is(">") {
		return true
	}
	c.p = from
	return false
}

// text passes over character data that is ASCII and means what it is.
func (c *cursor) text() ([]byte, bool) {
	from := c.p
	for c.p < len(c.b) {
		switch k := c.b[c.p]; {
		case k == '<':
			return c.b[from:c.p], true
		case k < ' ' || k > '~' || k == '&' || k == '>':
			return nil, false
		}
		c.p++
	}
	return nil, false
}

// attribute passes over a space, a name, and a value that is ASCII and means what it is.
func (c *cursor) attribute() (name, value []byte, ok bool) {
	if !c.is(" ") {
		return nil, nil, false
	}
	from := c.p
	for c.p < len(c.b) && (c.b[c.p]-'a' < 26) {
		c.p++
	}
	name = c.b[from:c.p]
	if len(name) == 0 || !c.is(`="`) {
		return nil, nil, false
	}
	n := plainValue(c.b[c.p:])
	if n < 0 {
		return nil, nil, false
	}
	value = c.b[c.p : c.p+n]
	c.p += n + 1
	return name, value, true
}

// plainValue is the length of the attribute value that b begins with, before its closing quote; -1 where it
// is not ASCII or needs unescaping.
func plainValue(b []byte) int {
	for i, k := range b {
		switch {
		case k == '"':
			return i
		case k < ' ' || k > '~' || k == '&' || k == '<':
			return -1
		}
	}
	return -1
}

// word is the eight bytes of b from p on, the first in the lowest byte; zeros past the end.
func word(b []byte, p int) uint64 {
	if p+8 <= len(b) {
		return binary.LittleEndian.Uint64(b[p:])
	}
	return lastWord(b, p)
}

func lastWord(b []byte, p int) uint64 {
	var w [8]byte
	copy(w[:], b[min(p, len(b)):])
	return binary.LittleEndian.Uint64(w[:])
}
