package xmltok

// Skip reads from the Start of an element to its End, which is then the current token.
func (t *Tokenizer) Skip() error {
	for depth := len(t.open); ; {
		kind, err := t.Next()
		if err != nil {
			return err
		}
		if kind == End && len(t.open) == depth || kind == EOF {
			return nil
		}
	}
}

// SkipTo is Skip for whoever has read the element of the current Start himself: the End is the current token,
// and ends at an offset. What stands up to there was not looked at: it must be the rest of a well-formed
// element in its scope, that ends in an end tag as canonical XML writes it.
func (t *Tokenizer) SkipTo(end int) {
	t.from, t.pos = end-len("</>")-len(t.qualified()), end
	t.kind, t.tidy, t.empty, t.leaf = End, true, false, 0
}

// TextTo is Next for whoever has read the text behind the current token himself: it is the current token, up to
// an offset where markup begins. It must be plain and as canonical XML writes it.
func (t *Tokenizer) TextTo(end int) {
	if t.kind == End {
		t.leave()
	}
	t.from, t.pos = t.pos, end
	t.kind, t.plain, t.tidy = Text, true, true
}

// ElementText reads from the Start of an element to its End and appends its character data, comments and
// processing instructions left out. A child element is an error.
func (t *Tokenizer) ElementText(dst []byte) ([]byte, error) {
	for {
		switch kind, err := t.Next(); kind {
		case Text, CDATA:
			dst = t.AppendText(dst)
		case Start:
			child := string(t.qualified())
			t.err = t.fail(t.from, "the element "+child+" where only text may stand", "remove it")
			return dst, t.err
		case End, EOF:
			return dst, err
		}
	}
}
