package stream

import (
	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
)

// reader opens one message after the other. It goes through the octets once:
//
//	<Envelope><Header>..<Security>............</Security>..</Header><Body>........</Body></Envelope>
//	                    |- into the outline -|                      |      |- form    |
//	                                                 understood here       settled here
//
// What is wrong with the Security header is known before the Body is read, but told after it: what is no
// SOAP message is refused as that, whatever its header says.
type reader struct {
	e    *Engine
	cfg  *wssec.Config
	read func(element []byte) int

	split     soap.Splitter
	envelope  []byte
	header    header
	signature signature
	failed    error // what is wrong with the header
	keeps     bool  // message.Request is the message itself, and to be filled in
	bodyFrom  int

	canon c14n.Canonicalizer // of the Body
	body
	data  outline // of the EncryptedData that is its content
	parts []part
	plain []byte // see decryptBody

	watched node   // of the header, see watch
	tidy    []node // those that stand in exclusive canonical form

	env     *soap.Envelope // where references are looked for
	piece   xmltok.Tokenizer
	pieces  c14n.Canonicalizer // of all but the Body
	scope   xmltok.Scope
	message *message
}

func newReader(e *Engine) *reader {
	r := &reader{e: e, cfg: &e.cfg, watched: none, keeps: e.cfg.Role == wssec.Recipient && e.cfg.Keeps()}
	r.header.reset()
	r.data.reset()
	return r
}

// message is a Message with the memory for what it mostly holds.
type message struct {
	wssec.Message
	login      wssec.Login
	signed     [3]wssec.Part
	encrypted  [1]wssec.Part
	references [4]wssec.Reference
}

func newMessage() *message {
	m := &message{}
	m.Signed, m.Encrypted, m.References = m.signed[:0], m.encrypted[:0], m.references[:0]
	return m
}

// put gives a reader back, without what belongs to a message.
func (e *Engine) put(r *reader) {
	r.read, r.envelope, r.message, r.env, r.failed = nil, nil, nil, nil, nil
	if r.split.Reset(nil, r.cfg.Limits); cap(r.split.Headers) > usual {
		r.split = soap.Splitter{}
	}
	r.piece.Reset(nil)
	r.watched, r.tidy = none, r.tidy[:0]
	r.header.reset()
	r.data.reset()
	clear(r.signature.references)
	clear(r.parts)
	r.signature, r.parts = signature{references: r.signature.references[:0]}, r.parts[:0]
	r.canon.Forget(maxKept)
	r.pieces.Forget(maxKept)
	r.body = body{start: r.body.start, name: r.body.name}
	if cap(r.plain) > maxKept {
		r.plain = nil
	}
	e.readers.Put(r)
}
