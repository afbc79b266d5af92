package dom

import (
	"strings"
	"unicode"

	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/xmltok"
)

// exclusive is the exclusive canonicalization of what we write and give.
func exclusive() c14n.Method { return c14n.Method{Algorithm: wssec.ExclusiveC14N} }

// canonical gives the canonical form of an element that stands in a scope, comments left out, as they are
// for all that a signature names here (XML Signature 1.1 section 4.4.3.3). It is goxmldsig's wherever that
// is right and the tree is not too large, else package c14n's.
func canonical(octets []byte, scope xmltok.Scope, m c14n.Method) ([]byte, error) {
	m = m.WithoutComments()
	if m.Algorithm != wssec.ExclusiveC14N {
		return c14n.Append(nil, octets, scope, m)
	}
	el, err := canonicalTree(octets, scope)
	switch {
	case err != nil && err != errLarge:
		return nil, err
	case err == errLarge || !suits(el, m):
		return c14n.Append(nil, octets, scope, m)
	}
	return canonicalizer(m).Canonicalize(el)
}

// canonicalTree makes the tree of which goxmldsig makes the canonical form, or gives errLarge. Comments are not
// even in it: goxmldsig takes them out one by one, and each time moves all that stand behind.
func canonicalTree(octets []byte, scope xmltok.Scope) (*etree.Element, error) {
	return sapling{room: largestTree, bindings: true}.grow(octets, scope)
}

// largestTree bounds what goxmldsig is given, in nodes, with the bindings in force at each element, of which
// it makes two maps: an answer of 7,000 quakes has 100,000. A tree takes up to 1.7 KB for the four octets
// of <a/>, so that 16 MB of them took 15 s and 4 GB (AMD EPYC, December 2026).
const largestTree = 1 << 17

func canonicalizer(m c14n.Method) dsig.Canonicalizer {
	return dsig.MakeC14N10ExclusiveCanonicalizerWithPrefixList(strings.Join(m.Prefixes, " "))
}

// suits reports whether goxmldsig's exclusive canonicalizer is right about an element. It is not where
//   - the PrefixList names #default, which it passes over, or something with a blank that is none of XML's,
//     such as a form feed, at which it splits;
//   - a declaration xmlns="" stands, which it repeats where no default namespace is in force;
//   - a namespace URI is relative, which it takes;
//   - two attributes of one element have different prefixes, which it orders by local name before URI.
//
// Its inclusive canonicalizer besides loses xml:* attributes and xmlns="", and is not used.
func suits(el *etree.Element, m c14n.Method) bool {
	for _, p := range m.Prefixes {
		if p == "#default" || strings.ContainsFunc(p, unicode.IsSpace) {
			return false
		}
	}
	return suitsAll(el)
}

func suitsAll(el *etree.Element) bool {
	prefix := ""
	for _, a := range el.Attr {
		if _, ok := declaration(a); ok {
			if !absolute(a.Value) {
				return false
			}
			continue
		}
		if a.Space == "" {
			continue
		}
		if prefix != "" && prefix != a.Space {
			return false
		}
		prefix = a.Space
	}
	for _, c := range el.Child {
		if c, ok := c.(*etree.Element); ok && !suitsAll(c) {
			return false
		}
	}
	return true
}

// absolute reports whether a URI begins with a scheme (RFC 3986 section 3.1).
func absolute(uri string) bool {
	scheme, _, ok := strings.Cut(uri, ":")
	for i, r := range scheme {
		letter := 'a' <= r|0x20 && r|0x20 <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", r)) {
			return false
		}
	}
	return ok && scheme != ""
}

// own gives the canonical form of an element that we made and that stands in its tree. A copy takes the
// declarations of the elements around along, and the canonicalizer may change it.
func own(el *etree.Element) ([]byte, error) {
	c := el.Copy()
	for p := el.Parent(); p != nil; p = p.Parent() {
		for _, a := range p.Attr {
			if prefix, ok := declaration(a); ok && !declares(c, prefix) {
				declare(c, prefix, a.Value)
			}
		}
	}
	return canonicalizer(exclusive()).Canonicalize(c)
}
