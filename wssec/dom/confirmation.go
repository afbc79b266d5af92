package dom

import (
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xsd"
)

// confirmation writes a SignatureConfirmation: without a Value where the request was not signed.
func (w *writer) confirmation() error {
	if w.request == nil {
		return errors.New("dom: seal: no request whose signature could be confirmed: use Reply")
	}
	el := add(w.security, "wsse11:SignatureConfirmation", "xmlns:wsse11", soap.WSSE11)
	if w.request.Signature != nil {
		set(el, "Value", base64.StdEncoding.EncodeToString(w.request.Signature))
	}
	set(el, "wsu:Id", w.named("SC"))
	w.confirmed = el
	return nil
}

// readConfirmation reads a SignatureConfirmation.
func readConfirmation(el *etree.Element) (c wssec.Confirmation, err error) {
	if kids, err := children(el); err != nil || len(kids) > 0 {
		return c, badConfirmation(errors.New("it must be empty"))
	}
	if value, ok := attribute(el, "Value"); ok {
		if c.Value, err = xsd.AppendBase64([]byte{}, []byte(value)); err != nil {
			return c, badConfirmation(fmt.Errorf("the Value: %w", err))
		}
	}
	return c, nil
}

func badConfirmation(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Security/SignatureConfirmation", Err: err}
}
