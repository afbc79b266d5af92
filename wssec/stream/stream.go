// Package stream is the engine close to what the operations themselves take: one pass, no tree.
//
// New makes an Engine; Engine.Seal and Engine.Open do the work, Engine.Read says what a message carries
// without judging it by the policy. SealWith, ReplyWith and OpenWith are for payloads that are written and
// read in place.
//
// What goes out is written in exclusive canonical form, so that its digests are those of the octets as they
// are written; all that does not vary was prepared when the engine was made. What comes in is tokenized
// once, and digested as it stands where it stands in canonical form. An outline is the elements of the
// Security header or of an EncryptedData in one list. Writer and reader of a header element share a file:
// timestamp.go, confirmation.go, username.go, token.go, signature.go, encryption.go; keyreference.go names keys,
// keys.go finds them; seal.go and open.go have the order of work.
//
// It accepts, refuses and gives just what package dom does, which FuzzOpen of package engines and the tests
// of package enginetest hold.
//
// Specifications: those of package wssec.
package stream

import (
	"crypto"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"sync"

	"seismark/wssec"
	"seismark/wssec/keyring"
	"seismark/wssec/xmldsig"
	"seismark/wssec/xmlenc"
)

// Engine is a wssec.Direct.
type Engine struct {
	cfg      wssec.Config
	held     keyring.Ring
	messages map[wssec.Version]*template
	met      acquaintances

	cipher    xmlenc.Cipher
	transport xmlenc.Transport
	decrypter crypto.Decrypter // with our own key; nil where that does not decipher

	readers sync.Pool // of *reader
	writers sync.Pool // of *writer

	name            []byte // of our certificate in signatures
	digestLength    int    // of digests and signatures in base64
	signatureLength int
	signatureSize   int
}

// New makes an engine.
func New(cfg wssec.Config) (*Engine, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg.Known, cfg.Accept = slices.Clone(cfg.Known), slices.Clone(cfg.Accept)
	cfg.Limits = cfg.Bounds()
	e := &Engine{cfg: cfg, held: keyring.Of(&cfg), messages: map[wssec.Version]*template{}}
	if err := e.choose(); err != nil {
		return nil, fmt.Errorf("stream: %w", err)
	}
	e.start()
	for _, v := range []wssec.Version{wssec.SOAP11, wssec.SOAP12} {
		e.messages[v] = e.prepare(v)
	}
	e.readers.New = func() any { return newReader(e) }
	e.writers.New = func() any { return &writer{e: e, cfg: &e.cfg} }
	return e, nil
}

// choose finds what does the suite's work, and how long is what is filled in last.
func (e *Engine) choose() (err error) {
	out, algs := e.cfg.Outgoing(), e.cfg.Policy.Suite.Algorithms()
	if e.decrypter = e.cfg.Self.Decrypter(); len(out.Encrypt) > 0 {
		if e.cipher, err = xmlenc.CipherOf(algs.Cipher); err != nil {
			return err
		}
		if e.transport, err = xmlenc.TransportFor(e.cfg.Policy.Suite); err != nil {
			return err
		}
	}
	if len(out.Sign) > 0 {
		if algs.Canonicalization != wssec.ExclusiveC14N {
			return fmt.Errorf("messages are written in exclusive canonical form, not as %s", algs.Canonicalization)
		}
		if e.name, err = name(out.SignatureReference(), keyring.Take(e.cfg.Self.Certificate)); err != nil {
			return err
		}
		e.digestLength = base64.StdEncoding.EncodedLen(algs.Digest.Hash().Size())
		e.signatureSize = xmldsig.Size(e.cfg.Self.Key.Public())
		e.signatureLength = base64.StdEncoding.EncodedLen(e.signatureSize)
	}
	return nil
}

// Seal implements wssec.Engine.
func (e *Engine) Seal(dst, payload []byte) ([]byte, error) {
	return e.ask(dst, content{octets: payload}, nil)
}

// SealWith implements wssec.Direct.
func (e *Engine) SealWith(dst []byte, write func(dst []byte) []byte) ([]byte, error) {
	return e.ask(dst, content{write: write}, nil)
}

// ask fills in what an answer can refer to, where something is given for that.
func (e *Engine) ask(dst []byte, c content, sent *wssec.Request) ([]byte, error) {
	version := e.cfg.Version
	if version == 0 {
		version = wssec.SOAP11
	}
	w := e.writers.Get().(*writer)
	w.sent = sent
	return e.seal(dst, w, version, e.cfg.Peer, c)
}

// Reply implements wssec.Engine.
func (e *Engine) Reply(dst, payload []byte, request *wssec.Message) ([]byte, error) {
	return e.reply(dst, request, content{octets: payload})
}

// ReplyWith implements wssec.Direct.
func (e *Engine) ReplyWith(dst []byte, request *wssec.Message, write func(dst []byte) []byte) ([]byte, error) {
	return e.reply(dst, request, content{write: write})
}

func (e *Engine) reply(dst []byte, request *wssec.Message, c content) ([]byte, error) {
	if request == nil {
		return nil, errors.New("stream: reply: no request: use Seal for what answers nothing")
	}
	version := request.Version
	if version != wssec.SOAP12 {
		version = wssec.SOAP11
	}
	w := e.writers.Get().(*writer)
	w.request = request.Request
	return e.seal(dst, w, version, request.Signer, c)
}

func (e *Engine) seal(dst []byte, w *writer, v wssec.Version, to *x509.Certificate, c content) ([]byte, error) {
	defer e.writers.Put(w)
	sealed, err := w.seal(dst, e.messages[v], to, c)
	if err != nil {
		return nil, fmt.Errorf("stream: seal: %w", err)
	}
	return sealed, nil
}

// Open implements wssec.Engine.
func (e *Engine) Open(envelope []byte) (*wssec.Message, error) {
	return e.open(envelope, nil, true, nil)
}

// OpenWith implements wssec.Direct.
func (e *Engine) OpenWith(envelope []byte, read func(element []byte) int) (*wssec.Message, error) {
	return e.open(envelope, read, true, nil)
}

// Read is Open without the policy's judgement: signature, signer and decryption must be good, as far as
// they are there, but nothing need be there. Headers that must be understood are left to the caller.
func (e *Engine) Read(envelope []byte) (*wssec.Message, error) {
	return e.open(envelope, nil, false, nil)
}

func (e *Engine) open(envelope []byte, read func(element []byte) int, judge bool, request *wssec.Request) (*wssec.Message, error) {
	r := e.readers.Get().(*reader)
	defer e.put(r)
	m, err := r.open(envelope, read, judge, request)
	if err != nil {
		return nil, err
	}
	return m, nil
}
