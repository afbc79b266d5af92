package stream

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
	"seismark/wssec/xsd"
)

// decrypt puts the plain text into the message. With an error it has blanks in its place. Digested tells
// that the references were looked at before.
func (r *reader) decrypt(digested bool) error {
	if len(r.parts) == 0 {
		return nil
	}
	p, facts := &r.parts[0], &r.message.Facts
	facts.Used.KeyTransport, facts.Used.Cipher = p.key.Algorithm, p.name
	if c := &r.env.Content; p.from == c.From && c.Alone {
		facts.Encrypted = append(facts.Encrypted, wssec.PartBody)
	}
	if r.simple(digested) {
		return r.decryptBody(p)
	}
	return r.decryptParts(digested)
}

// simple reports whether just the content of the Body is encrypted, and nothing is referred to within it.
func (r *reader) simple(digested bool) bool {
	p, c := &r.parts[0], &r.env.Content
	if len(r.parts) > 1 || p.from != c.From || c.From != r.startEnd || c.To != r.endFrom ||
		r.formError != nil || !same(r.method, r.startMethod) || r.method.Algorithm != wssec.ExclusiveC14N {
		return false
	}
	for _, ref := range r.signature.references {
		if digested {
			break
		}
		if ref.in == nowhere || ref.in == elsewhere || ref.in == theBody && !same(ref.method, r.method) {
			return false
		}
	}
	return true
}

// decryptBody deciphers in the place where the Body then stands as a whole: its start tag, in canonical form,
// is put before the plain text, in the place of the IV.
//
//	plain  |-- room for the start tag --|IV|cipher text          |tag|
//	          |<soap:Body ...>             |plain text           |</soap:Body>|
func (r *reader) decryptBody(p *part) error {
	scope, length := r.env.Content.Scope, len(p.data)
	text, failed := r.decipher(p)
	if size := len(r.envelope) - (p.to - p.from) + len(text); failed == nil && size > r.cfg.Limits.Bytes {
		failed = errors.New("with the plain text the message has " + strconv.Itoa(size) + " bytes, more than Limits.Bytes")
	}
	room := len(r.start)
	if failed == nil {
		failed = r.readPlain(r.frame(room+p.cipher.Front(), len(text)), scope, p.whole)
	}
	if failed != nil {
		r.plain = r.plain[:room+length]
		for i := room; i < len(r.plain); i++ {
			r.plain[i] = ' '
		}
		r.read = nil
		if err := r.readPlain(r.frame(room, length), scope, false); err != nil {
			r.formError = err
		}
	}
	return failed
}

// frame puts the tags of the Body around its content, n octets of plain.
func (r *reader) frame(from, n int) []byte {
	begin := from - len(r.start)
	copy(r.plain[begin:from], r.start)
	r.plain = append(append(append(r.plain[:from+n], "</"...), r.name...), '>')
	return r.plain[begin:]
}

// readPlain reads the Body with its plain text.
func (r *reader) readPlain(octets []byte, scope xmltok.Scope, whole bool) error {
	r.split.ReadBody(octets, scope)
	if _, err := r.split.Next(); err != nil {
		return err
	}
	if err := r.follow(true); err != nil {
		return err
	}
	switch end := len(octets) - len("</>") - len(r.name); {
	case r.endFrom != end:
		return errors.New("the plain text ends the Body")
	case whole && r.elements != 1:
		return fmt.Errorf("the plain text holds %d elements, its Type says one", r.elements)
	case whole && r.stray:
		return errors.New("the plain text holds more than an element, its Type says one")
	}
	_, err := r.split.Next()
	return err
}

// decipher gives the plain text of a part, in the place of its data.
func (r *reader) decipher(p *part) ([]byte, error) {
	session, failed := p.key.Unwrap(r.cfg.Self.Key.(crypto.Decrypter), p.key.value, p.cipher.KeySize)
	text, err := p.cipher.Open(session, p.data)
	clear(session)
	if failed == nil {
		failed = err
	}
	return text, failed
}

// decryptParts is for all other encryption: it makes a message of the plain text, and reads that.
func (r *reader) decryptParts(digested bool) error {
	var failed error
	texts := make([][]byte, len(r.parts))
	for i := range r.parts {
		p := &r.parts[i]
		length := len(p.data)
		text, err := r.decipher(p)
		if err == nil {
			err = p.check(text)
		}
		if err != nil {
			text = bytes.Repeat([]byte{' '}, length)
		}
		if texts[i] = text; failed == nil {
			failed = err
		}
	}
	if err := r.splice(texts); err != nil {
		for i := range texts {
			texts[i] = bytes.Repeat([]byte{' '}, len(texts[i]))
		}
		failed = errors.Join(err, r.splice(texts))
	}
	if !digested {
		r.locate()
	}
	octets, err := r.canonicalOf(r.env.Bytes(r.env.Body), r.env.Body.Scope, r.method)
	r.spliced, r.formError = bytes.Clone(octets), err
	return failed
}

// check reads the plain text in the scope of its place: content, or one element. It cannot end what is
// around it.
func (p *part) check(text []byte) error {
	t := xmltok.Tokenizer{Limits: xmltok.Unlimited}
	t.ResetFragment(text, p.scope)
	elements := 0
	for {
		kind, err := t.Next()
		switch {
		case err != nil:
			return fmt.Errorf("the plain text: %w", err)
		case kind == xmltok.EOF && p.whole && elements != 1:
			return fmt.Errorf("the plain text holds %d elements, its Type says one", elements)
		case kind == xmltok.EOF:
			return nil
		case kind == xmltok.Start && t.Depth() == 1:
			elements++
		case p.whole && t.Depth() == 0 && len(bytes.Trim(t.Raw(), xsd.Blanks)) > 0:
			return errors.New("the plain text holds more than an element, its Type says one")
		}
	}
}

// splice puts texts in the places of the parts.
func (r *reader) splice(texts [][]byte) error {
	var b []byte
	done := 0
	for i, p := range r.parts {
		b = append(append(b, r.envelope[done:p.from]...), texts[i]...)
		done = p.to
	}
	env, err := soap.Split(append(b, r.envelope[done:]...), r.cfg.Limits)
	if err != nil {
		return err
	}
	r.env = env
	return nil
}

// roomFor is where the data of a part is decoded: that of the Body's content with room for the start tag.
func (r *reader) roomFor(p *part) []byte {
	if p.from != r.env.Content.From || r.formError != nil {
		return nil
	}
	r.plain = slices.Grow(r.plain[:0], len(r.start)+p.to-p.from)[:len(r.start)]
	return r.plain
}
