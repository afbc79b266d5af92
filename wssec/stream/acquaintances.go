package stream

import (
	"bytes"
	"crypto/x509"
	"maps"
	"sync"
	"sync/atomic"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/keyring"
)

// acquaintance is a certificate with what is made from it once: parsing it, and preparing its key, took 0.1 ms
// a message.
type acquaintance struct {
	*keyring.Certificate
	text []byte // base64, as it came; nil where it came otherwise
	key  wssec.PublicKey
	err  error  // why there is no key
	info []byte // the X509IssuerSerial that names it, as it is written
}

func (e *Engine) meet(cert *x509.Certificate) *acquaintance {
	a := &acquaintance{Certificate: keyring.Take(cert)}
	a.key, a.err = e.cfg.PublicKey(cert)
	a.info = append(a.info, `<ds:X509IssuerSerial><ds:X509IssuerName>`...)
	a.info = c14n.AppendText(a.info, []byte(a.Issuer))
	a.info = append(a.info, `</ds:X509IssuerName><ds:X509SerialNumber>`+a.Serial+`</ds:X509SerialNumber></ds:X509IssuerSerial>`...)
	return a
}

// remember keeps an acquaintance who is trusted.
func (e *Engine) remember(a *acquaintance) {
	if a.text != nil && e.met.byText(a.text) == nil {
		a.text = bytes.Clone(a.text)
		e.met.add(a)
	}
}

// acquaintances are certificates by their base64 text and by themselves. Only those are added that came as
// text and are trusted; whether they still are is judged with every message. Readers wait for nobody.
type acquaintances struct {
	mu  sync.Mutex // of add
	met atomic.Pointer[met]
}

// met is never changed, only replaced.
type met struct {
	texts map[string]*acquaintance
	certs map[*x509.Certificate]*acquaintance
}

// maxMet bounds the acquaintances; past it, all are forgotten.
const maxMet = 256

func (a *acquaintances) byText(text []byte) *acquaintance {
	if m := a.met.Load(); m != nil {
		return m.texts[string(text)]
	}
	return nil
}

func (a *acquaintances) byCertificate(cert *x509.Certificate) *acquaintance {
	if m := a.met.Load(); m != nil {
		return m.certs[cert]
	}
	return nil
}

// add keeps an acquaintance for the next message.
func (a *acquaintances) add(k *acquaintance) {
	a.mu.Lock()
	defer a.mu.Unlock()
	next := &met{map[string]*acquaintance{}, map[*x509.Certificate]*acquaintance{}}
	if m := a.met.Load(); m != nil && len(m.certs) < maxMet {
		maps.Copy(next.texts, m.texts)
		maps.Copy(next.certs, m.certs)
	}
	if k.text != nil {
		next.texts[string(k.text)] = k
	}
	next.certs[k.Certificate.Certificate] = k
	a.met.Store(next)
}
