package floor

import (
	"bytes"
	"errors"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/keystore"
	"seismark/wssec/openssl"
	"seismark/wssec/xmldsig"
	"seismark/wssec/xmlenc"
)

// library is one that works with keys, and the keys in it.
type library struct {
	name string
	keys *keystore.Keys
}

// libraries are those that the mode leaves to choose from: with the one that picks by itself, all there are.
func (s *subject) libraries() ([]library, error) {
	modes := []string{s.config.RSA}
	if s.config.RSA == openssl.Modes()[0] {
		modes = []string{"go"}
		if _, err := openssl.Available(); err == nil {
			modes = []string{"openssl", "go"}
		}
	}
	var list []library
	for _, mode := range modes {
		keys, _, err := s.config.Keys.In(mode)
		if err != nil {
			return nil, err
		}
		list = append(list, library{keys.Library(s.policy.Suite), keys})
	}
	return list, nil
}

// config is that of a side with the keys in the library.
func (l library) config(c wssec.Config) wssec.Config { return l.keys.Config(c.Role, c.Policy) }

// keyWork makes an item's work for every library: ready makes the operation of one direction, between a
// sender and a receiver.
func (s *subject) keyWork(list each, ready func(d *direction, from, to wssec.Config) (func() error, error)) ([]work, error) {
	libraries, err := s.libraries()
	if err != nil {
		return nil, err
	}
	var works []work
	for _, l := range libraries {
		var do []func() error
		for _, d := range list {
			f, err := ready(d, l.config(d.sender), l.config(d.receiver))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", l.name, err)
			}
			do = append(do, f)
		}
		works = append(works, work{
			by: l.name, count: list.messages(), alike: true,
			do: func(i int) error { return do[i%len(do)]() },
		})
	}
	return works, nil
}

func sign(s *subject) ([]work, error) {
	algorithm := s.policy.Suite.Algorithms().Signature
	return s.keyWork(s.signing(), func(d *direction, from, _ wssec.Config) (func() error, error) {
		info := s.octets[:d.signedInfo]
		return func() error {
			_, err := xmldsig.Sign(from.Self.Key, algorithm, info)
			return err
		}, nil
	})
}

func verify(s *subject) ([]work, error) {
	algorithm := s.policy.Suite.Algorithms().Signature
	return s.keyWork(s.signing(), func(d *direction, from, to wssec.Config) (func() error, error) {
		key, err := to.PublicKey(from.Self.Certificate)
		if err != nil {
			return nil, err
		}
		info := s.octets[:d.signedInfo]
		value, err := xmldsig.Sign(from.Self.Key, algorithm, info)
		return func() error { return xmldsig.Verify(key, algorithm, info, value) }, err
	})
}

// wrapped is a session key for the suite's cipher, encrypted to the receiver, and the transport of that.
func (s *subject) wrapped(d *direction, from, to wssec.Config) (t xmlenc.Transport, session, value []byte, err error) {
	if t, err = xmlenc.TransportFor(s.policy.Suite); err != nil {
		return t, nil, nil, err
	}
	key, err := from.PublicKey(to.Self.Certificate)
	if err != nil {
		return t, nil, nil, err
	}
	session = make([]byte, d.cipher.KeySize)
	value, err = t.Wrap(key, session)
	return t, session, value, err
}

func wrapKey(s *subject) ([]work, error) {
	return s.keyWork(s.encrypting(), func(d *direction, from, to wssec.Config) (func() error, error) {
		t, session, _, err := s.wrapped(d, from, to)
		if err != nil {
			return nil, err
		}
		key, err := from.PublicKey(to.Self.Certificate)
		return func() error {
			_, err := t.Wrap(key, session)
			return err
		}, err
	})
}

func unwrapKey(s *subject) ([]work, error) {
	return s.keyWork(s.encrypting(), func(d *direction, from, to wssec.Config) (func() error, error) {
		t, session, value, err := s.wrapped(d, from, to)
		if err != nil {
			return nil, err
		}
		key := to.Self.Decrypter()
		if key == nil {
			return nil, fmt.Errorf("a key of type %T does not decrypt", to.Self.Key)
		}
		return func() error {
			got, err := t.Unwrap(key, value, len(session))
			if err == nil && !bytes.Equal(got, session) {
				err = errors.New("another session key came out than went in")
			}
			return err
		}, nil
	})
}
