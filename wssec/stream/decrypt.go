package stream

import (
	"bytes"
	"errors"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
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

// decipher gives the plain text of a part, in the place of its data.
func (r *reader) decipher(p *part) ([]byte, error) {
	session, failed := p.key.Unwrap(r.e.decrypter, p.key.value, p.cipher.KeySize)
	text, err := p.cipher.Open(session, p.data)
	if failed == nil {
		failed = err
	}
	if r.keeps && failed == nil && len(r.message.Request.Key.Octets()) == 0 {
		r.message.Request.Key.Put(p.key.value, session)
	}
	clear(session)
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
			err = xmlenc.CheckPlain(text, p.scope, p.whole)
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
