package xmltok

import (
	"strconv"
)

// startTag reads a start tag in two steps: the attributes one after the other, which also puts its
// namespace declarations in force, then the names against the bindings.
func (t *Tokenizer) startTag() (Kind, error) {
	if len(t.open) == 0 && !t.fragment {
		if t.rooted {
			return EOF, t.fail(t.from, "a second root element", "send one document")
		}
		t.rooted = true
	}
	if len(t.open) >= t.limits.Depth {
		return EOF, t.fail(t.from, "more than "+strconv.Itoa(t.limits.Depth)+" nested elements", "nest less, or raise Limits.Depth")
	}
	if t.repeated() {
		return Start, nil
	}
	f := frame{name: t.pos + 1, binds: t.binds.Len(), ambient: len(t.ambient)}
	var err error
	if f.end, f.colon, err = t.name(f.name, "element"); err != nil {
		return EOF, err
	}
	t.open = append(t.open, f)
	if err := t.attributes(f.end); err != nil {
		return EOF, err
	}
	if err := t.resolve(&t.open[len(t.open)-1]); err != nil {
		return EOF, err
	}
	t.learn()
	return Start, nil
}

// attributes reads from the end of the element's name to the end of the tag.
func (t *Tokenizer) attributes(p int) error {
	t.own, t.decls, t.tidy = t.own[:0], t.decls[:0], true
	for {
		gap := p
		p = skipSpace(t.src, p)
		switch t.at(p) {
		case '>':
			t.tidy = t.tidy && p == gap
			t.pos, t.attrs = p+1, t.own
			return nil
		case '/':
			if t.at(p+1) != '>' {
				return t.fail(p, "a slash within a start tag", "write /> at its end")
			}
			t.empty, t.tidy = true, t.tidy && p == gap
			t.pos, t.attrs = p+2, t.own
			return nil
		}
		if p == gap {
			return t.noGap(p)
		}
		if p != gap+1 || t.src[gap] != ' ' {
			t.tidy = false
		}
		var err error
		if p, err = t.attribute(p); err != nil {
			return err
		}
		if len(t.own)+len(t.decls) > t.limits.Attributes {
			return t.fail(p, "more than "+strconv.Itoa(t.limits.Attributes)+" attributes of one element", "use fewer, or raise Limits.Attributes")
		}
	}
}

func (t *Tokenizer) noGap(p int) error {
	switch {
	case p >= len(t.src):
		return t.cut("a start tag")
	case t.at(p-1) == '"' || t.at(p-1) == '\'':
		return t.fail(p, "no space between two attributes", "put one")
	}
	return t.fail(p, "a start tag with "+t.char(p)+" in it", "remove it, or write a name and a value")
}

// attribute reads one attribute or namespace declaration and says where it ends.
func (t *Tokenizer) attribute(p int) (int, error) {
	end, colon, err := t.name(p, "attribute")
	if err != nil {
		return 0, err
	}
	v := skipSpace(t.src, end)
	if t.at(v) != '=' {
		return 0, t.fail(v, "the attribute "+string(t.src[p:end])+" has no value", "write "+string(t.src[p:end])+`="..."`)
	}
	q := skipSpace(t.src, v+1)
	quote := t.at(q)
	if quote != '"' && quote != '\'' {
		return 0, t.fail(q, "the value of "+string(t.src[p:end])+" stands in no quotes", "quote it")
	}
	stop, plain, tidy, err := t.value(q+1, quote)
	if err != nil {
		return 0, err
	}
	a := Attr{Raw: t.src[q+1 : stop : stop], Plain: plain, Tidy: tidy && quote == '"' && q == end+1, at: uint32(q + 1 - t.from)}
	a.Local = t.src[colon+1 : end : end]
	if colon > p {
		a.Prefix = t.src[p:colon:colon]
	}
	if string(a.Prefix) == "xmlns" || colon < p && string(a.Local) == "xmlns" {
		return stop + 1, t.declare(&a, p)
	}
	t.own = append(t.own, a)
	return stop + 1, nil
}
