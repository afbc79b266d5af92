package xmltok

import (
	"unicode"
	"unicode/utf8"
)

// Classes of a byte.
const (
	nameByte  = 1 << iota // can stand in a name; all that are not ASCII, which valid checks
	startByte             // can begin a name
	spaceByte
	textStop   // ends a run of plain character data
	doubleStop // ends a run of a plain value in double quotes
	singleStop // and in single quotes
)

// class is the table of all bytes.
var class = func() (t [256]uint8) {
	for i := range t {
		c := byte(i)
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80
		if letter {
			t[i] |= startByte
		}
		if letter || '0' <= c && c <= '9' || c == '-' || c == '.' {
			t[i] |= nameByte
		}
		if isSpace(c) {
			t[i] |= spaceByte
		}
		if c < 0x20 && c != '\t' && c != '\n' || c == '<' || c == '&' || c == '>' || c == ']' || c >= 0x80 {
			t[i] |= textStop
		}
		look := c < 0x20 || c == '<' || c == '&' || c >= 0x80
		if look || c == '"' {
			t[i] |= doubleStop
		}
		if look || c == '\'' {
			t[i] |= singleStop
		}
	}
	return t
}()

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func skipSpace(b []byte, p int) int {
	for p < len(b) && isSpace(b[p]) {
		p++
	}
	return p
}

// IsChar reports whether XML allows the character (XML 1.0, production 2).
func IsChar(r rune) bool {
	return r >= 0x20 && r < 0xD800 || r == '\t' || r == '\n' || r == '\r' ||
		r >= 0xE000 && r < 0xFFFE || r >= 0x10000 && r <= unicode.MaxRune
}

// wrongChar is where the first byte stands that is no character of XML in UTF-8, or -1.
func wrongChar(b []byte) int {
	for i := 0; i < len(b); {
		if c := b[i]; c < utf8.RuneSelf {
			if c < 0x20 && !isSpace(c) {
				return i
			}
			i++
			continue
		}
		n := charLen(b[i:])
		if n == 0 {
			return i
		}
		i += n
	}
	return -1
}

// charLen is how many bytes the character that is not ASCII at the beginning of b takes, zero where it
// is none of XML.
func charLen(b []byte) int {
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n == 1 || r == 0xFFFE || r == 0xFFFF {
		return 0
	}
	return n
}

// nameStart are the characters beyond ASCII that begin a name (XML 1.0, production 4).
var nameStart = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0xC0, 0xD6, 1}, {0xD8, 0xF6, 1}, {0xF8, 0x2FF, 1}, {0x370, 0x37D, 1}, {0x37F, 0x1FFF, 1},
		{0x200C, 0x200D, 1}, {0x2070, 0x218F, 1}, {0x2C00, 0x2FEF, 1}, {0x3001, 0xD7FF, 1},
		{0xF900, 0xFDCF, 1}, {0xFDF0, 0xFFFD, 1},
	},
	R32: []unicode.Range32{{0x10000, 0xEFFFF, 1}},
}

// isName checks a name whose ASCII was checked by class.
func isName(b []byte) bool {
	first := true
	for _, r := range string(b) {
		switch {
		case r < utf8.RuneSelf:
		case r == utf8.RuneError: // U+FFFD itself is told from a broken one by wrongChar
			if wrongChar(b) >= 0 {
				return false
			}
		case unicode.Is(nameStart, r):
		case !first && (r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040):
		default:
			return false
		}
		first = r == ':'
	}
	return true
}
