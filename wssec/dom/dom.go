// Package dom is the reference engine: WS-Security on trees, clear before fast.
//
// New makes an Engine; Engine.Seal and Engine.Open do the work, Engine.Read says what a message carries
// without judging it by the policy.
//
// Writer and reader of a header element share a file: timestamp.go, confirmation.go, username.go, token.go,
// signature.go, encryption.go; keyreference.go names keys, keys.go finds them; seal.go and open.go have the order of work. The elements are etree's, and goxmldsig's
// canonicalizer makes the canonical form wherever it is right (see suits). A message that is neither signed
// nor encrypted has no tree of its Body.
//
// A node is known by its place in the octets of the message, never by its name. Decrypting puts the plain
// text in the place of the EncryptedData and reads the whole message again, under the same rules as before.
//
// Refused besides what package soap refuses: a second Signature, Timestamp or UsernameToken; transforms
// but one canonicalization; references to anything but an element of the message by its id; encrypted
// headers and tokens; symmetric signatures; keys given by value. Other children of the Security header are
// passed over unless a key reference names them, and so is a SignatureConfirmation that the policy does not ask for.
//
// Specifications: those of package wssec.
package dom

import (
	"crypto"
	"errors"
	"slices"

	"seismark/wssec"
	"seismark/wssec/keyring"
)

// Engine is a wssec.Engine.
type Engine struct {
	cfg       wssec.Config
	held      keyring.Ring
	decrypter crypto.Decrypter // with our own key; nil where that does not decipher
}

// New makes an engine.
func New(cfg wssec.Config) (*Engine, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg.Known, cfg.Accept = slices.Clone(cfg.Known), slices.Clone(cfg.Accept)
	cfg.Limits = cfg.Bounds()
	return &Engine{cfg, keyring.Of(&cfg), cfg.Self.Decrypter()}, nil
}

// Seal implements wssec.Engine.
func (e *Engine) Seal(dst, payload []byte) ([]byte, error) { return e.seal(dst, payload, nil) }

// seal fills in what an answer can refer to, where something is given for that.
func (e *Engine) seal(dst, payload []byte, sent *wssec.Request) ([]byte, error) {
	version := e.cfg.Version
	if version == 0 {
		version = wssec.SOAP11
	}
	w := writer{cfg: &e.cfg, version: version, to: e.cfg.Peer, sent: sent}
	return w.seal(dst, payload)
}

// Reply implements wssec.Engine.
func (e *Engine) Reply(dst, payload []byte, request *wssec.Message) ([]byte, error) {
	if request == nil {
		return nil, errors.New("dom: reply: no request: use Seal for what answers nothing")
	}
	w := writer{cfg: &e.cfg, version: request.Version, to: request.Signer, request: request.Request}
	return w.seal(dst, payload)
}

// Open implements wssec.Engine.
func (e *Engine) Open(envelope []byte) (*wssec.Message, error) { return e.open(envelope, nil) }

func (e *Engine) open(envelope []byte, request *wssec.Request) (*wssec.Message, error) {
	r, err := e.split(envelope, request)
	if err != nil {
		return nil, err
	}
	if err := r.env.Understood(); err != nil {
		return nil, err
	}
	m, err := r.read()
	if err != nil {
		return nil, err
	}
	if err := e.cfg.Check(m.Facts); err != nil {
		return nil, err
	}
	if !r.keeps {
		m.Request = nil // which the next call fills in
	}
	return m, nil
}

// Read is Open without the policy's judgement: signature, signer and decryption must be good, as far as
// they are there, but nothing need be there. Headers that must be understood are left to the caller.
func (e *Engine) Read(envelope []byte) (*wssec.Message, error) {
	r, err := e.split(envelope, nil)
	if err != nil {
		return nil, err
	}
	return r.read()
}
