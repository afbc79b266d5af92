package stream

import (
	"bytes"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
	"seismark/wssec/xsd"
)

// body is what is known of the Body, first as it came, then with its plain text.
type body struct {
	method    c14n.Method // of its canonical form: that of the first reference to it, or exclusive
	formError error       // why there is none
	spliced   []byte      // the form, where it was not made beside the reading

	start       []byte      // its start tag in the canonical form
	startMethod c14n.Method // of that
	name        []byte      // as it stands in tags
	startEnd    int         // where its start tag ends
	endFrom     int         // where its end tag begins
	elements    int         // in it
	stray       bool        // more than white space stands beside them
	vouched     bool        // read took the element
	decoded     node        // whose octets plain holds, in data
}

// exclusive is the canonical form of what we write and give.
var exclusive = c14n.Method{Algorithm: wssec.ExclusiveC14N}

// methodOfBody is the canonicalization of the first reference to the Body, whose Start is the current token.
func (r *reader) methodOfBody() c14n.Method {
	for _, ref := range r.signature.references {
		if from, _, ok := r.split.Place(ref.id); ok && from == r.split.Body.From {
			return ref.method
		}
	}
	return exclusive
}

// follow reads from the Start of the Body to its End, with the canonical form beside.
func (r *reader) follow(decrypted bool) error {
	t, b := &r.split.Tokens, &r.body
	b.name = append(b.name[:0], qualified(t)...)
	_, b.startEnd = t.Span()
	b.elements, b.stray, b.vouched, b.decoded = 0, false, false, none
	if b.formError = r.canon.Begin(t, b.method); b.formError == nil {
		b.start, b.startMethod = append(b.start[:0], r.canon.Form()...), b.method
	}
	for {
		kind, err := r.split.Next()
		if err != nil {
			return err
		}
		if b.formError == nil {
			b.formError = r.canon.Add(kind)
		}
		switch depth := r.split.Depth(); {
		case kind == xmltok.End && depth == soap.AtPart:
			b.endFrom, _ = t.Span()
			return nil
		case r.data.open():
			r.data.add(kind, t)
			if kind == xmltok.Start && r.data.open() && r.data.is(r.data.inner, soap.XENC, "CipherValue") {
				r.decode()
			}
		case kind == xmltok.Start && depth == soap.AtChild:
			if b.elements++; b.elements == 1 {
				err = r.child(decrypted)
			}
		case depth == soap.AtPart:
			b.stray = b.stray || len(bytes.Trim(t.Raw(), xsd.Blanks)) > 0
		}
		if err != nil {
			return err
		}
	}
}

// form is the canonical form of the Body.
func (r *reader) form() ([]byte, error) {
	switch {
	case r.formError != nil:
		return nil, r.formError
	case r.spliced != nil:
		return r.spliced, nil
	}
	return r.canon.Form(), nil
}

// child takes the Start of the first element of the Body.
func (r *reader) child(decrypted bool) error {
	t, b := &r.split.Tokens, &r.body
	if !decrypted && t.Name().Is(soap.XENC, "EncryptedData") {
		r.data.begin(t, r.cfg.Limits.Nodes)
		return nil
	}
	from, inside := t.Span()
	if r.read == nil || from != b.startEnd || b.formError != nil || !r.canon.Exact() || t.SelfClosing() {
		return nil
	}
	read := r.read
	r.read = nil // it is asked once
	element := t.Source()[from:]
	n := read(element[:len(element):len(element)])
	if n <= 0 {
		return nil
	}
	if n > len(element) || !bytes.HasPrefix(element[n:], []byte("</")) || !closes(element[min(n, inside-from):n], qualified(t)) {
		return wssec.Refuse(wssec.Server, "Body", "its reader vouches for what is not its only element")
	}
	b.vouched = true
	r.split.SkipTo(from + n)
	b.formError = r.canon.Add(xmltok.End)
	return nil
}

// closes reports whether octets end with the end tag of a name.
func closes(octets, name []byte) bool {
	octets, ended := bytes.CutSuffix(octets, []byte(">"))
	octets, named := bytes.CutSuffix(octets, name)
	return ended && named && bytes.HasSuffix(octets, []byte("</"))
}

// qualified is the name of the current Start as it stands in its tag.
func qualified(t *xmltok.Tokenizer) []byte {
	n := t.Name()
	length := len(n.Local)
	if len(n.Prefix) > 0 {
		length += len(n.Prefix) + len(":")
	}
	return t.Raw()[len("<") : len("<")+length]
}
