package xmltok

import "bytes"

// text reads character data up to the next markup.
func (t *Tokenizer) text() (Kind, error) {
	src, p := t.src, t.pos
	t.plain, t.tidy = true, true
	for {
		p += plainText(src[p:])
		if p >= len(src) || src[p] == '<' {
			break
		}
		n, err := t.textChar(p)
		if err != nil {
			return EOF, err
		}
		p += n
	}
	t.pos = p
	return Text, nil
}

// textChar checks a character that needs a look, and says how many bytes it takes.
func (t *Tokenizer) textChar(p int) (int, error) {
	switch c := t.src[p]; {
	case c == '&':
		t.plain = false
		n, r := reference(t.src[p:])
		if n == 0 {
			return 0, t.noReference(p)
		}
		t.tidy = t.tidy && tidyText(t.src[p:p+n], r)
		return n, nil
	case c == '>':
		t.tidy = false
		return 1, nil
	case c == ']':
		if t.at(p+1) == ']' && t.at(p+2) == '>' {
			return 0, t.fail(p, "]]> in text", "write ]]&gt;")
		}
		return 1, nil
	case c == '\n' || c == '\t':
		return 1, nil
	case c == '\r':
		t.plain, t.tidy = false, false
		return 1, nil
	}
	n := charLen(t.src[p:])
	if t.src[p] < 0x20 || n == 0 {
		return 0, t.wrong(p)
	}
	return n, nil
}

// value checks an attribute value from behind its opening quote, and says where the closing one stands.
func (t *Tokenizer) value(p int, quote byte) (end int, plain, tidy bool, err error) {
	src, stop := t.src, uint8(doubleStop)
	if quote == '\'' {
		stop = singleStop
	}
	plain, tidy = true, true
	for {
		for p < len(src) && class[src[p]]&stop == 0 {
			p++
		}
		if p >= len(src) {
			return 0, false, false, t.cut("an attribute value")
		}
		switch c := src[p]; {
		case c == quote:
			return p, plain, tidy, nil
		case c == '&':
			n, r := reference(src[p:])
			if n == 0 {
				return 0, false, false, t.noReference(p)
			}
			plain, tidy = false, tidy && tidyAttr(src[p:p+n], r)
			p += n
		case isSpace(c):
			plain, tidy = false, false
			p++
		case c == '<':
			return 0, false, false, t.fail(p, "< in an attribute value", "write &lt;, or close the quote")
		default:
			n := charLen(src[p:])
			if c < 0x20 || n == 0 {
				return 0, false, false, t.wrong(p)
			}
			p += n
		}
	}
}

// wrong is the error for a byte that is no character of XML in UTF-8.
func (t *Tokenizer) wrong(p int) error {
	if c := t.src[p]; c < 0x20 {
		return t.fail(p, "the control character "+t.char(p), "remove it: XML cannot carry it")
	}
	return t.fail(p, "bytes that are no character of XML in UTF-8: "+shown(t.src[p:min(p+4, len(t.src))]), "send UTF-8")
}

// cdata reads a CDATA section.
func (t *Tokenizer) cdata() (Kind, error) {
	const opening = len("<![CDATA[")
	if len(t.open) == 0 && !t.fragment {
		return EOF, t.fail(t.from, "text outside of the root element", "remove it")
	}
	p := t.pos + opening
	n := bytes.Index(t.src[p:], []byte("]]>"))
	if n < 0 {
		return EOF, t.cut("a CDATA section")
	}
	if at := wrongChar(t.src[p : p+n]); at >= 0 {
		return EOF, t.wrong(p + at)
	}
	t.plain, t.tidy = bytes.IndexByte(t.src[p:p+n], '\r') < 0, false
	t.pos = p + n + len("]]>")
	return CDATA, nil
}
