package dom

import (
	"crypto"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmldsig"
	"seismark/wssec/xmlenc"
)

// encryptedKey writes a session key, enciphered for the other side, that encrypts the element with an id.
// rsa-oaep-mgf1p is written without DigestMethod, which means SHA-1, as all but one of the peers do.
func (w *writer) encryptedKey(session []byte, encrypts string) error {
	transport, ok := xmlenc.TransportOf(w.cfg.Policy.Suite.Algorithms().KeyTransport)
	if !ok {
		return fmt.Errorf("encrypt: %s is not a key transport that the engines have", transport.Algorithm)
	}
	key, err := w.cfg.PublicKey(w.to)
	if err != nil {
		return fmt.Errorf("encrypt: %w", err)
	}
	value, err := transport.Wrap(key, session)
	if err != nil {
		return fmt.Errorf("encrypt to %s: %w", w.to.Subject, err)
	}
	el := add(w.security, "xenc:EncryptedKey", "xmlns:xenc", soap.XENC, "Id", w.named("EK"))
	add(el, "xenc:EncryptionMethod", "Algorithm", string(transport.Algorithm))
	if err := byIssuer(add(el, "ds:KeyInfo", "xmlns:ds", soap.DS), w.to); err != nil {
		return err
	}
	cipherValue(el, value)
	add(add(el, "xenc:ReferenceList"), "xenc:DataReference", "URI", "#"+encrypts)
	return nil
}

func cipherValue(el *etree.Element, value []byte) {
	add(add(el, "xenc:CipherData"), "xenc:CipherValue").SetText(base64.StdEncoding.EncodeToString(value))
}

// sessionKey is an EncryptedKey that was read.
type sessionKey struct {
	xmlenc.Transport
	value []byte
}

// readKey reads an EncryptedKey that is for us (XML Encryption 1.1 section 3.5.1).
func (r *reader) readKey(el *etree.Element) (*sessionKey, error) {
	e, err := readEncryptedType(el)
	if err != nil {
		return nil, err
	}
	if e.info == nil {
		return nil, wssec.Refuse(wssec.SecurityTokenUnavailable, at(el), "no KeyInfo says for whom it is")
	}
	cert, err := r.keys.resolve(e.info, at(el)+"/KeyInfo")
	if err != nil {
		return nil, err
	}
	self := r.cfg.Self
	if _, ok := self.Key.(crypto.Decrypter); !ok || !cert.Equal(self.Certificate) {
		return nil, wssec.Refuse(wssec.SecurityTokenUnavailable, at(el),
			"it is for "+cert.Subject.String()+", whose private key is not at hand: give both as Config.Self (--cert and --key)")
	}
	a, where := wssec.Algorithm(attr(e.method, "Algorithm")), at(el)+"/EncryptionMethod"
	if err := r.cfg.CheckAlgorithm(a, where); err != nil {
		return nil, err
	}
	transport, err := r.readTransport(a, e.method, where)
	return &sessionKey{transport, e.value}, err
}

// readTransport reads the parameters of RSA-OAEP (XML Encryption 1.1 section 5.5.2). A mask is only foreseen
// beside the newer of the two names, but some write it beside the older one too.
func (r *reader) readTransport(a wssec.Algorithm, method *etree.Element, where string) (xmlenc.Transport, error) {
	kids, err := children(method)
	if err != nil {
		return xmlenc.Transport{}, &wssec.FaultError{Code: wssec.InvalidSecurity, At: where, Err: err}
	}
	t, ok := xmlenc.TransportOf(a)
	if !ok || a == wssec.RSA15 && len(kids) > 0 {
		return t, wssec.RefuseAlgorithm(a, where)
	}
	for _, kid := range kids {
		named := wssec.Algorithm(attr(kid, "Algorithm"))
		switch {
		case is(kid, soap.DS, "DigestMethod"):
			if named != wssec.SHA1 { // which is no weaker here than any other
				err = r.cfg.CheckAlgorithm(named, where+"/DigestMethod")
			}
			t.Hash = xmldsig.DigestHash(named)
		case is(kid, soap.XENC11, "MGF"):
			t.Mask = xmlenc.MaskHash(named)
		case is(kid, soap.XENC, "OAEPparams"):
			t.Label, err = octets(kid)
		default:
			err = fmt.Errorf("%s cannot stand in it", kid.Tag)
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

// encryptedType is what EncryptedKey and EncryptedData have in common (XML Encryption 1.1 section 3.1).
type encryptedType struct {
	method, info *etree.Element // info is nil where absent
	value        []byte
}

func readEncryptedType(el *etree.Element) (e encryptedType, err error) {
	fail := func(err error) (encryptedType, error) { return e, refuseAs(wssec.InvalidSecurity, at(el), err) }
	kids, err := children(el)
	if err != nil {
		return fail(err)
	}
	if len(kids) > 0 && is(kids[0], soap.XENC, "EncryptionMethod") {
		e.method, kids = kids[0], kids[1:]
	}
	if len(kids) > 0 && is(kids[0], soap.DS, "KeyInfo") {
		e.info, kids = kids[0], kids[1:]
	}
	if e.method == nil || len(kids) == 0 || !is(kids[0], soap.XENC, "CipherData") {
		return fail(errors.New("it must hold EncryptionMethod, at most one KeyInfo, CipherData, in this order"))
	}
	for _, kid := range kids[1:] {
		switch {
		case el.Tag == "EncryptedKey" && is(kid, soap.XENC, "ReferenceList"),
			el.Tag == "EncryptedKey" && is(kid, soap.XENC, "CarriedKeyName"),
			is(kid, soap.XENC, "EncryptionProperties"):
		default:
			return fail(fmt.Errorf("%s cannot stand behind CipherData", kid.Tag))
		}
	}
	value, err := shape(kids[0], soap.XENC, "CipherValue")
	if err != nil {
		return fail(fmt.Errorf("only cipher text in the message is taken, no CipherReference: %w", err))
	}
	if e.value, err = octets(value[0]); err != nil {
		return fail(err)
	}
	return e, nil
}

// refuseAs makes an error a FaultError, unless it is one.
func refuseAs(code wssec.FaultCode, where string, err error) error {
	if fault := (*wssec.FaultError)(nil); errors.As(err, &fault) {
		return err
	}
	return &wssec.FaultError{Code: code, At: where, Err: err}
}
