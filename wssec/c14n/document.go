package c14n

import (
	"seismark/wssec/xmltok"
)

// AppendDocument appends the canonical form of a whole document: its root element, and what processing
// instructions and comments stand around it, each on a line of its own.
func AppendDocument(dst, document []byte, m Method) ([]byte, error) {
	t := xmltok.Tokenizer{Limits: xmltok.Unlimited}
	t.Reset(document)
	c := Canonicalizer{t: &t}
	var err error
	if c.rules, err = m.rules(); err != nil {
		return dst, err
	}
	rooted := false
	for {
		kind, err := t.Next()
		if err != nil {
			return dst, err
		}
		switch kind {
		case xmltok.EOF:
			return dst, nil
		case xmltok.Start:
			rooted = true
			if err := c.Whole(&t, m); err != nil {
				return dst, err
			}
			dst = append(dst, c.Form()...)
		default:
			if kind == xmltok.Comment && !c.comments {
				continue
			}
			c.run, c.to = t.Span()
			c.same, c.out = false, c.out[:0]
			if rooted {
				dst = append(dst, '\n')
			}
			if err := c.add(kind); err != nil {
				return dst, err
			}
			dst = append(dst, c.Form()...)
			if !rooted {
				dst = append(dst, '\n')
			}
		}
	}
}

// Whole follows an element from the tokenizer's current Start to its End.
func (c *Canonicalizer) Whole(t *xmltok.Tokenizer, m Method) error {
	if err := c.Begin(t, m); err != nil {
		return err
	}
	for !c.Done() {
		kind, err := t.Next()
		if err != nil {
			return err
		}
		if err := c.Add(kind); err != nil {
			return err
		}
	}
	return nil
}
