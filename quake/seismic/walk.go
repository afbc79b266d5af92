package seismic

import (
	"fmt"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// walker goes through the elements of a Body, passing over what means nothing: comments, processing
// instructions, white space between elements.
type walker struct {
	tokens xmltok.Tokenizer
	text   []byte
}

// enter goes to the start of the one element in a Body.
func (w *walker) enter(body []byte, local string) error {
	w.tokens.Reset(body)
	kind := xmltok.Comment
	for kind == xmltok.Comment || kind == xmltok.PI { // before the root
		var err error
		if kind, err = w.tokens.Next(); err != nil {
			return fmt.Errorf("seismic: reading the Body: %w", err)
		}
	}
	if name := w.tokens.Name(); !isBody(name) {
		return fmt.Errorf("seismic: %s where a Body of SOAP 1.1 or 1.2 must stand: pass the whole Body element", expanded(name))
	}
	found, err := w.child("Body")
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("seismic: the Body is empty: send one %s of %s", local, TypesNamespace)
	}
	return w.expect("Body", local)
}

func isBody(n xmltok.Name) bool {
	return n.Is(wssec.SOAP11.Namespace(), "Body") || n.Is(wssec.SOAP12.Namespace(), "Body")
}

// leave goes from the end of the payload to the end of the Body.
func (w *walker) leave(local string) error {
	more, err := w.child("Body")
	if err != nil {
		return err
	}
	if more {
		return fmt.Errorf("seismic: %s after %s in the Body: send one element", expanded(w.tokens.Name()), local)
	}
	for {
		kind, err := w.tokens.Next()
		if err != nil {
			return fmt.Errorf("seismic: reading what follows the Body: %w", err)
		}
		if kind == xmltok.EOF {
			return nil
		}
	}
}

// child goes to the next child of the element that is called parent, and says whether there is one.
func (w *walker) child(parent string) (bool, error) {
	for {
		kind, err := w.tokens.Next()
		if err != nil {
			return false, fmt.Errorf("seismic: reading %s: %w", parent, err)
		}
		switch kind {
		case xmltok.Start, xmltok.End:
			return kind == xmltok.Start, nil
		case xmltok.Text, xmltok.CDATA:
			w.text = w.tokens.AppendText(w.text[:0])
			if text := collapse(w.text); len(text) > 0 {
				return false, fmt.Errorf("seismic: the text %s in %s: only elements may stand there", shown(string(text)), parent)
			}
		}
	}
}

// must goes to the next child, which must be there and be the one.
func (w *walker) must(parent, local string) error {
	found, err := w.child(parent)
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("seismic: %s ends where %s must stand", parent, local)
	}
	return w.expect(parent, local)
}

// none goes to the end of the element.
func (w *walker) none(parent string) error {
	found, err := w.child(parent)
	if err == nil && found {
		err = fmt.Errorf("seismic: %s in %s: no more elements may stand there", expanded(w.tokens.Name()), parent)
	}
	return err
}

// expect checks the name of the current element.
func (w *walker) expect(parent, local string) error {
	if name := w.tokens.Name(); !name.Is(TypesNamespace, local) {
		return fmt.Errorf("seismic: %s in %s where %s of %s must stand", expanded(name), parent, local, TypesNamespace)
	}
	return nil
}

// value goes to the end of the current element and gives its text.
func (w *walker) value(element string) ([]byte, error) {
	var err error
	if w.text, err = w.tokens.ElementText(w.text[:0]); err != nil {
		return nil, fmt.Errorf("seismic: reading %s: %w", element, err)
	}
	return w.text, nil
}

// attributes checks that the current element has only attributes that names has; those of other namespaces
// are not the contract's and are passed over. It calls use with the index of the name, and the value.
func (w *walker) attributes(element string, names []string, use func(name int, value []byte) error) error {
	attrs := w.tokens.Attrs()
	for i := range attrs {
		a := &attrs[i]
		if a.Space != "" && a.Space != TypesNamespace {
			continue
		}
		name := indexOf(names, a.Local)
		if name < 0 || a.Space != "" {
			return fmt.Errorf("seismic: the attribute %s of %s is not in the contract: remove it", expanded(a.Name), element)
		}
		if err := use(name, a.Value()); err != nil {
			return err
		}
	}
	return nil
}

func indexOf(names []string, name []byte) int {
	for i, s := range names {
		if s == string(name) {
			return i
		}
	}
	return -1
}

// expanded is a name as an error shows it.
func expanded(n xmltok.Name) string {
	if n.Space == "" {
		return shown(string(n.Local)) + " of no namespace"
	}
	return shown(string(n.Local)) + " of " + shown(n.Space)
}
