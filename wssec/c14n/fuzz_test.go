package c14n

import (
	"bytes"
	"strings"
	"testing"

	"seismark/wssec/xmltok"
)

// methods are all that FuzzCanonical chooses from.
var methods = []Method{exclusive, exclusiveComments, inclusive, inclusiveComments, second, listing("p", "#default"), listing("q", "xml", "p")}

// FuzzCanonical takes an element out of a document and holds: what is called canonical is equal to its
// canonical form, byte for byte, and the other way round; the canonical form of a canonical form is the
// same; a Canonicalizer beside the document's own tokenizer, which was used before, comes to the same.
func FuzzCanonical(f *testing.F) {
	for i, s := range []string{
		`<a/>`,
		`<a b="1" c="2"></a>`,
		`<r xmlns:p="urn:u" xmlns="urn:d"><p:a xmlns:q="urn:v" q:b="&#xA;" b=">"><c>&lt;&amp;&gt;&#xD;</c></p:a></r>`,
		`<r xml:lang="en" xml:base="a/"><a xml:space="x" xml:base="b"><!--c--><?p d?><?p  d?><![CDATA[<]]></a></r>`,
		"<r xmlns:p='urn:u'><p:a p:c='\t' p:b = \"&#9;&quot;'\"  c=''><b xmlns='urn:d'><c xmlns=''/></b>\r\n></p:a ></r>",
		`<p:a xmlns:p="urn:u"><b xmlns:p="urn:v"><p:c xmlns:p="urn:v"></p:c></b><p:d xmlns:p="urn:w"><p:e xmlns:p="urn:u"></p:e></p:d></p:a>`,
		`<a xmlns="urn:d"><p:b xmlns:p="urn:u" xmlns=""><c xmlns="urn:d"></c><c></c></p:b></a>`,
		`<a xmlns="ns"/>`,
		`<r xmlns="urn:d"><s xmlns="urn:d"><a b="1" c="2"></a><a b="3" c="4"></a><a b="'" c=">"></a><a b="&lt;" c="5"></a><a b="6" c="7"/></s></r>`,
		`<r xmlns:p="urn:u"><s><p:a c="1" b="2"/><p:a c="3" b="4"/><p:a c="5" b="6"><p:a z="" y=""/></p:a></s></r>`,
	} {
		f.Add([]byte(s), uint8(i%2), uint8(i))
	}
	var used Canonicalizer
	f.Fuzz(func(t *testing.T, source []byte, which, by uint8) {
		m := methods[int(by)%len(methods)]
		p, beside, same, ok := pick(t, source, which, &used, m)
		if !ok {
			return
		}
		form, err := Append(nil, p.element, p.scope, m)
		if err != nil {
			t.Fatalf("%q was canonicalized beside a tokenizer, alone: %v", p.element, err)
		}
		if !bytes.Equal(form, beside) {
			t.Fatalf("%q is\n%q alone, but\n%q beside a tokenizer", p.element, form, beside)
		}
		// Only an xml:base that is joined can be written anew and come out as it was.
		if equal := bytes.Equal(form, p.element); same != equal && !(equal && bytes.Contains(source, []byte("base"))) {
			t.Fatalf("%q is called canonical: %v; its form is\n%q", p.element, same, form)
		}
		if canonical, err := IsCanonical(form, xmltok.Scope{}, m); !canonical {
			again, _ := Append(nil, form, xmltok.Scope{}, m)
			t.Fatalf("%q has the form\n%q, which has the form\n%q %v", p.element, form, again, err)
		}
		if bytes.ContainsAny(form, "\r") || bytes.Contains(form, []byte("<![CDATA[")) && !m.comments() {
			t.Fatalf("%q has the form\n%q", p.element, form)
		}
	})
}

func (m Method) comments() bool { return strings.HasSuffix(string(m.Algorithm), "Comments") }

// pick canonicalizes an element of a document, the which-th of its start tags, while the document is read.
func pick(t *testing.T, source []byte, which uint8, c *Canonicalizer, m Method) (p part, form []byte, same, ok bool) {
	var k xmltok.Tokenizer
	k.Reset(source)
	begun, from := false, 0
	for {
		kind, err := k.Next()
		if err != nil {
			return p, nil, false, false
		}
		switch {
		case kind == xmltok.EOF:
			return p, form, same, ok
		case begun && !ok:
			err = c.Add(kind)
			if _, to := k.Span(); c.Done() {
				p.element, form, same, ok = source[from:to], bytes.Clone(c.Form()), c.Same(), true
			}
		case kind == xmltok.Start && !begun:
			if which > 0 {
				which--
				continue
			}
			begun, p.scope = true, k.Outer()
			from, _ = k.Span()
			err = c.Begin(&k, m)
		}
		if err != nil {
			return p, nil, false, false
		}
	}
}
