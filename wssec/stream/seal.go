package stream

import (
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
	"seismark/wssec/xmltok"
	"seismark/wssec/xsd"
)

// content is what goes into a Body: octets that are looked at, or what write appends, which is not.
type content struct {
	octets []byte
	write  func(dst []byte) []byte
}

func (c content) append(dst []byte) []byte {
	if c.write != nil {
		return c.write(dst)
	}
	return append(dst, c.octets...)
}

// writer makes one message after the other. Slots are filled as they come, but for digests and signature,
// which are left blank: at says where.
//
//	dst  ...<ds:DigestValue>          </ds:DigestValue>...<soap:Body ...>payload</soap:Body></soap:Envelope>
//	                        at[bodyDigest]               at[bodyBegins]                 at[bodyEnds]
//
// What is enciphered is written apart before, so that it can be digested, and enciphered in its place.
type writer struct {
	e   *Engine
	cfg *wssec.Config

	id      [32]byte // what the ids of the message end in
	now     time.Time
	at      [slots]int
	c       content
	version wssec.Version

	request *wssec.Request // what is answered, nil for none
	sent    *wssec.Request // to be filled in with what an answer can refer to; nil for nothing

	to        *acquaintance
	session   [32]byte
	wrapped   []byte // it, enciphered
	transport xmlenc.Transport
	apart     []byte // the Body
	sum       []byte // its digest
	sealed    []byte // of apart: IV, cipher text, tag

	split soap.Splitter // of the Body
	canon c14n.Canonicalizer
}

func (w *writer) seal(dst []byte, t *template, to *x509.Certificate, c content) ([]byte, error) {
	defer w.forget()
	out := w.cfg.Outgoing()
	w.c, w.version = c, t.version
	if out.Confirm && w.request == nil {
		return nil, errors.New("no request whose signature could be confirmed: use Reply")
	}
	if t.identified {
		w.identify()
	}
	if len(out.Encrypt) > 0 {
		if err := w.encrypt(t, to); err != nil {
			return nil, err
		}
	}
	from := len(dst)
	dst = w.fill(dst, t.pieces)
	if len(out.Encrypt) == 0 {
		var err error
		if dst, err = w.look(dst, out); err != nil {
			return nil, err
		}
	}
	if err := w.cfg.Limits.CheckLength(len(dst) - from); err != nil || len(out.Sign) == 0 {
		return dst, err
	}
	return dst, w.sign(dst, out)
}

// look holds a payload that was given as octets, and stands in a message as it is, to what the other side takes.
func (w *writer) look(dst []byte, out wssec.Protection) ([]byte, error) {
	switch {
	case w.c.write != nil:
		return dst, nil
	case len(out.Sign) > 0:
		return w.tidy(dst)
	}
	return dst, soap.CheckPayload(w.c.octets, w.version, w.cfg.Limits)
}

func (w *writer) identify() {
	var random [len(w.id) / 2]byte
	rand.Read(random[:])
	hex.Encode(w.id[:], random[:])
	w.now = w.cfg.Clock()
}

// forget lets go of what belongs to one message.
func (w *writer) forget() {
	w.c, w.to, w.wrapped, w.sealed, w.transport = content{}, nil, nil, nil, xmlenc.Transport{}
	w.request, w.sent = nil, nil
	clear(w.session[:])
	w.split.ReadPayload(nil, 0, wssec.Limits{})
	w.canon.Forget(maxKept)
	if cap(w.apart) > maxKept {
		w.apart = nil
	}
}

// maxKept bounds the memory that is kept from one message to the next: answers of 10,000 quakes fit.
const maxKept = 2 << 20

// fill writes pieces.
func (w *writer) fill(dst []byte, pieces []piece) []byte {
	for i := range pieces {
		dst = append(dst, pieces[i].text...)
		s := pieces[i].slot
		w.at[s] = len(dst)
		switch s {
		case ident:
			dst = append(dst, w.id[:]...)
		case created:
			dst = xsd.AppendInstant(dst, w.now)
		case expires:
			dst = xsd.AppendInstant(dst, w.now.Add(w.cfg.Outgoing().Lifetime))
		case confirmed:
			dst = w.appendConfirmed(dst)
		case stampDigest, bodyDigest, confirmDigest:
			dst = slices.Grow(dst, w.e.digestLength)[:len(dst)+w.e.digestLength]
		case signatureValue:
			dst = slices.Grow(dst, w.e.signatureLength)[:len(dst)+w.e.signatureLength]
		case recipientToken:
			dst = xsd.EncodeBase64(dst, w.to.Raw)
		case requestKey:
			digest := w.request.Key.Digest()
			dst = xsd.EncodeBase64(dst, digest[:])
		case recipient:
			dst = append(dst, w.to.info...)
		case ephemeral:
			dst = xsd.EncodeBase64(dst, w.transport.Ephemeral)
		case sessionKey:
			dst = xsd.EncodeBase64(dst, w.wrapped)
		case payload:
			dst = w.c.append(dst)
		case cipherText:
			dst = xsd.EncodeBase64(dst, w.sealed)
		}
	}
	return dst
}

// tidy puts the Body in canonical form, which it mostly is.
func (w *writer) tidy(dst []byte) ([]byte, error) {
	body := dst[w.at[bodyBegins]:w.at[bodyEnds]]
	form, err := w.canonical(body)
	if err != nil || len(form) == len(body) && &form[0] == &body[0] {
		return dst, err
	}
	rest := slices.Clone(dst[w.at[bodyEnds]:])
	dst = append(dst[:w.at[bodyBegins]], form...)
	w.at[bodyEnds] = len(dst)
	return append(dst, rest...), nil
}

// canonical looks at a Body whose payload was given as octets: whether the other side takes it, what its canonical
// form is. Where it is in that form, it is the Body itself.
func (w *writer) canonical(body []byte) ([]byte, error) {
	if w.c.write != nil {
		return body, nil
	}
	s := &w.split
	s.ReadPayload(body, w.version, w.cfg.Limits)
	_, err := s.Next()
	if err == nil {
		err = w.canon.Begin(&s.Tokens, exclusive)
	}
	for err == nil && !w.canon.Done() {
		var kind xmltok.Kind
		if kind, err = s.Next(); err == nil {
			err = w.canon.Add(kind)
		}
	}
	if err != nil {
		return nil, s.PayloadError(err)
	}
	return w.canon.Form(), s.WholePayload()
}
