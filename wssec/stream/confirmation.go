package stream

import (
	"errors"
	"fmt"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xsd"
)

// confirmation adds a SignatureConfirmation.
func (t *template) confirmation() {
	t.put(confirmBegins)
	t.text(`<wsse11:SignatureConfirmation xmlns:wsse11="` + soap.WSSE11 + `" xmlns:wsu="` + soap.WSU + `"`)
	t.put(confirmed)
	t.named("wsu:Id", "SC")
	t.text(`></wsse11:SignatureConfirmation>`)
	t.put(confirmEnds)
}

// appendConfirmed adds the Value, which is left away where the request was not signed.
func (w *writer) appendConfirmed(dst []byte) []byte {
	if w.request.Signature == nil {
		return dst
	}
	return append(xsd.EncodeBase64(append(dst, ` Value="`...), w.request.Signature), '"')
}

// readConfirmation reads a SignatureConfirmation.
func (o *outline) readConfirmation(n node) (c wssec.Confirmation, err error) {
	if kids, err := o.children(n); err != nil || len(kids) > 0 {
		return c, badConfirmation(errors.New("it must be empty"))
	}
	if o.has(n, "Value") {
		if c.Value, err = xsd.AppendBase64([]byte{}, o.attr(n, "Value")); err != nil {
			return c, badConfirmation(fmt.Errorf("the Value: %w", err))
		}
	}
	return c, nil
}

func badConfirmation(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Security/SignatureConfirmation", Err: err}
}
