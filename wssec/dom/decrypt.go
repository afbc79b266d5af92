package dom

import (
	"errors"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
)

// decrypt puts the plain text of all parts into the message and reads it again as a whole. With an error
// the message has stand-ins in their places.
func (r *reader) decrypt(parts []part) error {
	if len(parts) == 0 {
		return nil
	}
	var failed error
	plain := make([][]byte, len(parts))
	for i := range parts {
		text, err := r.plain(&parts[i])
		if err != nil && failed == nil {
			failed = err
		}
		plain[i] = text
	}
	c := r.env.Content
	r.facts.Used.KeyTransport, r.facts.Used.Cipher = parts[0].key.Algorithm, parts[0].name
	if parts[0].From == c.From && c.Alone {
		r.facts.Encrypted = append(r.facts.Encrypted, wssec.PartBody)
	}
	if err := r.splice(parts, plain); err != nil {
		for i := range plain {
			plain[i] = xmlenc.StandIn(plain[i])
		}
		return errors.Join(err, r.splice(parts, plain))
	}
	return failed
}

// plain gives the plain text of a part, which is well-formed in its place; with an error, a stand-in for what
// the data became in decrypting.
func (r *reader) plain(p *part) ([]byte, error) {
	session, failed := p.key.Unwrap(r.decrypter, p.key.value, p.KeySize)
	text, err := p.Open(session, p.data)
	if failed == nil {
		failed = err
	}
	if failed == nil {
		failed = xmlenc.CheckPlain(text, p.Scope, p.whole)
	}
	if failed != nil {
		return xmlenc.StandIn(p.data), failed
	}
	if r.keeps && len(r.facts.Request.Key.Octets()) == 0 {
		r.facts.Request.Key.Put(p.key.value, session)
	}
	return text, nil
}

func (r *reader) splice(parts []part, plain [][]byte) error {
	var b []byte
	done := 0
	for i, p := range parts {
		b = append(append(b, r.env.Octets[done:p.From]...), plain[i]...)
		done = p.To
	}
	env, err := soap.Split(append(b, r.env.Octets[done:]...), r.cfg.Limits)
	if err != nil {
		return err
	}
	r.env = env
	return nil
}
