package floor

import (
	"encoding/base64"

	"seismark/wssec/xmldsig"
	"seismark/wssec/xsd"
)

// The time of the operations below does not depend on what the octets are, only on how many. They lie in the
// processor's cache, as those of a message do that was just written or read.

func digest(s *subject) ([]work, error) {
	list, hash := s.signing(), xmldsig.DigestHash(s.policy.Suite.Algorithms().Digest)
	var sum [xmldsig.MaxSum]byte
	return []work{{by: "go", count: list.messages(), do: func(i int) error {
		d, payload := list.at(i)
		body := s.octets[:d.body(len(payload))]
		for range 2 { // the sender, the receiver
			xmldsig.Sum(sum[:0], hash, body)
			xmldsig.Sum(sum[:0], hash, s.octets[:d.timestamp])
		}
		return nil
	}}}, nil
}

// room holds a payload with what stands before and behind it when it is enciphered.
func (s *subject) room(list each) (whole func(i int) ([]byte, *direction)) {
	longest := 0
	for i := range list.messages() {
		d, payload := list.at(i)
		longest = max(longest, d.sealed(len(payload)))
	}
	octets := make([]byte, longest)
	return func(i int) ([]byte, *direction) {
		d, payload := list.at(i)
		return octets[:d.cipher.Front()+len(payload)], d
	}
}

func encipher(s *subject) ([]work, error) {
	list := s.encrypting()
	room, key := s.room(list), make([]byte, list[0].cipher.KeySize)
	return []work{{by: "go", count: list.messages(), do: func(i int) error {
		plain, d := room(i)
		_, err := d.cipher.Seal(key, plain)
		return err
	}}}, nil
}

func decipher(s *subject) ([]work, error) {
	list := s.encrypting()
	room, key := s.room(list), make([]byte, list[0].cipher.KeySize)
	var sealed []byte
	var failed error
	return []work{{
		by: "go", count: list.messages(),
		prepare: func(i int) {
			plain, d := room(i)
			sealed, failed = d.cipher.Seal(key, plain)
		},
		do: func(i int) error {
			if failed != nil {
				return failed
			}
			d, _ := list.at(i)
			_, err := d.cipher.Open(key, sealed)
			return err
		},
	}}, nil
}

// texts are how many octets each of a message's values has that are new in it: the certificate, which is the
// same in all messages, is not among them.
func (s *subject) texts(d *direction) (list []int, err error) {
	a := s.policy.Suite.Algorithms()
	if len(d.out.Sign) > 0 {
		value, err := xmldsig.Sign(d.sender.Self.Key, a.Signature, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, len(value), xmldsig.DigestHash(a.Digest).Size())
		if d.timestamp > 0 {
			list = append(list, xmldsig.DigestHash(a.Digest).Size())
		}
	}
	if d.encrypts {
		_, _, value, err := s.wrapped(d, d.sender, d.receiver)
		if err != nil {
			return nil, err
		}
		list = append(list, len(value))
	}
	return list, nil
}

// textWork makes the work of base64 for both libraries, of each an operation on so many octets.
func (s *subject) textWork(ours, native func(octets int) error) ([]work, error) {
	list := s.each(func(d *direction) bool { return len(d.out.Sign)+len(d.out.Encrypt) > 0 })
	fixed := map[*direction][]int{}
	for _, d := range list {
		var err error
		if fixed[d], err = s.texts(d); err != nil {
			return nil, err
		}
	}
	var works []work
	for _, library := range []struct {
		name string
		do   func(int) error
	}{{"segmentio", ours}, {"go", native}} {
		works = append(works, work{by: library.name, count: list.messages(), do: func(i int) error {
			d, payload := list.at(i)
			for _, n := range fixed[d] {
				if err := library.do(n); err != nil {
					return err
				}
			}
			if !d.encrypts {
				return nil
			}
			return library.do(d.sealed(len(payload)))
		}})
	}
	return works, nil
}

func toBase64(s *subject) ([]work, error) {
	out := make([]byte, 0, base64.StdEncoding.EncodedLen(len(s.octets)))
	return s.textWork(
		func(n int) error { xsd.EncodeBase64(out, s.octets[:n]); return nil },
		func(n int) error { base64.StdEncoding.Encode(out[:cap(out)], s.octets[:n]); return nil },
	)
}

// fromBase64 decodes the beginning of one long text, up to the octets that fill whole groups.
func fromBase64(s *subject) ([]work, error) {
	text := []byte(base64.StdEncoding.EncodeToString(s.octets))
	out, strict := make([]byte, 0, len(s.octets)+3), base64.StdEncoding.Strict()
	part := func(n int) []byte { return text[:min(base64.StdEncoding.EncodedLen(n), len(text))] }
	return s.textWork(
		func(n int) error { _, err := xsd.AppendBase64(out, part(n)); return err },
		func(n int) error { _, err := strict.Decode(out[:cap(out)], part(n)); return err },
	)
}
