package measure

import (
	"bytes"
	"regexp"
	"slices"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// wrapping is a way to keep a signature right while another Body stands in the place of what it covers.
type wrapping struct {
	place func(*soap.Envelope) int // where the signed Body goes
	around
	plain  bool // the other Body is not encrypted though the signed one is
	sameID bool // both Bodies have one Id
}

// around is an element for the signed Body to stand in.
type around struct{ start, end string }

// wrapper is a header that nobody has to understand.
var wrapper = around{`<w:wrapper xmlns:w="urn:seismark:wrapper">`, `</w:wrapper>`}

// wrappings are bad messages whose signed Body stands elsewhere, each with another Body: one with an Id of its own, one with the
// same Id, and one that is plain, which nobody who expects it encrypted should read.
func wrappings() []forgery {
	var list []forgery
	for _, p := range []struct {
		name  string
		place func(*soap.Envelope) int
		around
	}{
		{"wrapped into a header before Security", func(e *soap.Envelope) int { return e.Security.From }, wrapper},
		{"wrapped into a header behind Security", func(e *soap.Envelope) int { return e.Security.To }, wrapper},
		{"wrapped into Security", func(e *soap.Envelope) int { return before(e, "</wsse:Security>") }, wrapper},
		{"wrapped into the Signature", func(e *soap.Envelope) int { return before(e, "</ds:Signature>") }, around{"<ds:Object>", "</ds:Object>"}},
	} {
		for _, w := range []struct {
			name    string
			applies func(direction) bool
			wrapping
		}{
			{p.name, direction.signs, wrapping{p.place, p.around, false, false}},
			{p.name + " with the same Id", direction.signs, wrapping{p.place, p.around, false, true}},
			{p.name + " unencrypted", direction.encrypts, wrapping{p.place, p.around, true, false}},
		} {
			list = append(list, forgery{name: w.name, applies: w.applies, make: w.make, wrapped: true})
		}
	}
	return list
}

func before(e *soap.Envelope, end string) int { return bytes.Index(e.Octets, []byte(end)) }

// make signs the payload and lets the other one be read in its place, by whoever looks for the Body alone.
func (w wrapping) make(f *forger, s saying) ([]byte, error) {
	envelope, err := f.seal(s)
	if err != nil {
		return nil, err
	}
	e, err := soap.Split(envelope, wssec.DefaultLimits)
	if err != nil {
		return nil, err
	}
	signed := e.Bytes(e.Body)
	key, other, err := w.other(f, s, signed)
	if err != nil {
		return nil, err
	}
	at := w.place(e)
	if at < 0 || at > e.Body.From {
		return nil, errUnchanged
	}
	moved := slices.Concat(envelope[:at], []byte(w.start), signed, []byte(w.end), envelope[at:e.Body.From], other, envelope[e.Body.To:])
	if key == nil {
		return moved, nil
	}
	first := bytes.Index(moved, []byte("<xenc:EncryptedKey"))
	if first < 0 {
		return nil, errUnchanged
	}
	return slices.Insert(moved, first, key...), nil
}

// bodyID is the Id of a Body.
var bodyID = regexp.MustCompile(` wsu:Id="([^"]+)"`)

// encryptedKey is a whole EncryptedKey.
var encryptedKey = regexp.MustCompile(`(?s)<xenc:EncryptedKey.*</xenc:EncryptedKey>`)

// other is the Body that stands in the place of the signed one: encrypted where that is, for anybody can, with the key for it.
func (w wrapping) other(f *forger, s saying, signed []byte) (key, body []byte, err error) {
	id := bodyID.FindSubmatchIndex(startOf(signed))
	if id == nil {
		return nil, nil, errUnchanged
	}
	said := saying{payload: s.other, request: s.request}
	if len(f.config.Outgoing().Encrypt) > 0 && !w.plain {
		envelope, err := f.sealAs(said, func(_ *wssec.Config, p *wssec.Protection) { p.Sign, p.Lifetime = nil, 0 })
		if err != nil {
			return nil, nil, err
		}
		e, err := soap.Split(envelope, wssec.DefaultLimits)
		if err != nil {
			return nil, nil, err
		}
		key, body = encryptedKey.Find(envelope), e.Bytes(e.Body)
		if key == nil {
			return nil, nil, errUnchanged
		}
	} else {
		start := startOf(signed)
		body = bodyAround(slices.Concat(start[:id[2]], []byte("Other"), start[id[2]:]), said.payload)
	}
	if !w.sameID {
		return key, body, nil
	}
	body, err = replaced(body, bodyID, string(signed[id[2]:id[3]]))
	return key, body, err
}

// startOf is the start tag of a Body of ours, no attribute of which holds a >.
func startOf(body []byte) []byte {
	return body[: bytes.IndexByte(body, '>')+1 : bytes.IndexByte(body, '>')+1]
}

// bodyAround is a Body of ours.
func bodyAround(start, payload []byte) []byte {
	return slices.Concat(start, payload, []byte("</soap:Body>"))
}
