package dom

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// encryptedKey writes a session key, enciphered for the other side, that encrypts the element with an id.
// rsa-oaep-mgf1p is written without DigestMethod, which means SHA-1, as all but one of the peers do.
func (w *writer) encryptedKey(session []byte, encrypts string) error {
	public, ok := w.to.PublicKey.(*rsa.PublicKey)
	if !ok {
		return fmt.Errorf("encrypt: the key of %s is %s, the suite uses RSA", w.to.Subject, w.to.PublicKeyAlgorithm)
	}
	value, err := rsa.EncryptOAEP(sha1.New(), rand.Reader, public, session, nil)
	if err != nil {
		return fmt.Errorf("encrypt to %s: %w", w.to.Subject, err)
	}
	el := add(w.security, "xenc:EncryptedKey", "xmlns:xenc", soap.XENC, "Id", w.named("EK"))
	add(el, "xenc:EncryptionMethod", "Algorithm", string(w.cfg.Policy.Suite.Algorithms().KeyTransport))
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
	algorithm wssec.Algorithm
	padding   crypto.DecrypterOpts // of OAEP; nil for PKCS #1 v1.5
	value     []byte
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
	k := &sessionKey{algorithm: wssec.Algorithm(attr(e.method, "Algorithm")), value: e.value}
	if err := permit(r.cfg, k.algorithm, at(el)+"/EncryptionMethod"); err != nil {
		return nil, err
	}
	k.padding, err = r.readPadding(k.algorithm, e.method, at(el)+"/EncryptionMethod")
	return k, err
}

// readPadding reads the parameters of RSA-OAEP (XML Encryption 1.1 section 5.5.2). A mask is only foreseen
// beside the newer of the two names, but some write it beside the older one too.
func (r *reader) readPadding(a wssec.Algorithm, method *etree.Element, where string) (crypto.DecrypterOpts, error) {
	kids, err := children(method)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.InvalidSecurity, At: where, Err: err}
	}
	if a == wssec.RSA15 && len(kids) == 0 {
		return nil, nil
	}
	if a != wssec.RSAOAEPMGF1P && a != wssec.RSAOAEP {
		return nil, missing(a, where)
	}
	oaep := &rsa.OAEPOptions{Hash: crypto.SHA1, MGFHash: crypto.SHA1}
	for _, kid := range kids {
		named := wssec.Algorithm(attr(kid, "Algorithm"))
		switch {
		case is(kid, soap.DS, "DigestMethod"):
			if named != wssec.SHA1 { // which is no weaker here than any other
				err = permit(r.cfg, named, where+"/DigestMethod")
			}
			oaep.Hash = digestHash(named)
		case is(kid, soap.XENC11, "MGF"):
			oaep.MGFHash = maskHash(named)
		case is(kid, soap.XENC, "OAEPparams"):
			oaep.Label, err = octets(kid)
		default:
			err = fmt.Errorf("%s cannot stand in it", kid.Tag)
		}
		if err != nil {
			return nil, refuseAs(wssec.UnsupportedAlgorithm, where, err)
		}
	}
	if oaep.Hash == 0 || oaep.MGFHash == 0 {
		return nil, wssec.Refuse(wssec.UnsupportedAlgorithm, where, "a digest or mask that this engine does not have")
	}
	return oaep, nil
}

// maskHash is the hash of a mask generation function.
func maskHash(a wssec.Algorithm) crypto.Hash {
	switch a {
	case soap.XENC11 + "mgf1sha1":
		return crypto.SHA1
	case soap.XENC11 + "mgf1sha256":
		return crypto.SHA256
	case soap.XENC11 + "mgf1sha384":
		return crypto.SHA384
	case soap.XENC11 + "mgf1sha512":
		return crypto.SHA512
	}
	return 0
}

// unwrap gives a session key of a size. Where the value does not decipher to one, the key is a random one,
// so that what follows takes the same steps, and fails.
func (k *sessionKey) unwrap(key crypto.Decrypter, size int) ([]byte, error) {
	random := make([]byte, size)
	rand.Read(random)
	padding := k.padding
	if padding == nil {
		padding = &rsa.PKCS1v15DecryptOptions{SessionKeyLen: size} // gives a random key itself
	}
	session, err := key.Decrypt(rand.Reader, k.value, padding)
	if err != nil {
		return random, fmt.Errorf("the key does not decipher: %w", err)
	}
	if len(session) != size {
		return random, fmt.Errorf("the key has %d bytes, the cipher takes %d", len(session), size)
	}
	return session, nil
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
