// Package c14n writes elements in canonical form: the octets that a signature digests.
//
// Most want Append, which takes the bytes of one element and the scope around it. A Canonicalizer does
// the same beside a tokenizer that reads the element anyway, and finds out in passing whether the element
// is in canonical form already.
//
// The apex is the element whose canonical form is wanted. A binding is rendered where its declaration is
// written into the canonical form. The algorithms are those of wssec: exclusive 1.0, inclusive 1.0 and
// 1.1, each with and without comments. A reference by a bare name, such as URI="#Body", leaves comments
// out whatever its algorithm says: the caller then asks for the one without (XML Signature 1.1, section
// 4.4.3.3).
//
// Refused: relative namespace URIs, and what package xmltok refuses, so that no document type ever
// supplies attributes or entities. Node sets other than whole elements and documents are not offered.
//
// Specifications: W3C Exclusive XML Canonicalization 1.0, Canonical XML 1.0 and 1.1.
package c14n

import (
	"fmt"
	"strings"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// Method says which canonical form.
type Method struct {
	Algorithm wssec.Algorithm
	// Prefixes are those of InclusiveNamespaces, in any order, #default for the default namespace. Those
	// that are bound to nothing are passed over. Exclusive canonicalization alone uses them.
	Prefixes []string
}

// WithoutComments is what a reference by a bare name means, whatever its algorithm says (XML Signature 1.1
// section 4.4.3.3).
func (m Method) WithoutComments() Method {
	switch m.Algorithm {
	case wssec.ExclusiveC14NWithComments:
		m.Algorithm = wssec.ExclusiveC14N
	case wssec.InclusiveC14NWithComments:
		m.Algorithm = wssec.InclusiveC14N
	case wssec.InclusiveC14N11WithComments:
		m.Algorithm = wssec.InclusiveC14N11
	}
	return m
}

// Prefixes splits the value of an attribute PrefixList.
func Prefixes(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) })
}

// rules are what tells the algorithms apart.
type rules struct{ exclusive, comments, second bool }

var algorithms = map[wssec.Algorithm]rules{
	wssec.ExclusiveC14N:               {exclusive: true},
	wssec.ExclusiveC14NWithComments:   {exclusive: true, comments: true},
	wssec.InclusiveC14N:               {},
	wssec.InclusiveC14NWithComments:   {comments: true},
	wssec.InclusiveC14N11:             {second: true},
	wssec.InclusiveC14N11WithComments: {second: true, comments: true},
}

// Supports reports whether the algorithm is one of those offered.
func Supports(a wssec.Algorithm) bool {
	_, ok := algorithms[a]
	return ok
}

func (m Method) rules() (rules, error) {
	r, ok := algorithms[m.Algorithm]
	if !ok {
		return r, fmt.Errorf("c14n: no canonicalization %q: use an algorithm that Supports knows", m.Algorithm)
	}
	return r, nil
}

// Append appends the canonical form of an element, whose bytes hold nothing else, in the scope around it.
// Errors are *xmltok.SyntaxError, *NamespaceError, or of an unknown algorithm.
func Append(dst, element []byte, scope xmltok.Scope, m Method) ([]byte, error) {
	c, err := follow(element, scope, m)
	if err != nil {
		return dst, err
	}
	return append(dst, c.Form()...), nil
}

// IsCanonical reports whether Append would append the element as it is.
func IsCanonical(element []byte, scope xmltok.Scope, m Method) (bool, error) {
	c, err := follow(element, scope, m)
	return err == nil && c.Same(), err
}

// follow lets a Canonicalizer see the whole element.
func follow(element []byte, scope xmltok.Scope, m Method) (*Canonicalizer, error) {
	t := xmltok.Tokenizer{Limits: xmltok.Unlimited} // whoever cut the element out had limits
	t.ResetFragment(element, scope)
	kind, err := t.Next()
	if err != nil {
		return nil, err
	}
	if kind != xmltok.Start {
		return nil, fmt.Errorf("c14n: element: begins with %v: give the bytes of one element alone", kind)
	}
	var c Canonicalizer
	if err := c.Whole(&t, m); err != nil {
		return nil, err
	}
	switch kind, err = t.Next(); {
	case err != nil:
		return nil, err
	case kind != xmltok.EOF:
		return nil, fmt.Errorf("c14n: element: followed by %v: give the bytes of one element alone", kind)
	}
	return &c, nil
}
