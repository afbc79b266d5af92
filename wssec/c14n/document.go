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
			if err := c.whole(m); err != nil {
				return dst, err
			}
			dst = append(dst, c.Form()...)
		default:
			if kind == xmltok.Comment && !c.comments {
				continue
			}
			c.same, c.out = false, c.out[:0]
			if rooted {
				c.out = append(c.out, '\n')
			}
			if err := c.add(kind); err != nil {
				return dst, err
			}
			if !rooted {
				c.out = append(c.out, '\n')
			}
			dst = append(dst, c.out...)
		}
	}
}

// whole follows an element from its Start to its End.
func (c *Canonicalizer) whole(m Method) error {
	if err := c.Begin(c.t, m); err != nil {
		return err
	}
	for !c.Done() {
		kind, err := c.t.Next()
		if err != nil {
			return err
		}
		if err := c.Add(kind); err != nil {
			return err
		}
	}
	return nil
}
