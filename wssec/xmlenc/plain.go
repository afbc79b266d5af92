package xmlenc

import (
	"bytes"
	"errors"
	"fmt"

	"seismark/wssec/xmltok"
	"seismark/wssec/xsd"
)

// CheckPlain reads a plain text in the scope of its place: content, or one whole element. It cannot end what is
// around it.
func CheckPlain(text []byte, scope xmltok.Scope, whole bool) error {
	t := xmltok.Tokenizer{Limits: xmltok.Unlimited}
	t.ResetFragment(text, scope)
	elements := 0
	for {
		kind, err := t.Next()
		switch {
		case err != nil:
			return fmt.Errorf("the plain text: %w", err)
		case kind == xmltok.EOF && whole && elements != 1:
			return fmt.Errorf("the plain text holds %d elements, its Type says one", elements)
		case kind == xmltok.EOF:
			return nil
		case kind == xmltok.Start && t.Depth() == 1:
			elements++
		case whole && t.Depth() == 0 && len(bytes.Trim(t.Raw(), xsd.Blanks)) > 0:
			return errors.New("the plain text holds more than an element, its Type says one")
		}
	}
}
