package measure

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"time"

	"seismark/wssec"
	"seismark/wssec/engines"
	"seismark/wssec/soap"
)

// forger seals the messages of one side, good ones and bad ones, with the reference engine.
type forger struct {
	config   wssec.Config // of the good ones
	stranger wssec.Identity
}

// saying is what a message says.
type saying struct {
	payload []byte
	changed []byte // the payload with one value changed to another valid one
	other   []byte // another payload
	quakes  int    // in the answer to the payload, which differs from that to the other

	// Of an answer:
	request *wssec.Message
	asked   []byte // the request as it came
	earlier []byte // an answer to an earlier request
}

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
	if len(f.config.Outgoing().Encrypt) > 0 {
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

// sealNonce makes a good message whose UsernameToken has a nonce and the time (UsernameToken Profile 1.0 section 3.1): whoever keeps
// nonces can tell that it came before.
func (f *forger) sealNonce(s saying) ([]byte, error) {
	envelope, err := f.seal(s)
	if err != nil {
		return nil, err
	}
	end := bytes.Index(envelope, []byte("</wsse:UsernameToken>"))
	if end < 0 {
		return nil, errUnchanged
	}
	nonce := make([]byte, 16)
	rand.Read(nonce)
	return slices.Insert(envelope, end, fmt.Appendf(nil, `<wsse:Nonce EncodingType="%s">%s</wsse:Nonce><wsu:Created>%s</wsu:Created>`,
		soap.Base64Binary, base64.StdEncoding.EncodeToString(nonce), time.Now().UTC().Format("2006-01-02T15:04:05.000Z"))...), nil
}

// fault is one that anybody can send.
func (f *forger) fault(s saying) ([]byte, error) {
	return f.sealAs(saying{payload: soap.AppendFault(nil, wssec.SOAP11, soap.Fault{Code: "Server", Reason: "There are no quakes today."})},
		func(_ *wssec.Config, p *wssec.Protection) { *p = wssec.Protection{} })
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
