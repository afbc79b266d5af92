package xmltok

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// reference reads the reference at the beginning of b: how many bytes it takes, zero where it is none or
// names no character of XML, and the character.
func reference(b []byte) (n int, r rune) {
	end := bytes.IndexByte(b, ';')
	if end < 2 {
		return 0, 0
	}
	switch name := b[1:end]; string(name) {
	case "amp":
		r = '&'
	case "lt":
		r = '<'
	case "gt":
		r = '>'
	case "quot":
		r = '"'
	case "apos":
		r = '\''
	default:
		if name[0] != '#' {
			return 0, 0
		}
		if r = number(name[1:]); r == 0 {
			return 0, 0
		}
	}
	return end + 1, r
}

// number reads a character's number, decimal or x and hexadecimal; zero where it is none.
func number(digits []byte) (r rune) {
	base := rune(10)
	if len(digits) > 0 && digits[0] == 'x' {
		base, digits = 16, digits[1:]
	}
	for _, c := range digits {
		d := rune(base)
		switch {
		case '0' <= c && c <= '9':
			d = rune(c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			d = rune(c|0x20-'a') + 10
		}
		if r = r*base + d; d >= base || r > utf8.MaxRune {
			return 0
		}
	}
	if !IsChar(r) {
		return 0
	}
	return r
}

// tidyText reports whether canonical XML writes the character of text with this reference.
func tidyText(ref []byte, r rune) bool {
	switch r {
	case '&':
		return string(ref) == "&amp;"
	case '<':
		return string(ref) == "&lt;"
	case '>':
		return string(ref) == "&gt;"
	case '\r':
		return string(ref) == "&#xD;"
	}
	return false
}

// tidyAttr is tidyText for attribute values.
func tidyAttr(ref []byte, r rune) bool {
	switch r {
	case '&':
		return string(ref) == "&amp;"
	case '<':
		return string(ref) == "&lt;"
	case '"':
		return string(ref) == "&quot;"
	case '\t':
		return string(ref) == "&#x9;"
	case '\n':
		return string(ref) == "&#xA;"
	case '\r':
		return string(ref) == "&#xD;"
	}
	return false
}

// noReference says why there is no reference at p.
func (t *Tokenizer) noReference(p int) error {
	rest := t.src[p:min(p+32, len(t.src))]
	end := bytes.IndexByte(rest, ';')
	switch {
	case end < 0:
		return t.fail(p, "& that begins no reference", "write &amp;")
	case strings.HasPrefix(string(rest), "&#"):
		return t.fail(p, "the reference "+shown(rest[:end+1])+" to no character of XML", "remove it")
	}
	return t.fail(p, "the unknown entity "+shown(rest[:end+1]), "write the character itself, or &amp; for a & that is text")
}

// Unescape appends what raw text, or the raw value of an attribute, means: references replaced, line ends
// made LF; in attributes then every literal blank made a space (XML 1.0, sections 2.11 and 3.3.3). Raw
// must have been read by a Tokenizer.
func Unescape(dst, raw []byte, attribute bool) []byte {
	for len(raw) > 0 {
		n := 0
		for n < len(raw) && raw[n] != '&' && (raw[n] >= 0x20 || raw[n] != '\r' && !attribute) {
			n++
		}
		dst = append(dst, raw[:n]...)
		if raw = raw[n:]; len(raw) == 0 {
			break
		}
		n = 1
		switch c := raw[0]; {
		case c == '&':
			var r rune
			if n, r = reference(raw); n == 0 {
				n, r = 1, utf8.RuneError
			}
			dst = utf8.AppendRune(dst, r)
		case c == '\r' && len(raw) > 1 && raw[1] == '\n':
			// the LF stands for both
		case attribute:
			dst = append(dst, ' ')
		default:
			dst = append(dst, '\n')
		}
		raw = raw[n:]
	}
	return dst
}

// AppendLines appends raw with its line ends made LF, references being none: what CDATA sections,
// comments and processing instructions mean.
func AppendLines(dst, raw []byte) []byte {
	for {
		n := bytes.IndexByte(raw, '\r')
		if n < 0 {
			return append(dst, raw...)
		}
		dst = append(append(dst, raw[:n]...), '\n')
		if raw = raw[n+1:]; len(raw) > 0 && raw[0] == '\n' {
			raw = raw[1:]
		}
	}
}
