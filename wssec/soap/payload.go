package soap

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// CheckPayload reports what Split, under the same limits, would refuse in a Body that holds a payload: what is not
// well formed or ends the Body, processing instructions, two elements with one id, more than the limits let through.
// Of prefixes that the payload does not declare, it may use soap.
func CheckPayload(payload []byte, v wssec.Version, limits wssec.Limits) error {
	start := `<soap:Body xmlns:soap="` + v.Namespace() + `">`
	body := slices.Concat([]byte(start), payload, []byte("</soap:Body>"))
	var s Splitter
	s.ReadPayload(body, v, limits)
	for {
		kind, err := s.Next()
		if err != nil {
			return s.PayloadError(err)
		}
		if kind == xmltok.End && s.Depth() == AtPart {
			return s.WholePayload()
		}
	}
}

// ReadPayload starts a Body that is still to be sent, by itself: see ReadBody.
func (s *Splitter) ReadPayload(body []byte, v wssec.Version, limits wssec.Limits) {
	s.Reset(nil, limits) // nothing is too long
	s.Version = v
	s.ReadBody(body, xmltok.Scope{})
}

// WholePayload reports a payload that ended the Body, at whose End the Splitter is, before its time.
func (s *Splitter) WholePayload() error {
	if _, end := s.Tokens.Span(); end != len(s.Octets) {
		return errors.New("payload: it ends the Body: give the content of one")
	}
	return nil
}

// PayloadError is what Next said, without the parts of a message that there is not yet, at places of the payload.
func (s *Splitter) PayloadError(err error) error {
	if fault := (*wssec.FaultError)(nil); errors.As(err, &fault) {
		err = fault.Err
	}
	if syntax := (*xmltok.SyntaxError)(nil); errors.As(err, &syntax) {
		start := bytes.IndexByte(s.Octets, '>') + 1 // no attribute of ours holds a >
		moved := *syntax
		moved.Offset -= start
		if moved.Line == 1 {
			moved.Column -= start
		}
		err = &moved
	}
	return fmt.Errorf("payload: %w", err)
}
