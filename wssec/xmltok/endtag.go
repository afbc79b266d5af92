package xmltok

import "bytes"

// endTag reads an end tag, which must repeat the start tag's name to the letter.
func (t *Tokenizer) endTag() (Kind, error) {
	if len(t.open) == 0 {
		return EOF, t.fail(t.from, "an end tag without its start tag", "remove it")
	}
	name := t.qualified()
	p := t.pos + 2
	if !bytes.HasPrefix(t.src[p:], name) || class[t.at(p+len(name))]&nameByte != 0 || t.at(p+len(name)) == ':' {
		return EOF, t.fail(t.from, "an end tag that is not </"+string(name)+">, the innermost open element's", "close elements in order")
	}
	p += len(name)
	q := skipSpace(t.src, p)
	if t.at(q) != '>' {
		if q >= len(t.src) {
			return EOF, t.cut("an end tag")
		}
		return EOF, t.fail(q, "an end tag with "+t.char(q)+" in it", "end it with >")
	}
	t.tidy = p == q
	t.pos = q + 1
	return End, nil
}

// leave takes the element that ended out of force.
func (t *Tokenizer) leave() {
	n := len(t.open) - 1
	f := &t.open[n]
	if f.binds < t.binds.Len() {
		t.binds.Cut(f.binds)
	}
	t.ambient = t.ambient[:f.ambient]
	t.open = t.open[:n]
}
