package seismic

import (
	"bytes"
	"slices"

	"seismark/wssec/xmltok"
)

// quick is the short road through an answer: it takes the one spelling that services send, with no white
// space between elements, plain values in double quotes, and one prefix or none throughout; any order of
// attributes will do. Namespaces are read by the tokenizer from the two outer elements, and there are no
// declarations below. Where anything else is met quick gives up, whatever the reason, and parse begins anew:
// so what quick accepts, parse accepts with the same results. FuzzParseResults holds them together.
//
// A quake takes 93 ns of a large answer, against 650 on the general road (EPYC, November 2026:
// BenchmarkParseResults).
func (r *Results) quick(body []byte) bool {
	r.reset()
	w := &r.reader.walker
	if err := w.enter(body, "results"); err != nil {
		return false
	}
	stated, err := w.count("results")
	if err != nil {
		return false
	}
	r.Stated = stated
	_, content := w.tokens.Span()
	if body[content-2] == '/' { // an empty element, which has no end tag
		return false
	}
	c := r.cursorAt(body, content)
	return r.quickSets(c) && endsBody(body, c.p)
}

// cursorAt is the cursor behind the start tag of the results, which is the tokenizer's current token.
func (r *Results) cursorAt(b []byte, p int) *cursor {
	c := &r.reader.cursor
	c.b, c.p, c.canonical = b, p, false
	c.prefix = appendPrefix(c.prefix[:0], r.reader.walker.tokens.Name())
	return c
}

// quickSets reads up to the end of the results.
func (r *Results) quickSets(c *cursor) bool {
	if len(c.prefix) > maxPrefix {
		return false
	}
	for c.start("result-set") {
		if !r.quickSet(c) {
			return false
		}
	}
	if !c.end("results") {
		return false
	}
	c.b = nil
	r.close()
	return true
}

// maxPrefix bounds prefixes here: the tokenizer has a limit for names, and judges longer ones.
const maxPrefix = 48

// endsBody reports whether nothing follows at p but the end tag of the element that body is.
func endsBody(body []byte, p int) bool {
	name := body[1 : 1+max(bytes.IndexAny(body[1:], " \t\r\n>"), 0)]
	end := body[p:]
	return len(end) == len("</>")+len(name) && string(end[:2]) == "</" && bytes.Equal(end[2:2+len(name)], name) && end[len(end)-1] == '>'
}

// appendPrefix appends a name's prefix as it stands before the local part.
func appendPrefix(dst []byte, n xmltok.Name) []byte {
	if len(n.Prefix) == 0 {
		return dst
	}
	return append(append(dst, n.Prefix...), ':')
}

func (r *Results) quickSet(c *cursor) bool {
	if !c.start("area-name") {
		return false
	}
	area, ok := c.text()
	if !ok || !c.end("area-name") || !c.open("regions") {
		return false
	}
	if _, ok := c.count(); !ok {
		return false
	}
	for c.open("region") {
		if !r.quickRegion(c) {
			return false
		}
	}
	if !c.end("regions") || !c.open("quakes") {
		return false
	}
	count, ok := c.count()
	if !ok {
		return false
	}
	const usual = 64 // bytes that a quake takes at least, if it says anything
	r.quakes = slices.Grow(r.quakes, max(0, min(count, (len(c.b)-c.p)/usual)))
	for !c.end("quakes") {
		if !r.quickQuake(c) {
			return false
		}
	}
	r.Sets = append(r.Sets, Set{
		Area:       r.reader.strings.of(area),
		regionsEnd: len(r.Regions),
		quakesEnd:  len(r.quakes),
	})
	return c.end("result-set")
}

// count passes over the rest of a start tag that has a count or nothing.
func (c *cursor) count() (int, bool) {
	if c.is(">") {
		return 0, true
	}
	name, value, ok := c.attribute()
	if !ok || string(name) != "count" {
		return 0, false
	}
	n, err := parseInt(value)
	return int(n), err == nil && c.is(">")
}

func (r *Results) quickRegion(c *cursor) bool {
	var region Region
	var seen [2]bool
	for !c.is(">") {
		name, value, ok := c.attribute()
		at := indexOf(regionAttributes, name)
		if !ok || at < 0 || seen[at] || c.canonical && at == attrIdent && seen[attrIndex] {
			return false
		}
		seen[at] = true
		if r.setRegion(&region, at, value) != nil {
			return false
		}
	}
	name, ok := c.text()
	if !ok || !c.end("region") {
		return false
	}
	region.Name = r.reader.strings.of(name)
	r.Regions = append(r.Regions, region)
	return true
}
