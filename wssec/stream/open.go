package stream

import (
	"bytes"
	"math"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
)

// open works in the order: signer and signature over SignedInfo; then, as the header implies, decryption
// and digests, or digests and decryption. Nothing is decrypted for a signer who is not trusted.
// A message answers a request if one is given.
func (r *reader) open(envelope []byte, read func(element []byte) int, judge bool, request *wssec.Request) (*wssec.Message, error) {
	r.envelope, r.read, r.message = envelope, read, newMessage()
	if r.message.Request = request; r.keeps {
		r.message.Request = new(wssec.Request)
	}
	if !within(wssec.MaxVouched, r.cfg.Limits) {
		r.read = nil
	}
	if err := r.scan(); err != nil {
		return nil, err
	}
	if judge {
		if err := r.split.Understood(); err != nil {
			return nil, err
		}
	}
	if r.failed != nil {
		return nil, r.failed
	}
	r.message.Version = r.split.Version
	if r.split.Security != nil {
		r.env = &r.split.Envelope
		r.locate()
		if err := r.readEncrypted(); err != nil {
			return nil, err
		}
		if err := r.settle(); err != nil {
			return nil, err
		}
	}
	if err := r.give(); err != nil {
		return nil, err
	}
	if judge {
		if err := r.cfg.Check(r.message.Facts); err != nil {
			return nil, err
		}
	}
	if !r.keeps {
		r.message.Request = nil // which the next call fills in
	}
	return &r.message.Message, nil
}

// within reports whether what may be vouched for is within the limits, with the levels that are around it.
func within(most, limits wssec.Limits) bool {
	return most.Depth+soap.AtChild <= limits.Depth && most.Attributes <= limits.Attributes && most.Name <= limits.Name
}

// scan reads the message.
func (r *reader) scan() error {
	if err := r.split.Reset(r.envelope, r.cfg.Limits); err != nil {
		return err
	}
	t, h := &r.split.Tokens, &r.header
	for {
		kind, err := r.split.Next()
		if err != nil || kind == xmltok.EOF {
			return err
		}
		switch depth := r.split.Depth(); {
		case h.open():
			h.add(kind, t)
			r.watch(kind, t)
		case kind != xmltok.Start:
		case depth == soap.AtChild && !r.split.InBody():
			if b := &r.split.Headers[len(r.split.Headers)-1]; r.ours(b) {
				h.begin(t, math.MaxInt) // it has no more than the Splitter counts
			}
		case depth == soap.AtPart && r.split.InBody():
			r.bodyFrom = r.split.Body.From
			if r.failed = r.understand(); r.failed == nil {
				r.method = r.methodOfBody()
				err = r.follow(false)
			}
			if err != nil {
				return err
			}
		}
	}
}

// ours reports whether a block is the Security header for us. Where there are two, the message is refused
// at its end.
func (r *reader) ours(b *soap.Block) bool {
	return b.ForUs && b.Space == soap.WSSE && b.Local == "Security" && len(r.header.elements) == 0
}

// understand reads the Security header.
func (r *reader) understand() error {
	if r.split.Security == nil {
		return nil
	}
	if err := r.readHeader(); err != nil {
		return err
	}
	if r.header.signature == none {
		return nil
	}
	if err := r.readSignature(); err != nil {
		return err
	}
	return r.verify()
}

// settle decrypts and digests. Past the point where a key is unwrapped every failure is the same to the
// outside, and work goes on to the end with a stand-in for what could not be decrypted, so that
// neither the fault nor the time tells what failed.
func (r *reader) settle() error {
	signed := r.header.signature != none
	last := signed && r.header.signedLast()
	if last {
		if err := r.digest(); err != nil {
			return err
		}
		r.method = exclusive
	}
	failed := r.decrypt(last)
	if signed && !last {
		if err := r.digest(); failed == nil {
			failed = err
		}
	}
	if fault, ok := failed.(*wssec.FaultError); failed == nil || ok && fault.Code == wssec.FailedCheck {
		return failed
	}
	return &wssec.FaultError{Code: wssec.FailedCheck, At: "EncryptedData", Err: failed}
}

// give puts the Body into the message: the octets that were digested, where it was signed as it is now. Where
// they are no part of the envelope, they become the message's own.
func (r *reader) give() error {
	if r.vouched && r.formError == nil {
		return nil
	}
	form, err := r.form()
	if err != nil {
		return &wssec.FaultError{Code: wssec.Client, At: "Body", Err: err}
	}
	switch {
	case r.spliced == nil && !r.canon.Same():
		form = bytes.Clone(form)
	case len(r.parts) > 0:
		r.plain = nil // which the message has now
	}
	r.message.Body = form
	return nil
}
