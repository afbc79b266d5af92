package measure

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"time"

	"seismark/wssec"
	"seismark/wssec/engines"
)

// forger seals the messages of one side, good ones and bad ones, with the reference engine.
type forger struct {
	config   wssec.Config // of the good ones
	stranger wssec.Identity
}

// saying is what a message says: a payload, and the same with one value changed to another valid one. For
// an answer also the request.
type saying struct {
	payload, changed []byte
	request          *wssec.Message
}

// forgery is a bad message, as a stack must refuse it where a direction carries the protection.
type forgery struct {
	name    string
	applies func(wssec.Protection) bool
	make    func(*forger, saying) ([]byte, error)
}

func signs(p wssec.Protection) bool    { return len(p.Sign) > 0 }
func encrypts(p wssec.Protection) bool { return len(p.Encrypt) > 0 }
func dates(p wssec.Protection) bool    { return p.Lifetime > 0 && signs(p) }
func logsIn(p wssec.Protection) bool   { return p.Login }

// forgeries is the list of all bad messages.
func forgeries() []forgery {
	return []forgery{
		{"without a UsernameToken", logsIn, func(f *forger, s saying) ([]byte, error) {
			return f.sealAs(s, func(_ *wssec.Config, p *wssec.Protection) { p.Login = false })
		}},
		{"with a wrong password", logsIn, func(f *forger, s saying) ([]byte, error) {
			return f.sealAs(s, func(c *wssec.Config, _ *wssec.Protection) { c.Login.Password += "x" })
		}},
		{"without any security", signs, func(f *forger, s saying) ([]byte, error) {
			return f.sealAs(s, func(_ *wssec.Config, p *wssec.Protection) { *p = wssec.Protection{} })
		}},
		{"unsigned", signs, func(f *forger, s saying) ([]byte, error) {
			return f.sealAs(s, func(_ *wssec.Config, p *wssec.Protection) { p.Sign = nil })
		}},
		{"with a tampered body", signs, (*forger).tamperBody},
		{"with a tampered timestamp", dates, (*forger).tamperTimestamp},
		{"expired", dates, func(f *forger, s saying) ([]byte, error) {
			return f.sealAs(s, func(c *wssec.Config, _ *wssec.Protection) { c.Now = anHourAgo })
		}},
		{"of an unknown signer", signs, func(f *forger, s saying) ([]byte, error) {
			return f.sealAs(s, func(c *wssec.Config, _ *wssec.Protection) { c.Self = f.stranger })
		}},
		{"unencrypted", encrypts, func(f *forger, s saying) ([]byte, error) {
			return f.sealAs(s, func(_ *wssec.Config, p *wssec.Protection) { p.Encrypt = nil })
		}},
	}
}

// applicable are the forgeries of messages with a protection.
func applicable(p wssec.Protection) []forgery {
	return slices.DeleteFunc(forgeries(), func(f forgery) bool { return !f.applies(p) })
}

func anHourAgo() time.Time { return time.Now().Add(-time.Hour) }

// seal makes a good message.
func (f *forger) seal(s saying) ([]byte, error) {
	return f.sealAs(s, func(*wssec.Config, *wssec.Protection) {})
}

// sealAs makes a message under a changed configuration.
func (f *forger) sealAs(s saying, change func(*wssec.Config, *wssec.Protection)) ([]byte, error) {
	config := f.config
	protection := &config.Policy.Request
	if config.Role == wssec.Recipient {
		protection = &config.Policy.Response
	}
	change(&config, protection)
	engine, err := engines.New("dom", config)
	if err != nil {
		return nil, err
	}
	if s.request != nil {
		return engine.Reply(nil, s.payload, s.request)
	}
	return engine.Seal(nil, s.payload)
}

var errUnchanged = errors.New("measure: security proof: the message has nothing to tamper with")

// tamperBody changes one value of the body, where it is encrypted a character of the ciphertext.
func (f *forger) tamperBody(s saying) ([]byte, error) {
	envelope, err := f.seal(s)
	if err != nil {
		return nil, err
	}
	if encrypts(f.config.Outgoing()) {
		return tamperCiphertext(envelope)
	}
	from, to := difference(s.payload, s.changed)
	at := bytes.Index(envelope, s.payload[:to])
	if at < 0 || from == to {
		return nil, errUnchanged
	}
	copy(envelope[at+from:], s.changed[from:to])
	return envelope, nil
}

// difference is the span in which two texts of one length differ, empty for those of two lengths.
func difference(a, b []byte) (from, to int) {
	if len(a) != len(b) || bytes.Equal(a, b) {
		return 0, 0
	}
	for a[from] == b[from] {
		from++
	}
	to = len(a)
	for a[to-1] == b[to-1] {
		to--
	}
	return from, to
}

// cipherValue is the text of a CipherValue; the body's is the last of a message.
var cipherValue = regexp.MustCompile(`CipherValue>([^<]+)<`)

func tamperCiphertext(envelope []byte) ([]byte, error) {
	all := cipherValue.FindAllSubmatchIndex(envelope, -1)
	if len(all) == 0 {
		return nil, errUnchanged
	}
	last := all[len(all)-1]
	at := (last[2] + last[3]) / 2
	for envelope[at] == '\n' || envelope[at] == '\r' {
		at++
	}
	envelope[at] = otherDigit(envelope[at])
	return envelope, nil
}

// otherDigit is another character of base64.
func otherDigit(c byte) byte {
	if c == 'A' {
		return 'B'
	}
	return 'A'
}

// expires is the text of an Expires.
var expires = regexp.MustCompile(`Expires>([^<]+)<`)

// tamperTimestamp makes a message live a second longer.
func (f *forger) tamperTimestamp(s saying) ([]byte, error) {
	envelope, err := f.seal(s)
	if err != nil {
		return nil, err
	}
	span := expires.FindSubmatchIndex(envelope)
	if span == nil {
		return nil, errUnchanged
	}
	old := string(envelope[span[2]:span[3]])
	end, err := time.Parse(time.RFC3339Nano, old)
	if err != nil {
		return nil, fmt.Errorf("measure: security proof: Expires: %w", err)
	}
	later := end.Add(time.Second).Format("2006-01-02T15:04:05.000Z07:00")
	return slices.Concat(envelope[:span[2]], []byte(later), envelope[span[3]:]), nil
}

// newStranger makes an identity that says it is another, with a key like his, from an authority that nobody trusts.
func newStranger(of *x509.Certificate) (wssec.Identity, error) {
	key, err := keyLike(of.PublicKey)
	if err != nil {
		return wssec.Identity{}, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: of.Subject,
		NotBefore: of.NotBefore, NotAfter: of.NotAfter, KeyUsage: of.KeyUsage, SubjectKeyId: of.SubjectKeyId,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return wssec.Identity{}, err
	}
	certificate, err := x509.ParseCertificate(der)
	return wssec.Identity{Certificate: certificate, Key: key}, err
}

func keyLike(public crypto.PublicKey) (crypto.Signer, error) {
	switch p := public.(type) {
	case *rsa.PublicKey:
		return rsa.GenerateKey(rand.Reader, p.N.BitLen())
	case *ecdsa.PublicKey:
		return ecdsa.GenerateKey(p.Curve, rand.Reader)
	}
	return nil, fmt.Errorf("measure: no key like one of type %T can be made", public)
}
