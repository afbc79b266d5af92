package xmltok

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestBindingsAtRandom holds a stack against a plain list, through more prefixes than are found one by one.
func TestBindingsAtRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var b Bindings
	for range 50 {
		b.Reset()
		var list []Binding
		for range 2000 {
			if random.IntN(8) == 0 {
				n := random.IntN(len(list) + 1)
				list = list[:n]
				b.Cut(n)
			} else {
				p := Binding{strconv.Itoa(random.IntN(1 + random.IntN(60))), strconv.Itoa(random.IntN(1e6))}
				list = append(list, p)
				b.Push(p.Prefix, p.URI)
			}
			for prefix := range 60 {
				want, bound := "", false
				for _, p := range list {
					if p.Prefix == strconv.Itoa(prefix) {
						want, bound = p.URI, true
					}
				}
				if got, ok := b.Lookup([]byte(strconv.Itoa(prefix))); got != want || ok != bound {
					t.Fatalf("%d is bound to %q, %v; want %q, %v in %v", prefix, got, ok, want, bound, list)
				}
			}
		}
	}
}

// TestForgotten reads a document of very many prefixes and namespaces, of which two are in force at a time.
func TestForgotten(t *testing.T) {
	var k Tokenizer
	k.Reset([]byte(`<r xmlns="urn:r">` + numbered(20000, `<p%:a xmlns:p%="urn:%" p%:b=""/>`) + "</r>"))
	for {
		kind, err := k.Next()
		if err != nil {
			t.Fatal(err)
		}
		if kind == EOF {
			break
		}
		if kind == Start && k.Depth() == 2 {
			if n := k.Name(); n.Space != "urn:"+strings.TrimPrefix(string(n.Prefix), "p") || k.Attrs()[0].Space != n.Space {
				t.Fatalf("%s is in %s, its attribute in %s", n.Prefix, n.Space, k.Attrs()[0].Space)
			}
		}
	}
	if n := len(k.binds.prefixes); n > few+2 {
		t.Errorf("%d prefixes are kept", n)
	}
	if n := k.spaces.bytes; n > mostInterned+200 {
		t.Errorf("%d bytes of names are kept", n)
	}
}

// TestNodes counts by hand.
func TestNodes(t *testing.T) {
	var k Tokenizer
	k.Reset([]byte(`<?xml version="1.0"?><a xmlns="urn:a" xmlns:p="urn:p" b="" p:c="">text&amp;<!----><b/><![CDATA[]]><?x?></a>`))
	var each []string
	for kind := Text; kind != EOF; {
		var err error
		if kind, err = k.Next(); err != nil {
			t.Fatal(err)
		}
		each = append(each, kind.String()+" "+strconv.Itoa(k.Nodes()))
	}
	if want := "Start 5, Text 1, Comment 1, Start 1, End 0, CDATA 1, PI 1, End 0, EOF 0"; strings.Join(each, ", ") != want {
		t.Errorf("%v\nwant %s", each, want)
	}
}
