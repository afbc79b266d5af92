package stream

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
	"seismark/wssec/xmltok"
	"seismark/wssec/xsd"
)

// decrypt puts the plain text into the message. With an error it has a stand-in in its place. Digested tells
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
	scope := r.env.Content.Scope
	text, failed := r.decipher(p)
	if size := len(r.envelope) - (p.to - p.from) + len(text); failed == nil && size > r.cfg.Limits.Bytes {
		failed = errors.New("with the plain text the message has " + strconv.Itoa(size) + " bytes, more than Limits.Bytes")
	}
	room := len(r.start)
	if failed == nil {
		failed = r.readPlain(r.frame(room+p.cipher.Front(), len(text)), scope, p.whole)
	}
	if failed != nil {
		text = xmlenc.StandIn(p.data)
		r.plain, r.read = append(r.plain[:room], text...), nil
		if err := r.readPlain(r.frame(room, len(text)), scope, false); err != nil {
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
	session, failed := p.key.Unwrap(r.e.decrypter, p.key.value, p.cipher.KeySize)
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
		text, err := r.decipher(p)
		if err == nil {
			err = p.check(text)
		}
		if err != nil {
			text = xmlenc.StandIn(p.data)
		}
		if texts[i] = text; failed == nil {
			failed = err
		}
	}
	if err := r.splice(texts); err != nil {
		for i := range texts {
			texts[i] = xmlenc.StandIn(texts[i])
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

// dataOf decodes the data of a part: that of the Body's content as decryptBody wants it.
func (r *reader) dataOf(o *outline, n node) (data []byte, err error) {
	if o != &r.data {
		return o.octets(nil, n)
	}
	if n != r.decoded {
		text, err := o.text(n)
		if err != nil {
			return nil, err
		}
		if r.plain, err = o.octets(r.roomFor(len(text)), n); err != nil {
			return nil, err
		}
	}
	return r.plain[len(r.start):], nil
}

// roomFor gives plain with room for the start tag, for a text of a length and what else frame needs.
func (r *reader) roomFor(length int) []byte {
	return slices.Grow(r.plain[:0], len(r.start)+length+len(r.name)+len("</>"))[:len(r.start)]
}

// decode takes the text of the CipherValue whose Start is the current token, if it is base64 and nothing else:
// then it need not be looked at as XML, which would take as long as decoding it (BenchmarkOpen, policy
// signencr, large: 0.07 of 0.6 ms; AMD EPYC, November 2026).
func (r *reader) decode() {
	t := &r.split.Tokens
	_, from := t.Span()
	n := bytes.IndexByte(t.Source()[from:], '<')
	const worth = 1024
	if n < worth {
		return
	}
	octets, ok := xsd.AppendBare(r.roomFor(n), t.Source()[from:from+n])
	if r.plain = octets; !ok {
		return
	}
	r.decoded = r.data.inner
	t.TextTo(from + n)
	if r.formError == nil {
		r.formError = r.canon.Add(xmltok.Text)
	}
	r.data.add(xmltok.Text, t)
}
