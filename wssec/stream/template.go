package stream

import (
	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xsd"
)

// template is a message of which all that never varies is prepared: octets, between which stand slots.
type template struct {
	version    wssec.Version
	pieces     []piece
	body       []piece // the start tag of the Body, where that is written apart
	end        []byte  // of the Body
	identified bool    // it has ids
}

type piece struct {
	text []byte
	slot slot // behind it
}

// slot is a place of a message that varies. The last ones only mark a place.
type slot uint8

const (
	nothing slot = iota
	ident        // what the ids of the message end in
	created
	expires
	confirmed // the attribute Value of a SignatureConfirmation
	stampDigest
	bodyDigest
	confirmDigest
	signatureValue
	recipientToken // the certificate of who can decipher the session key
	ephemeral      // what was agreed with
	recipient      // the name of that certificate
	requestKey     // the name of the key of the request
	sessionKey     // enciphered
	payload        // the content of the Body
	cipherText     // what stands for it

	stampBegins // the Timestamp
	stampEnds
	confirmBegins // SignatureConfirmation
	confirmEnds
	infoBegins // SignedInfo
	infoEnds
	bodyBegins
	bodyEnds
	slots
)

// text adds octets that never vary.
func (t *template) text(s string) {
	if n := len(t.pieces); n > 0 && t.pieces[n-1].slot == nothing {
		t.pieces[n-1].text = append(t.pieces[n-1].text, s...)
		return
	}
	t.pieces = append(t.pieces, piece{text: []byte(s)})
}

// put adds a slot.
func (t *template) put(s slot) {
	t.text("")
	t.pieces[len(t.pieces)-1].slot = s
}

// named adds an attribute that is the id of an element of ours, or a reference to it.
func (t *template) named(attribute, kind string) {
	t.identified = true
	t.text(" " + attribute + `="` + kind + "-")
	t.put(ident)
	t.text(`"`)
}

// prepare makes the template of the messages of a version. Header elements stand in an order that every
// stack that we know of takes: Timestamp, SignatureConfirmation, UsernameToken, BinarySecurityToken, EncryptedKey,
// Signature. Metro wants the last three in this order, gSOAP writes them so, CXF and Axis2 take any. What is signed
// declares its namespaces itself, and so is in canonical form where it stands.
func (e *Engine) prepare(v wssec.Version) *template {
	out, t := e.cfg.Outgoing(), &template{version: v}
	crypto := len(out.Sign)+len(out.Encrypt) > 0
	t.text(`<soap:Envelope xmlns:soap="` + v.Namespace() + `">`)
	if crypto || out.Login || out.Lifetime != 0 {
		t.text(`<soap:Header><wsse:Security xmlns:wsse="` + soap.WSSE + `" xmlns:wsu="` + soap.WSU + `" soap:mustUnderstand="1">`)
		if out.Lifetime != 0 {
			t.timestamp()
		}
		if out.Confirm {
			t.confirmation()
		}
		if out.Login {
			t.username(e.cfg.Login)
		}
		if len(out.Sign) > 0 && out.SignatureReference() == wssec.ByToken {
			t.token("X509")
			t.text(string(xsd.EncodeBase64(nil, e.cfg.Self.Certificate.Raw)))
			t.tokenEnds()
		}
		if len(out.Encrypt) > 0 {
			t.sessionKey(&e.transport, out.EncryptionReference())
		}
		if len(out.Sign) > 0 {
			t.signature(e.cfg.Policy.Suite.Algorithms(), out, e.name)
		}
		t.text(`</wsse:Security></soap:Header>`)
	}
	t.content(v, crypto, out, e.cfg.Policy.Suite.Algorithms().Cipher)
	t.text(`</soap:Envelope>`)
	return t
}

// content adds the Body.
func (t *template) content(v wssec.Version, crypto bool, out wssec.Protection, cipher wssec.Algorithm) {
	start := &template{}
	start.text(`<soap:Body`)
	if crypto {
		start.text(` xmlns:soap="` + v.Namespace() + `" xmlns:wsu="` + soap.WSU + `"`)
		start.named("wsu:Id", "Body")
	}
	start.text(`>`)
	t.body, t.end = start.pieces, []byte(`</soap:Body>`)
	t.put(bodyBegins)
	t.pieces = append(t.pieces, start.pieces...)
	if len(out.Encrypt) > 0 {
		t.encryptedData(cipher, out.EncryptionReference())
	} else {
		t.put(payload)
	}
	t.text(string(t.end))
	t.put(bodyEnds)
}
