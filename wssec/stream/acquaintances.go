package stream

import (
	"bytes"
	"crypto/x509"
	"maps"
	"sync"
	"sync/atomic"

	"seismark/wssec"
	"seismark/wssec/keyring"
)

// acquaintance is a certificate with what is made from it once: parsing it, and preparing its key, took 0.1 ms
// a message.
type acquaintance struct {
	*keyring.Certificate
	text     []byte // base64, as it came; nil where it came otherwise
	key      wssec.PublicKey
	err      error  // why there is no key
	info     []byte // what names it in a reference, as it is written
	nameless error  // why nothing does
}

// meet takes a certificate that is not known yet, without its key: whoever sent it may be a stranger.
func (e *Engine) meet(cert *x509.Certificate) *acquaintance {
	return &acquaintance{Certificate: keyring.Take(cert)}
}

// equip prepares the key, and what names the certificate.
func (e *Engine) equip(a *acquaintance) {
	if a.key != nil || a.err != nil {
		return
	}
	a.key, a.err = e.cfg.PublicKey(a.Certificate.Certificate)
	out := e.cfg.Outgoing()
	a.info, a.nameless = name(out.EncryptionReference(), a.Certificate)
}

// trust keeps an acquaintance who is trusted, and is needed with his key.
func (e *Engine) trust(a *acquaintance) {
	e.equip(a)
	if a.text != nil && e.met.byText(a.text) == nil {
		a.text = bytes.Clone(a.text)
		e.met.add(a)
	}
}

// acquaintances are certificates by their base64 text and by themselves. Only those are added that came as
// text and are trusted; whether they still are is judged with every message. Readers wait for nobody.
type acquaintances struct {
	first met        // those that are configured
	mu    sync.Mutex // of add
	met   atomic.Pointer[met]
}

// met is never changed, only replaced.
type met struct {
	texts map[string]*acquaintance
	certs map[*x509.Certificate]*acquaintance
}

// start begins with those that are configured.
func (e *Engine) start() {
	m := &e.met
	m.first.certs = map[*x509.Certificate]*acquaintance{}
	for _, c := range e.held {
		a := e.meet(c.Certificate)
		e.equip(a)
		m.first.certs[c.Certificate] = a
	}
	m.met.Store(&m.first)
}

// maxMet bounds the acquaintances besides; past it, these are forgotten.
const maxMet = 256

func (a *acquaintances) byText(text []byte) *acquaintance {
	return a.met.Load().texts[string(text)]
}

func (a *acquaintances) byCertificate(cert *x509.Certificate) *acquaintance {
	return a.met.Load().certs[cert]
}

// add keeps an acquaintance for the next message.
func (a *acquaintances) add(k *acquaintance) {
	a.mu.Lock()
	defer a.mu.Unlock()
	old := a.met.Load()
	if len(old.texts) >= maxMet {
		old = &a.first
	}
	next := &met{map[string]*acquaintance{string(k.text): k}, maps.Clone(old.certs)}
	maps.Copy(next.texts, old.texts)
	next.certs[k.Certificate.Certificate] = k
	a.met.Store(next)
}
