package xmltok

import "bytes"

// Tokenizer reads one document or fragment after the other. Zero is ready for Reset. What it hands out
// is good until the next call of Next, Skip, ElementText or Reset; strings are good for ever.
//
// The source, which must not change meanwhile:
//
//	src  <e:a xmlns:e="u"><b>text</b><c x="1"/> ...
//	     |---- read -----|--token--|-- unread -----|
//	     0              from      pos              len(src)
//
//	0 <= from <= pos <= len(src), and src[:pos] is known to be well formed, except that elements of
//	open have no end yet.
//
// An element stays in open until the token after its End, so that Name, Depth and Scope say at its End
// what they said at its Start.
type Tokenizer struct {
	Limits Limits // taken up by Reset

	limits    Limits // with defaults in place of zeros
	src       []byte
	from, pos int
	kind      Kind
	err       error // of Next, once and for all

	open     []frame
	binds    Bindings
	ambient  []XMLAttr // xml:* attributes of open elements
	spaces   interned
	fragment bool // content, not a document
	rooted   bool // the root element was seen
	empty    bool // the current Start is a whole <a/>, its End comes next
	leaf     int  // bytes of the End that comes next and was read already

	shapes   []shape // by level
	own      []Attr  // what attrs is read into where it is not that of a shape
	ownOrder []int32 // likewise for order

	// of the current token
	attrs []Attr
	order []int32 // attrs by namespace and local name, where they stand otherwise
	decls []Decl
	sep   int  // end of the PI's target, as an offset in src
	plain bool // the text needs no unescaping
	tidy  bool
	reach int // lowest binding that the names of a Start use
}

// frame is an open element.
type frame struct {
	name, colon, end int // the name in src; colon == name-1 where there is no prefix
	space            string
	binds, ambient   int // heights outside of the element
}

// Reset starts a document. Reset(nil) lets go of the last one.
func (t *Tokenizer) Reset(src []byte) {
	t.reset(src, false)
	if bytes.HasPrefix(src, []byte("\xef\xbb\xbf")) {
		t.pos = 3
	}
	t.err = t.declaration()
}

// ResetFragment starts the content of an element in whose scope it stands.
func (t *Tokenizer) ResetFragment(src []byte, scope Scope) {
	t.reset(src, true)
	for _, b := range scope.Bindings {
		if b.Prefix == "" || b.URI != "" {
			t.binds.Push(b.Prefix, b.URI)
		}
	}
	t.ambient = append(t.ambient, scope.XML...)
}

func (t *Tokenizer) reset(src []byte, fragment bool) {
	t.limits = t.Limits.withDefaults()
	t.src, t.from, t.pos, t.kind, t.err = src, 0, 0, EOF, nil
	t.open, t.ambient = t.open[:0], t.ambient[:0]
	if cap(t.own) > maxPieces {
		t.own, t.decls = nil, nil
	}
	clear(t.own[:cap(t.own)])
	clear(t.decls[:cap(t.decls)])
	t.attrs = nil
	for i := range t.shapes {
		t.shapes[i].forget()
	}
	t.fragment, t.rooted, t.empty, t.leaf = fragment, false, false, 0
	t.spaces.bound()
	t.binds.Reset()
	t.binds.Push("xml", XMLNamespace)
}

// Next reads the next token. Errors are *SyntaxError, and final.
func (t *Tokenizer) Next() (Kind, error) {
	if t.err != nil {
		return EOF, t.err
	}
	if t.kind == End {
		t.leave()
	}
	t.from = t.pos
	if t.empty || t.leaf > 0 {
		t.pos += t.leaf
		t.tidy = !t.empty
		t.empty, t.leaf, t.kind = false, 0, End
		return End, nil
	}
	t.kind, t.err = t.read()
	return t.kind, t.err
}

// read tells the tokens apart by their first bytes.
func (t *Tokenizer) read() (Kind, error) {
	for t.pos < len(t.src) {
		if t.src[t.pos] != '<' {
			if len(t.open) > 0 || t.fragment {
				return t.text()
			}
			if err := t.space(); err != nil {
				return EOF, err
			}
			continue
		}
		switch t.at(t.pos + 1) {
		case '/':
			return t.endTag()
		case '?':
			return t.instruction()
		case '!':
			return t.declared()
		}
		return t.startTag()
	}
	if len(t.open) > 0 {
		return EOF, t.fail(len(t.src), "<"+string(t.qualified())+"> has no end tag", "close it, or send the whole document")
	}
	if !t.rooted && !t.fragment {
		return EOF, t.fail(len(t.src), "there is no element", "send a document")
	}
	return EOF, nil
}

// space passes over white space outside of the root element, where no other text may stand.
func (t *Tokenizer) space() error {
	t.pos = skipSpace(t.src, t.pos)
	if t.from = t.pos; t.pos < len(t.src) && t.src[t.pos] != '<' {
		return t.fail(t.pos, "text outside of the root element", "remove it")
	}
	return nil
}

// at is the byte at an offset, or zero past the end: zero is no character of XML.
func (t *Tokenizer) at(p int) byte {
	if p < len(t.src) {
		return t.src[p]
	}
	return 0
}
