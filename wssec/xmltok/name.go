package xmltok

import "strconv"

// name finds the end of a qualified name at p and its colon, or p-1 for none.
func (t *Tokenizer) name(p int, of string) (end, colon int, err error) {
	src := t.src
	colon = p - 1
	if class[t.at(p)]&startByte == 0 {
		return 0, 0, t.noName(p, of)
	}
	var bits byte
	for end = p; end < len(src); end++ {
		c := src[end]
		if class[c]&nameByte == 0 {
			if c != ':' {
				break
			}
			if colon >= p {
				return 0, 0, t.fail(end, "a second colon in the name of an "+of, "use one")
			}
			if colon = end; class[t.at(end+1)]&startByte == 0 {
				return 0, 0, t.noName(end+1, of)
			}
		}
		bits |= c
	}
	if end-p > t.limits.Name {
		return 0, 0, t.fail(p, "the name of an "+of+" is longer than "+strconv.Itoa(t.limits.Name)+" bytes", "shorten it, or raise Limits.Name")
	}
	if bits >= 0x80 && !isName(src[p:end]) {
		return 0, 0, t.fail(p, "the name of an "+of+" has a character that no name has: "+shown(src[p:end]), "rename it")
	}
	return end, colon, nil
}

func (t *Tokenizer) noName(p int, of string) error {
	if p >= len(t.src) {
		return t.cut("a tag")
	}
	remedy := "begin it with a letter"
	if t.at(p-1) == '<' {
		remedy = "begin it with a letter, or write &lt; for a < that is text"
	}
	return t.fail(p, "the name of an "+of+" begins with "+t.char(p), remedy)
}

// cut is the error where the source ends within a token.
func (t *Tokenizer) cut(within string) error {
	return t.fail(len(t.src), "the source ends within "+within, "send the whole document")
}

// char is the character at p as an error shows it.
func (t *Tokenizer) char(p int) string {
	for i, r := range string(t.src[p:min(p+4, len(t.src))]) {
		if i == 0 {
			return strconv.QuoteRune(r)
		}
	}
	return "nothing"
}
