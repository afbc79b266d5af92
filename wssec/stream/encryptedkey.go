package stream

import (
	"crypto"
	"crypto/x509"
	"errors"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmldsig"
	"seismark/wssec/xmlenc"
)

// encryptedKey adds a session key, enciphered for the other side, that encrypts the EncryptedData.
// rsa-oaep-mgf1p is written without DigestMethod, which means SHA-1, as all but one of the peers do.
func (t *template) encryptedKey(algs wssec.Algorithms) {
	t.text(`<xenc:EncryptedKey xmlns:xenc="` + soap.XENC + `"`)
	t.named("Id", "EK")
	t.text(`><xenc:EncryptionMethod Algorithm="` + string(algs.KeyTransport) + `"></xenc:EncryptionMethod><ds:KeyInfo xmlns:ds="` + soap.DS + `">`)
	t.byIssuer()
	t.text(`</ds:KeyInfo><xenc:CipherData><xenc:CipherValue>`)
	t.put(sessionKey)
	t.text(`</xenc:CipherValue></xenc:CipherData><xenc:ReferenceList><xenc:DataReference`)
	t.named("URI", "#ED")
	t.text(`></xenc:DataReference></xenc:ReferenceList></xenc:EncryptedKey>`)
}

// wrap enciphers a session key.
func (w *writer) wrap(key []byte, a wssec.Algorithm, to *x509.Certificate) error {
	transport, ok := xmlenc.TransportOf(a)
	if !ok {
		return fmt.Errorf("encrypt: %s is not a key transport that the engines have", a)
	}
	if w.to = w.e.met.byCertificate(to); w.to == nil {
		w.to = w.e.meet(to)
	}
	if w.to.err != nil {
		return fmt.Errorf("encrypt: %w", w.to.err)
	}
	if w.to.Issuer == "" {
		return fmt.Errorf("encrypt: the issuer of %s has no name", to.Subject)
	}
	var err error
	if w.wrapped, err = transport.Wrap(w.to.key, key); err != nil {
		return fmt.Errorf("encrypt to %s: %w", to.Subject, err)
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
	e, err := o.readEncryptedType(n, nil)
	if err != nil {
		return k, err
	}
	where := o.where(n)
	if e.info == none {
		return k, wssec.Refuse(wssec.SecurityTokenUnavailable, where, "no KeyInfo says for whom it is")
	}
	cert, err := r.resolve(o, e.info, where+"/KeyInfo")
	if err != nil {
		return k, err
	}
	self := r.cfg.Self
	if _, ok := self.Key.(crypto.Decrypter); !ok || !cert.Equal(self.Certificate) {
		return k, wssec.Refuse(wssec.SecurityTokenUnavailable, where,
			"it is for "+cert.Subject.String()+", whose private key is not at hand: give both as Config.Self (--cert and --key)")
	}
	a := r.algorithm(o, e.method)
	if err := r.cfg.CheckAlgorithm(a, where+"/EncryptionMethod"); err != nil {
		return k, err
	}
	k.value = e.value
	k.Transport, err = r.readTransport(o, e.method, a, where+"/EncryptionMethod")
	return k, err
}

// readTransport reads the parameters of RSA-OAEP (XML Encryption 1.1 section 5.5.2). A mask is only foreseen
// beside the newer of the two names, but some write it beside the older one too.
func (r *reader) readTransport(o *outline, method node, a wssec.Algorithm, where string) (t xmlenc.Transport, err error) {
	kids, err := o.children(method)
	if err != nil {
		return t, &wssec.FaultError{Code: wssec.InvalidSecurity, At: where, Err: err}
	}
	t, ok := xmlenc.TransportOf(a)
	if !ok || a == wssec.RSA15 && len(kids) > 0 {
		return t, wssec.RefuseAlgorithm(a, where)
	}
	for _, kid := range kids {
		named := r.algorithm(o, kid)
		switch {
		case o.is(kid, soap.DS, "DigestMethod"):
			if named != wssec.SHA1 { // which is no weaker here than any other
				err = r.cfg.CheckAlgorithm(named, where+"/DigestMethod")
			}
			t.Hash = xmldsig.DigestHash(named)
		case o.is(kid, soap.XENC11, "MGF"):
			t.Mask = xmlenc.MaskHash(named)
		case o.is(kid, soap.XENC, "OAEPparams"):
			t.Label, err = o.short(kid)
		default:
			err = fmt.Errorf("%s cannot stand in it", o.local(kid))
		}
		if err != nil {
			return t, refuseAs(wssec.UnsupportedAlgorithm, where, err)
		}
	}
	if a != wssec.RSA15 && (t.Hash == 0 || t.Mask == 0) {
		return t, wssec.Refuse(wssec.UnsupportedAlgorithm, where, "a digest or mask that the engines do not have")
	}
	return t, nil
}

// refuseAs makes an error a FaultError, unless it is one.
func refuseAs(code wssec.FaultCode, where string, err error) error {
	if fault := (*wssec.FaultError)(nil); errors.As(err, &fault) {
		return err
	}
	return &wssec.FaultError{Code: code, At: where, Err: err}
}
