package client

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
)

// FaultError is a SOAP fault in the place of an answer.
type FaultError struct {
	Status        int // of HTTP
	Fault         soap.Fault
	Authenticated bool // the service signed it; otherwise anyone on the way can have written it
}

func (e *FaultError) Error() string {
	text := fmt.Sprintf("the service answered with the fault %s: %s", clean(e.code(), 100), clean(e.Fault.Reason, 500))
	if !e.Authenticated {
		text += " (the fault is not signed)"
	}
	return text
}

func (e *FaultError) code() string {
	if e.Fault.Code != "" {
		return string(e.Fault.Code)
	}
	return e.Fault.Name
}

// Is reports whether target is the fault's code.
func (e *FaultError) Is(target error) bool {
	code, ok := target.(wssec.FaultCode)
	return ok && code == e.Fault.Code
}

// AnswerError is an answer that is no SOAP message.
type AnswerError struct {
	Status int
	Media  string // content type as sent
	Start  string // of the body
}

func (e *AnswerError) Error() string {
	text := fmt.Sprintf("the answer is no SOAP message: HTTP %d %s", e.Status, http.StatusText(e.Status))
	if e.Media != "" {
		text += ", " + clean(e.Media, 100)
	}
	if e.Start == "" {
		return text + ", without a body"
	}
	return text + ": " + clean(e.Start, 200)
}

// open judges an answer and reads it. An answer of whatever status may be a fault, in the clear or secured.
func (c *Client) open(a *answer, r *seismic.Results) error {
	if !isXML(a) {
		return a.none()
	}
	message, err := c.read(a, r)
	if err == nil && a.Status == http.StatusOK {
		return nil
	}
	if f := findFault(message, a); f != nil {
		return f
	}
	if a.Status != http.StatusOK {
		return a.none()
	}
	return fmt.Errorf("the answer: %w", err)
}

// read opens an answer and, where its status is that of results, reads them. An engine that can lets them be
// read while it opens the message; if it did, there is no Body.
func (c *Client) read(a *answer, r *seismic.Results) (message *wssec.Message, err error) {
	direct, ok := a.engine.(wssec.Direct)
	switch {
	case a.Status != http.StatusOK:
		return a.engine.Open(a.Body)
	case ok:
		a.results = r
		message, err = direct.OpenWith(a.Body, a.recognize)
	default:
		message, err = a.engine.Open(a.Body)
	}
	if err == nil && message.Body != nil {
		err = seismic.ParseResults(message.Body, r)
	}
	return message, err
}

func (a *answer) none() error {
	return &AnswerError{a.Status, a.Media, string(a.Body[:min(len(a.Body), 600)])}
}

// isXML judges a content type leniently, but takes no web page for an answer.
func isXML(a *answer) bool {
	if a.Media == "text/xml; charset=utf-8" { // nearly always
		return true
	}
	media, _, err := mime.ParseMediaType(a.Media)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return a.Media == "" && bytes.HasPrefix(bytes.TrimLeft(a.Body, " \t\r\n"), []byte("<"))
	}
	return media == "text/xml" || media == "application/xml" ||
		strings.HasSuffix(media, "+xml") && media != "application/xhtml+xml"
}

// findFault reads a fault from the Body that the service signed or, where it did not, from the answer as it
// is.
func findFault(message *wssec.Message, a *answer) *FaultError {
	if message != nil && slices.Contains(message.Signed, wssec.PartBody) {
		if f, err := soap.ParseFault(message.Body); err == nil && f != nil {
			return &FaultError{a.Status, *f, true}
		}
		return nil
	}
	c := wssec.Config{}
	envelope, err := soap.Split(a.Body, c.Bounds())
	if err != nil || envelope.Content.Local != "Fault" {
		return nil
	}
	// In inclusive form the prefix that stands in the text of a fault code keeps its declaration.
	body, err := c14n.Append(nil, envelope.Bytes(envelope.Body), envelope.Body.Scope, c14n.Method{Algorithm: wssec.InclusiveC14N})
	if err != nil {
		return nil
	}
	if f, err := soap.ParseFault(body); err == nil && f != nil {
		return &FaultError{a.Status, *f, false}
	}
	return nil
}

// clean makes a text from outside fit for a line: bounded, without what would move a terminal.
func clean(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}
