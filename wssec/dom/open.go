package dom

import (
	"crypto"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
)

// reader opens one message.
type reader struct {
	cfg           *wssec.Config
	decrypter     crypto.Decrypter
	env           *soap.Envelope // after decrypting, the message with the plain text in place
	keys          keys
	header        header
	timestamp     string   // id of the Timestamp
	confirmations []string // ids of those of the facts
	keeps         bool     // facts.Request is the message itself, and to be filled in
	body          []byte   // the digested octets of the Body, where they are its plain text
	facts         wssec.Facts
}

// split starts reading a message, which answers a request if one is given.
func (e *Engine) split(envelope []byte, request *wssec.Request) (*reader, error) {
	env, err := soap.Split(envelope, e.cfg.Limits)
	if err != nil {
		return nil, err
	}
	r := &reader{cfg: &e.cfg, decrypter: e.decrypter, env: env, keys: keys{map[string]*etree.Element{}, e.held}}
	if r.facts.Request = request; e.cfg.Role == wssec.Recipient && e.cfg.Keeps() {
		r.facts.Request, r.keeps = new(wssec.Request), true
	}
	return r, nil
}

// read works in the order: signer and signature over SignedInfo; then, as the header implies, decryption
// and digests, or digests and decryption. Nothing is decrypted for a signer who is not trusted.
func (r *reader) read() (*wssec.Message, error) {
	r.facts.Version = r.env.Version
	if r.env.Security == nil {
		return r.message()
	}
	if err := r.readHeader(); err != nil {
		return nil, err
	}
	var sig *signature
	if r.header.signature != nil {
		var err error
		if sig, err = r.readSignature(r.header.signature); err != nil {
			return nil, err
		}
		if err := r.verify(sig); err != nil {
			return nil, err
		}
	}
	parts, err := r.readEncrypted(sig)
	if err != nil {
		return nil, err
	}
	if err := r.settle(sig, parts); err != nil {
		return nil, err
	}
	return r.message()
}

// settle decrypts and digests. Past the point where a key is unwrapped every failure is the same to the
// outside, and work goes on to the end with a stand-in for what could not be decrypted, so that
// neither the fault nor the time tells what failed.
func (r *reader) settle(sig *signature, parts []part) error {
	last := sig != nil && r.header.signedLast()
	if last {
		if err := r.digest(sig); err != nil {
			return err
		}
	}
	failed := r.decrypt(parts)
	if sig != nil && !last {
		if err := r.digest(sig); failed == nil {
			failed = err
		}
	}
	if fault, ok := failed.(*wssec.FaultError); failed == nil || ok && fault.Code == wssec.FailedCheck {
		return failed
	}
	return &wssec.FaultError{Code: wssec.FailedCheck, At: "EncryptedData", Err: failed}
}

// message gives the Body: the octets that were digested, where it was signed as it is now.
func (r *reader) message() (*wssec.Message, error) {
	m := &wssec.Message{Facts: r.facts, Body: r.body}
	if m.Body != nil {
		return m, nil
	}
	var err error
	if m.Body, err = c14n.Append(nil, r.env.Bytes(r.env.Body), r.env.Body.Scope, exclusive()); err != nil {
		return nil, &wssec.FaultError{Code: wssec.Client, At: "Body", Err: err}
	}
	return m, nil
}
