package xmltok

// Source is what Reset was given.
func (t *Tokenizer) Source() []byte { return t.src }

// Span is where the current token stands in the source: src[from:to].
func (t *Tokenizer) Span() (from, to int) { return t.from, t.pos }

// Raw is the current token as it stands in the source.
func (t *Tokenizer) Raw() []byte { return t.src[t.from:t.pos:t.pos] }

// Depth is how many elements are open; that of a Start or an End counts.
func (t *Tokenizer) Depth() int { return len(t.open) }

// Name is the name of the element that is innermost at the current token: at a Start and an End their own.
func (t *Tokenizer) Name() Name {
	if len(t.open) == 0 {
		return Name{}
	}
	f := &t.open[len(t.open)-1]
	n := Name{Local: t.src[f.colon+1 : f.end : f.end], Space: f.space}
	if f.colon > f.name {
		n.Prefix = t.src[f.name:f.colon:f.colon]
	}
	return n
}

// qualified is the innermost element's name as it stands in the source.
func (t *Tokenizer) qualified() []byte {
	f := &t.open[len(t.open)-1]
	return t.src[f.name:f.end]
}

// Attrs are the attributes of the current Start, in the order of the source, without namespace declarations.
func (t *Tokenizer) Attrs() []Attr {
	if t.kind != Start {
		return nil
	}
	return t.attrs
}

// Attr finds an attribute of the current Start, or nil.
func (t *Tokenizer) Attr(space, local string) *Attr {
	attrs := t.Attrs()
	for i := range attrs {
		if a := &attrs[i]; a.Is(space, local) {
			return a
		}
	}
	return nil
}

// Decls are the namespace declarations of the current Start, in the order of the source.
func (t *Tokenizer) Decls() []Decl {
	if t.kind != Start {
		return nil
	}
	return t.decls
}

// Nodes is how many nodes the current token is: an element, its attributes and its namespace declarations; a
// piece of text; a comment; a processing instruction. An End is none.
func (t *Tokenizer) Nodes() int {
	switch t.kind {
	case Start:
		return 1 + len(t.attrs) + len(t.decls)
	case EOF, End:
		return 0
	}
	return 1
}

// SelfClosing reports whether the current Start is a whole <a/>.
func (t *Tokenizer) SelfClosing() bool { return t.empty }

// Target is the target of the current PI.
func (t *Tokenizer) Target() []byte { return t.src[t.from+len("<?") : t.sep : t.sep] }

// Content is what stands between the delimiters of the current token, as it stands: character data, the
// inside of a CDATA section or comment, the data of a PI. Of other tokens it is nil.
func (t *Tokenizer) Content() []byte {
	switch t.kind {
	case Text:
		return t.Raw()
	case CDATA:
		return t.inside("<![CDATA[", "]]>")
	case Comment:
		return t.inside("<!--", "-->")
	case PI:
		data := t.src[t.sep : t.pos-len("?>") : t.pos-len("?>")]
		return data[skipSpace(data, 0):]
	}
	return nil
}

func (t *Tokenizer) inside(opening, closing string) []byte {
	end := t.pos - len(closing)
	return t.src[t.from+len(opening) : end : end]
}

// Plain reports whether the current Text or CDATA means what it is: its Content is its value.
func (t *Tokenizer) Plain() bool { return t.plain }

// AppendText appends the value of the current Text or CDATA: references replaced, line ends made one.
func (t *Tokenizer) AppendText(dst []byte) []byte {
	switch {
	case t.plain:
		return append(dst, t.Content()...)
	case t.kind == CDATA:
		return AppendLines(dst, t.Content())
	}
	return Unescape(dst, t.Content(), false)
}

// Tidy reports whether the current token stands as canonical XML writes it, its own Attrs in order and
// its Decls before them. Which declarations have to be there, whether comments do, and that <a/> must
// be <a></a>, is not considered.
func (t *Tokenizer) Tidy() bool { return t.tidy }

// Reach is the lowest place in the stack of bindings of those that the names of the current Start use,
// a very large number where they use none. Compare it with Outside.
func (t *Tokenizer) Reach() int { return t.reach }
