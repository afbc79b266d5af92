package c14n

import (
	"seismark/wssec/xmltok"
)

// Canonicalizer makes the canonical form of an element beside the tokenizer that reads it: Begin at the
// element's Start, then Add for every token up to the element's End. Zero is ready; it is reused by
// beginning anew.
//
// As long as the source is in canonical form nothing is copied. At the first token that is not, what was
// read is copied to out, and from there on the form grows in out:
//
//	src  ...<soap:Body>.............<x a='1'/>.....</soap:Body>...
//	        from       same         |         !same
//	out                 src[from:n] + <x a="1"></x> + ...
//
// While same holds, every declaration within the element was rendered where it stands. Thus a start tag
// that declares nothing and uses no binding from outside of the element renders nothing: one comparison.
type Canonicalizer struct {
	t *xmltok.Tokenizer
	rules
	listed listed

	from, to int // the element in the source, as far as it was read
	same     bool
	out      []byte

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
	c.from, c.to = t.Span()
	c.same, c.out = true, c.out[:0]
	c.depth, c.outside = t.Depth(), t.Outside()
	c.rendered.Reset()
	c.marks = c.marks[:0]
	return c.start(true)
}

// Add takes the tokenizer's next token.
func (c *Canonicalizer) Add(kind xmltok.Kind) error {
	if c.same && c.t.Tidy() {
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
		c.out = escapeText(c.out, c.t.AppendText(nil))
	case xmltok.Comment:
		c.comment()
	case xmltok.PI:
		c.instruction()
	}
	_, c.to = c.t.Span()
	return nil
}

// Done reports whether the apex has ended.
func (c *Canonicalizer) Done() bool { return c.depth == 0 }

// Same reports whether the element is in canonical form, as far as it was read.
func (c *Canonicalizer) Same() bool { return c.same }

// Form is the canonical form: where Same holds the bytes of the source themselves, else bytes that are
// good until the next Begin.
func (c *Canonicalizer) Form() []byte {
	if c.same {
		return c.t.Source()[c.from:c.to:c.to]
	}
	return c.out
}

// differ copies what was read, at the first token that is not in canonical form.
func (c *Canonicalizer) differ() {
	if c.same {
		at, _ := c.t.Span()
		c.same, c.out = false, append(c.out, c.t.Source()[c.from:at]...)
	}
}

// keep takes the token as it stands.
func (c *Canonicalizer) keep() {
	if !c.same {
		c.out = append(c.out, c.t.Raw()...)
	}
}

func (c *Canonicalizer) text() {
	if c.t.Tidy() {
		c.keep()
		return
	}
	c.differ()
	if c.t.Plain() {
		c.out = escapeText(c.out, c.t.Content())
		return
	}
	c.out = escapeText(c.out, c.t.AppendText(nil))
}

func (c *Canonicalizer) comment() {
	if c.comments && c.t.Tidy() {
		c.keep()
		return
	}
	c.differ()
	if c.comments {
		c.out = append(xmltok.AppendLines(append(c.out, "<!--"...), c.t.Content()), "-->"...)
	}
}

func (c *Canonicalizer) instruction() {
	if c.t.Tidy() {
		c.keep()
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
	if c.t.Tidy() {
		c.keep()
	} else {
		c.differ()
		c.out = append(appendName(append(c.out, "</"...), c.t.Name()), '>')
	}
	if depth == c.depth {
		c.depth = 0
	}
}
