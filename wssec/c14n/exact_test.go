package c14n

import (
	"bytes"
	"testing"

	"seismark/wssec/xmltok"
)

// FuzzExact passes over the inside of elements where Exact allows it, and comes to the same form.
func FuzzExact(f *testing.F) {
	for i, s := range []string{
		`<a><b c="1"></b></a>`,
		`<r xmlns:p="urn:u"><p:a xmlns:q="urn:v"><q:b xmlns:q="urn:v"><q:c></q:c></q:b></p:a></r>`,
		`<p:a xmlns:p="urn:u"><p:b xmlns:p="urn:u"><p:c></p:c></p:b></p:a>`,
		`<a xmlns="urn:d"><b xmlns="urn:d"><c></c></b><b xmlns="urn:e"><c></c></b><b xmlns=""><c></c></b></a>`,
		`<a xmlns:unused="urn:u"><b><c></c></b></a>`,
		`<a z="1" b='2'><b xmlns="urn:d"><c></c></b><!-- --><b xmlns="urn:d"><c/></b></a>`,
	} {
		f.Add([]byte(s), uint8(i))
	}
	f.Fuzz(func(t *testing.T, source []byte, by uint8) {
		m := methods[int(by)%len(methods)]
		want, err := Append(nil, source, xmltok.Scope{}, m)
		if err != nil {
			return
		}
		got, skipped := skipping(t, source, m)
		if !bytes.Equal(got, want) {
			t.Fatalf("%q is\n%q, with %d elements skipped\n%q", source, want, skipped, got)
		}
	})
}

func skipping(t *testing.T, source []byte, m Method) (form []byte, skipped int) {
	k := xmltok.Tokenizer{Limits: xmltok.Unlimited}
	k.ResetFragment(source, xmltok.Scope{})
	k.Next()
	var c Canonicalizer
	if err := c.Begin(&k, m); err != nil {
		t.Fatal(err)
	}
	for !c.Done() {
		kind, err := k.Next()
		if err == nil {
			err = c.Add(kind)
		}
		if err != nil {
			t.Fatal(err)
		}
		if kind != xmltok.Start || !c.Exact() || k.SelfClosing() {
			continue
		}
		from, _ := k.Span()
		if n := tidyAlone(source[from:]); n > 0 {
			k.SkipTo(from + n)
			skipped++
			if err := c.Add(xmltok.End); err != nil {
				t.Fatal(err)
			}
		}
	}
	return c.Form(), skipped
}

// tidyAlone is the length of the element that octets begin with, if it can stand anywhere and is in canonical
// form behind its start tag, without a declaration there.
func tidyAlone(octets []byte) int {
	k := xmltok.Tokenizer{Limits: xmltok.Unlimited}
	k.ResetFragment(octets, xmltok.Scope{})
	for first := true; ; first = false {
		kind, err := k.Next()
		_, end := k.Span()
		switch {
		case err != nil, kind == xmltok.EOF, kind == xmltok.Comment, kind == xmltok.CDATA:
			return 0
		case first:
		case !k.Tidy(), k.SelfClosing(), len(k.Decls()) > 0:
			return 0
		case kind == xmltok.End && k.Depth() == 1:
			return end
		}
	}
}
