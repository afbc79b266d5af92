package xmltok

import (
	"bytes"
	"math"
	"slices"
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

// declare puts a namespace declaration in force (Namespaces in XML 1.0, sections 3 and 2.2).
func (t *Tokenizer) declare(a *Attr, p int) error {
	d := Decl{URI: t.spaces.of(a.Value()), tidy: a.Tidy && len(t.own) == 0}
	if a.Prefix != nil {
		d.Prefix = a.Local
	}
	name := string(d.Prefix)
	switch {
	case name == "xmlns":
		return t.fail(p, "the prefix xmlns is declared", "remove the declaration")
	case (name == "xml") != (d.URI == XMLNamespace):
		return t.fail(p, "the prefix xml and its namespace belong to each other alone", "remove the declaration")
	case d.URI == XMLNSNamespace:
		return t.fail(p, "the namespace of xmlns is declared", "remove the declaration")
	case name != "" && d.URI == "":
		return t.fail(p, "the prefix "+name+" is bound to nothing", "give it a URI")
	}
	if t.binds.place(d.Prefix) >= t.open[len(t.open)-1].binds {
		return t.fail(p, "the prefix "+strconv.Quote(name)+" is declared twice by one element", "remove one declaration")
	}
	t.decls = append(t.decls, d)
	t.binds.Push(t.spaces.of(d.Prefix), d.URI)
	return nil
}

// resolve finds the namespaces of the tag's names, and attributes that stand twice.
func (t *Tokenizer) resolve(f *frame) error {
	t.reach, t.order = math.MaxInt, t.order[:0]
	var err error
	if f.colon > f.name {
		f.space, err = t.bound(t.src[f.name:f.colon], f.name)
	} else if at := t.binds.place(nil); at >= 0 {
		f.space, t.reach = t.binds.stack[at].uri, at
	}
	if err != nil {
		return err
	}
	rising := true
	for i := range t.attrs {
		a := &t.attrs[i]
		if len(a.Prefix) > 0 {
			if a.Space, err = t.bound(a.Prefix, f.name); err != nil {
				return err
			}
			if a.Space == XMLNamespace {
				t.ambient = append(t.ambient, XMLAttr{string(a.Local), string(a.Value())})
			}
		}
		t.tidy = t.tidy && a.Tidy
		rising = rising && (i == 0 || compare(&t.attrs[i-1], a) < 0)
	}
	for i := range t.decls {
		t.tidy = t.tidy && t.decls[i].tidy
	}
	if rising {
		return nil // then none stands twice
	}
	t.tidy = false
	return t.unique(f)
}

func (t *Tokenizer) bound(prefix []byte, p int) (string, error) {
	at := t.binds.place(prefix)
	if at < 0 {
		return "", t.fail(p, "the prefix "+string(prefix)+" is not declared", "declare it with xmlns:"+string(prefix))
	}
	if at > 0 { // the first is xml's own, which needs no declaration
		t.reach = min(t.reach, at)
	}
	return t.binds.stack[at].uri, nil
}

// compare orders attributes as canonical XML does: by namespace, then by local name.
func compare(a, b *Attr) int {
	if a.Space != b.Space {
		if a.Space < b.Space {
			return -1
		}
		return 1
	}
	return bytes.Compare(a.Local, b.Local)
}

// unique sorts, which takes n log n steps, and then compares neighbours.
func (t *Tokenizer) unique(f *frame) error {
	t.order = t.order[:0]
	for i := range t.attrs {
		t.order = append(t.order, int32(i))
	}
	slices.SortFunc(t.order, func(i, j int32) int { return compare(&t.attrs[i], &t.attrs[j]) })
	for i := 1; i < len(t.order); i++ {
		if a := &t.attrs[t.order[i]]; compare(&t.attrs[t.order[i-1]], a) == 0 {
			return t.fail(f.name, "the attribute "+string(a.Local)+" stands twice", "remove one")
		}
	}
	return nil
}

// Sorted calls yield with the attributes of the current Start in the order of canonical XML: by the
// namespace's URI, then by the local name.
func (t *Tokenizer) Sorted(yield func(*Attr) bool) {
	if len(t.order) != len(t.attrs) { // they stand in that order
		for i := range t.attrs {
			if !yield(&t.attrs[i]) {
				return
			}
		}
		return
	}
	for _, i := range t.order {
		if !yield(&t.attrs[i]) {
			return
		}
	}
}
