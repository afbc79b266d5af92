package dom

import (
	"strings"
	"testing"

	"github.com/beevik/etree"

	"seismark/wssec/xmltok"
)

// TestLargestTree makes the canonical form at the bound of a tree, and past it.
func TestLargestTree(t *testing.T) {
	// Each element counts, and at each the binding of xml.
	const most = largestTree/2 - 1
	for _, c := range []struct {
		elements int
		tree     bool
	}{{most, true}, {most + 1, false}, {4 * most, false}} {
		document := []byte("<x>" + strings.Repeat("<a/>", c.elements) + "</x>")
		_, err := canonicalTree(document, xmltok.Scope{})
		if err != nil && err != errLarge || (err == nil) != c.tree {
			t.Errorf("%d elements: %v", c.elements, err)
		}
		got, err := canonical(document, xmltok.Scope{}, exclusive())
		if want := "<x>" + strings.Repeat("<a></a>", c.elements) + "</x>"; err != nil || string(got) != want {
			t.Errorf("%d elements: %d octets, %v; want %d", c.elements, len(got), err, len(want))
		}
	}
}

// TestBindingsCount has many namespaces in force at every element.
func TestBindingsCount(t *testing.T) {
	var scope xmltok.Scope
	for _, p := range strings.Fields("a b c d e f g h i") { // and xml
		scope.Bindings = append(scope.Bindings, xmltok.Binding{Prefix: p, URI: "urn:" + p})
	}
	const most = largestTree/11 - 1
	for n, want := range map[int]error{most: nil, most + 1: errLarge} {
		if _, err := canonicalTree([]byte("<x>"+strings.Repeat("<y/>", n)+"</x>"), scope); err != want {
			t.Errorf("%d elements: %v, want %v", n, err, want)
		}
	}
}

// TestNoComments finds none in what goxmldsig is given, which takes a time for each that grows with their number. A
// header has them, to be refused.
func TestNoComments(t *testing.T) {
	document := []byte("<x><!-- 1 -->a<y><!-- 2 --></y><!-- 3 -->b<!-- 4 --></x>")
	for _, c := range []struct {
		parse func([]byte, xmltok.Scope) (*etree.Element, error)
		want  int
	}{{canonicalTree, 0}, {parse, 4}} {
		root, err := c.parse(document, xmltok.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		comments := 0
		for _, el := range []*etree.Element{root, root.ChildElements()[0]} {
			for _, kid := range el.Child {
				if _, ok := kid.(*etree.Comment); ok {
					comments++
				}
			}
		}
		if comments != c.want {
			t.Errorf("%d comments, want %d", comments, c.want)
		}
	}
	if got, err := canonical(document, xmltok.Scope{}, exclusive()); err != nil || string(got) != "<x>a<y></y>b</x>" {
		t.Errorf("%s, %v", got, err)
	}
}
