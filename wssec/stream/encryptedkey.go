package stream

import (
	"crypto/x509"
	"errors"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
)

// sessionKey adds a session key, enciphered for the other side, that encrypts the EncryptedData; or only says that
// this is encrypted, where the key is that of the request.
func (t *template) sessionKey(transport *xmlenc.Transport, by wssec.KeyReference) {
	switch by {
	case wssec.ByEncryptedKeySHA1:
		t.list(` xmlns:xenc="` + soap.XENC + `"`)
		return
	case wssec.ByToken:
		t.token("X509-to")
		t.put(recipientToken)
		t.tokenEnds()
	}
	before, between, behind := transport.Around()
	t.text(`<xenc:EncryptedKey xmlns:xenc="` + soap.XENC + `"`)
	t.named("Id", "EK")
	t.text(`>` + transport.Method() + `<ds:KeyInfo xmlns:ds="` + soap.DS + `">` + before)
	if before != "" {
		t.put(ephemeral)
	}
	t.text(between)
	if by == wssec.ByToken {
		t.byToken("X509-to")
	} else {
		t.put(recipient)
	}
	t.text(behind + `</ds:KeyInfo><xenc:CipherData><xenc:CipherValue>`)
	t.put(sessionKey)
	t.text(`</xenc:CipherValue></xenc:CipherData>`)
	t.list("")
	t.text(`</xenc:EncryptedKey>`)
}

// list adds a ReferenceList of what is encrypted.
func (t *template) list(declarations string) {
	t.text(`<xenc:ReferenceList` + declarations + `><xenc:DataReference`)
	t.named("URI", "#ED")
	t.text(`></xenc:DataReference></xenc:ReferenceList>`)
}

// wrap enciphers a session key.
func (w *writer) wrap(key []byte, to *x509.Certificate) error {
	if w.to = w.e.met.byCertificate(to); w.to == nil {
		w.to = w.e.meet(to)
		w.e.equip(w.to)
	}
	if w.to.err != nil {
		return fmt.Errorf("encrypt: %w", w.to.err)
	}
	if w.to.nameless != nil {
		return fmt.Errorf("encrypt: %w", w.to.nameless)
	}
	w.transport = w.e.transport
	var err error
	if w.wrapped, err = w.transport.Wrap(w.to.key, key); err != nil {
		return fmt.Errorf("encrypt to %s: %w", to.Subject, err)
	}
	if w.sent != nil {
		w.sent.Key.Put(w.wrapped, key)
	}
	return nil
}

// encrypted is an EncryptedKey that was read.
type encrypted struct {
	xmlenc.Transport
	value []byte
}

// readKey reads an EncryptedKey that is for us (XML Encryption 1.1 section 3.5.1).
func (r *reader) readKey(o *outline, n node) (k encrypted, err error) {
	e, err := o.readEncryptedType(n)
	if err != nil {
		return k, err
	}
	where := o.where(n)
	if k.value, err = o.short(e.value); err != nil {
		return k, refuseAs(wssec.InvalidSecurity, where, err)
	}
	if e.info == none {
		return k, wssec.Refuse(wssec.SecurityTokenUnavailable, where, "no KeyInfo says for whom it is")
	}
	transport, recipient, err := xmlenc.ReadTransport(r.cfg, item{r, o, e.method}, item{r, o, e.info}, where)
	if err != nil {
		return k, err
	}
	k.Transport = transport
	cert, err := r.resolve(o, recipient.n, where+"/KeyInfo")
	if err != nil {
		return k, err
	}
	if r.e.decrypter == nil || !cert.Equal(r.cfg.Self.Certificate) {
		return k, wssec.Refuse(wssec.SecurityTokenUnavailable, where,
			"it is for "+cert.Subject.String()+", whose private key is not at hand: give both as Config.Self (--cert and --key)")
	}
	return k, nil
}

// item is an element as package xmlenc reads it.
type item struct {
	r *reader
	o *outline
	n node
}

func (i item) Is(space, local string) bool { return i.o.is(i.n, space, local) }
func (i item) Local() string               { return i.o.local(i.n) }
func (i item) Octets() ([]byte, error)     { return i.o.short(i.n) }

func (i item) Attr(local string) string {
	if local == "Algorithm" {
		return string(i.r.algorithm(i.o, i.n))
	}
	return string(i.o.attr(i.n, local))
}

func (i item) Children() ([]item, error) {
	kids, err := i.o.children(i.n)
	if err != nil || len(kids) == 0 {
		return nil, err
	}
	items := make([]item, len(kids))
	for j, kid := range kids {
		items[j] = item{i.r, i.o, kid}
	}
	return items, nil
}

// refuseAs makes an error a FaultError, unless it is one.
func refuseAs(code wssec.FaultCode, where string, err error) error {
	if fault := (*wssec.FaultError)(nil); errors.As(err, &fault) {
		return err
	}
	return &wssec.FaultError{Code: code, At: where, Err: err}
}
