package c14n

import (
	"seismark/wssec/xmltok"
)

// Canonicalizer makes the canonical form of an element beside the tokenizer that reads it: Begin at the
// element's Start, then Add for every token up to the element's End. Zero is ready; it is reused by
// beginning anew.
//
// What is in canonical form is not looked at again. It is copied only at a token that is not, in one piece
// with all that stands before it, and that token's own form behind it:
//
//	src  ...<soap:Body>.............<x a='1'/>.....................</soap:Body>...
//	        from                               run                to
//	out  src[from:] up to the token <x a="1"></x>
//
//	the form is out and src[run:to]; with out empty, run is from
//
// While exact holds, every declaration within the element was rendered where it stands. Thus a start tag
// that declares nothing and uses no binding from outside of the element renders nothing: one comparison.
type Canonicalizer struct {
	t *xmltok.Tokenizer
	rules
	listed listed

	run, to int // of the source: see above
	out     []byte
	same    bool // out is empty
	exact   bool

	depth    int // of the apex; zero when all is done
	outside  int // bindings around the apex
	rendered xmltok.Bindings
	marks    []mark
	prefixes []string // see known
	need     []xmltok.Binding
	attrs    []xmltok.Attr // of the apex, where it inherits some
}

// mark is an element that rendered bindings.
type mark struct{ depth, height int }

// Begin starts with the tokenizer's current Start as the apex.
func (c *Canonicalizer) Begin(t *xmltok.Tokenizer, m Method) error {
	r, err := m.rules()
	if err != nil {
		return err
	}
	c.t, c.rules = t, r
	c.listed.reset(m.Prefixes)
	c.run, c.to = t.Span()
	c.same, c.exact, c.out = true, true, c.out[:0]
	c.depth, c.outside = t.Depth(), t.Outside()
	c.rendered.Reset()
	c.marks = c.marks[:0]
	return c.start(true)
}

// Add takes the tokenizer's next token.
func (c *Canonicalizer) Add(kind xmltok.Kind) error {
	if c.exact && c.t.Tidy() {
		switch kind {
		case xmltok.Text:
			_, c.to = c.t.Span()
			return nil
		case xmltok.Start:
			if len(c.t.Decls()) == 0 && c.t.Reach() >= c.outside && !c.t.SelfClosing() {
				_, c.to = c.t.Span()
				return nil
			}
		}
	}
	return c.add(kind)
}

func (c *Canonicalizer) add(kind xmltok.Kind) error {
	switch kind {
	case xmltok.Start:
		return c.start(false)
	case xmltok.End:
		c.end()
	case xmltok.Text:
		c.text()
	case xmltok.CDATA:
		c.differ()
		c.out = AppendText(c.out, c.t.AppendText(nil))
	case xmltok.Comment:
		c.comment()
	case xmltok.PI:
		c.instruction()
	}
	_, c.to = c.t.Span()
	return nil
}

// Forget lets go of the tokenizer, and of memory beyond a number of bytes.
func (c *Canonicalizer) Forget(most int) {
	c.t, c.depth = nil, 0
	if cap(c.out) > most {
		c.out = nil
	}
}

// Done reports whether the apex has ended.
func (c *Canonicalizer) Done() bool { return c.depth == 0 }

// Same reports whether the element is in canonical form, as far as it was read.
func (c *Canonicalizer) Same() bool { return c.same }

// Exact reports whether the current token stands as it is in the form, and the same would hold for what
// follows within the element, if it was in canonical form by itself and used no other declarations than
// those of the element.
func (c *Canonicalizer) Exact() bool {
	from, to := c.t.Span()
	return c.exact && c.run <= from && c.to == to
}

// Form is the canonical form: where Same holds the bytes of the source themselves, else bytes that are
// good until the next Begin.
func (c *Canonicalizer) Form() []byte {
	if c.same {
		return c.t.Source()[c.run:c.to:c.to]
	}
	c.out = append(c.out, c.t.Source()[c.run:c.to]...)
	c.run = c.to
	return c.out
}

// differ is for a token that is not in canonical form: what stands before it is copied, and out is ready for
// its form.
func (c *Canonicalizer) differ() {
	from, to := c.t.Span()
	c.out = append(c.out, c.t.Source()[c.run:from]...)
	c.same, c.run = false, to
}

func (c *Canonicalizer) text() {
	if c.t.Tidy() {
		return
	}
	c.differ()
	if c.t.Plain() {
		c.out = AppendText(c.out, c.t.Content())
		return
	}
	c.out = AppendText(c.out, c.t.AppendText(nil))
}

func (c *Canonicalizer) comment() {
	if c.comments && c.t.Tidy() {
		return
	}
	c.differ()
	if c.comments {
		c.out = append(xmltok.AppendLines(append(c.out, "<!--"...), c.t.Content()), "-->"...)
	}
}

func (c *Canonicalizer) instruction() {
	if c.t.Tidy() {
		return
	}
	c.differ()
	c.out = append(append(c.out, "<?"...), c.t.Target()...)
	if data := c.t.Content(); len(data) > 0 {
		c.out = xmltok.AppendLines(append(c.out, ' '), data)
	}
	c.out = append(c.out, "?>"...)
}

func (c *Canonicalizer) end() {
	depth := c.t.Depth()
	if n := len(c.marks) - 1; n >= 0 && c.marks[n].depth == depth {
		c.rendered.Cut(c.marks[n].height)
		c.marks = c.marks[:n]
	}
	if !c.t.Tidy() {
		c.differ()
		c.out = append(appendName(append(c.out, "</"...), c.t.Name()), '>')
	}
	if depth == c.depth {
		c.depth = 0
	}
}
