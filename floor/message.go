package floor

import (
	"bytes"
	"crypto/aes"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/engines"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
)

// The directions of a call.
const (
	request = iota
	answer
)

// subject is a sequence under a policy: what the items are timed on.
type subject struct {
	*Bench
	policy     wssec.Policy
	directions [2]direction
	octets     []byte // as many as any message needs; what they are does not matter
}

// direction is one way of all calls: who sends, what a message is made of.
type direction struct {
	sender, receiver wssec.Config
	out              wssec.Protection
	payload          [][]byte

	head, tail            []byte // of the Body, around the payload, as it is digested
	timestamp, signedInfo int    // octets of their canonical forms; zero where there is none
	around                int    // octets of an envelope besides the Body's content
	cipher                xmlenc.Cipher
	encrypts              bool
}

// subject seals a request and an answer, and takes their measures.
func (b *Bench) subject(p wssec.Policy) (*subject, error) {
	s := &subject{Bench: b, policy: p}
	client, server := b.side(wssec.Initiator, p), b.side(wssec.Recipient, p)
	s.directions[request] = direction{sender: client, receiver: server, out: p.Request, payload: b.payload[request]}
	s.directions[answer] = direction{sender: server, receiver: client, out: p.Response, payload: b.payload[answer]}
	if b.config.Keys == nil && p.Suite != wssec.SuiteNone {
		return nil, errors.New("there are no keys: set Config.Keys")
	}
	if err := s.exchange(client, server); err != nil {
		return nil, err
	}
	longest := 0
	for i := range s.directions {
		d := &s.directions[i]
		for _, payload := range d.payload {
			longest = max(longest, d.wire(len(payload)), d.body(len(payload)))
		}
	}
	s.octets = make([]byte, longest)
	return s, nil
}

// side is the configuration of one side of the calls.
func (b *Bench) side(role wssec.Role, p wssec.Policy) wssec.Config {
	c := wssec.Config{Role: role, Policy: p}
	if b.config.Keys != nil && p.Suite != wssec.SuiteNone {
		c = b.config.Keys.Config(role, p)
	}
	c.Login, c.Admit = b.config.Login, func(l wssec.Login) bool { return l == b.config.Login }
	return c
}

// exchange makes one call by the first of the engines, all of which write messages of the same lengths.
func (s *subject) exchange(client, server wssec.Config) error {
	var sides [2]wssec.Engine
	for i, c := range []wssec.Config{client, server} {
		engine, err := engines.New(engines.Names()[0], c)
		if err != nil {
			return err
		}
		sides[i] = engine
	}
	sent, err := sides[0].Seal(nil, s.payload[request][0])
	if err != nil {
		return err
	}
	asked, err := sides[1].Open(sent)
	if err != nil {
		return err
	}
	back, err := sides[1].Reply(nil, s.payload[answer][0], asked)
	if err != nil {
		return err
	}
	got, err := sides[0].Open(back)
	if err != nil {
		return err
	}
	return errors.Join(s.directions[request].weigh(sent, asked.Body), s.directions[answer].weigh(back, got.Body))
}

// weigh takes the measures of a message with the first payload, and of its Body as it was digested.
func (d *direction) weigh(envelope, body []byte) (err error) {
	payload := d.payload[0]
	var ok bool
	if d.head, d.tail, ok = bytes.Cut(body, payload); !ok {
		return errors.New("the payload does not stand in the Body as it was digested: the engine does not keep canonical form")
	}
	d.head, d.tail = slices.Clone(d.head), slices.Clone(d.tail)
	algorithms := d.sender.Policy.Suite.Algorithms()
	if d.encrypts = slices.Contains(d.out.Encrypt, wssec.PartBody); d.encrypts {
		if d.cipher, err = xmlenc.CipherOf(algorithms.Cipher); err != nil {
			return err
		}
	}
	d.around = len(envelope) - d.content(len(payload))
	if len(d.out.Sign) == 0 {
		return nil
	}
	e, err := soap.Split(envelope, d.sender.Bounds())
	if err != nil {
		return err
	}
	method := c14n.Method{Algorithm: algorithms.Canonicalization}
	if d.out.Lifetime != 0 {
		if d.timestamp, err = length(e, method, [2]string{soap.WSU, "Timestamp"}); err != nil {
			return err
		}
	}
	d.signedInfo, err = length(e, method, [2]string{soap.DS, "Signature"}, [2]string{soap.DS, "SignedInfo"})
	return err
}

// length is that of the canonical form of an element of the Security header.
func length(e *soap.Envelope, m c14n.Method, path ...[2]string) (int, error) {
	name := path[len(path)-1][1]
	if e.Security == nil {
		return 0, fmt.Errorf("no %s: the message has no Security header", name)
	}
	el, ok := e.Find(e.Security.Element, path...)
	if !ok {
		return 0, fmt.Errorf("no %s in the Security header", name)
	}
	form, err := c14n.Append(nil, e.Bytes(el), el.Scope, m)
	return len(form), err
}

// body is how many octets of a Body are digested.
func (d *direction) body(payload int) int { return len(d.head) + payload + len(d.tail) }

// sealed is how many octets a payload has as cipher text: with a tag, or filled up to whole blocks.
func (d *direction) sealed(payload int) int {
	if d.cipher.GCM {
		return d.cipher.Front() + payload + xmlenc.MaxBack
	}
	return d.cipher.Front() + payload + aes.BlockSize - payload%aes.BlockSize
}

// content is how many octets of an envelope a payload takes.
func (d *direction) content(payload int) int {
	if !d.encrypts {
		return payload
	}
	return base64.StdEncoding.EncodedLen(d.sealed(payload))
}

// wire is how many octets an envelope has.
func (d *direction) wire(payload int) int { return d.around + d.content(payload) }

// meanWire is that of the sequence on average.
func (s *subject) meanWire(way int) float64 {
	d, sum := &s.directions[way], 0
	for _, payload := range d.payload {
		sum += d.wire(len(payload))
	}
	return float64(sum) / float64(len(d.payload))
}

// each gives the messages of the directions that do something: message i is of direction i%n, call i/n.
type each []*direction

func (s *subject) each(does func(*direction) bool) each {
	var list each
	for i := range s.directions {
		if does(&s.directions[i]) {
			list = append(list, &s.directions[i])
		}
	}
	return list
}

func (s *subject) signing() each {
	return s.each(func(d *direction) bool { return len(d.out.Sign) > 0 })
}

func (s *subject) encrypting() each {
	return s.each(func(d *direction) bool { return d.encrypts })
}

// messages is how many there are.
func (e each) messages() int {
	n := 0
	for _, d := range e {
		n += len(d.payload)
	}
	return n
}

// at gives a message's direction and its payload.
func (e each) at(i int) (*direction, []byte) {
	d := e[i%len(e)]
	return d, d.payload[i/len(e)%len(d.payload)]
}
