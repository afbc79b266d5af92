package xmltok

import (
	"reflect"
	"testing"
)

// TestScope asks for scopes at a Start, a Text and an End.
func TestScope(t *testing.T) {
	var k Tokenizer
	k.Reset([]byte(`<a xmlns="d" xmlns:p="u" xml:lang="en"><b xmlns="" xmlns:p="v" xmlns:q="w" xml:base="x&amp;">t</b></a>`))
	outer := Scope{
		Bindings: []Binding{{"", "d"}, {"p", "u"}},
		XML:      []XMLAttr{{"lang", "en"}},
	}
	inner := Scope{
		Bindings: []Binding{{"p", "v"}, {"q", "w"}},
		XML:      []XMLAttr{{"lang", "en"}, {"base", "x&"}},
	}
	for _, want := range []struct {
		kind          Kind
		outer, within Scope
	}{
		{Start, Scope{}, outer}, {Start, outer, inner}, {Text, outer, inner}, {End, outer, inner}, {End, Scope{}, outer},
	} {
		kind, err := k.Next()
		if err != nil || kind != want.kind {
			t.Fatal(kind, err)
		}
		if got := k.Outer(); !same(got, want.outer) {
			t.Errorf("at %v of %s: around it %v, want %v", kind, k.Name().Local, got, want.outer)
		}
		if got := k.Scope(); !same(got, want.within) {
			t.Errorf("at %v of %s: in it %v, want %v", kind, k.Name().Local, got, want.within)
		}
	}
	k.Next()
	if got := k.Scope(); !same(got, Scope{}) {
		t.Errorf("at the end: %v", got)
	}
}

// TestScopeOfSiblings reads siblings of one shape within elements of different xml:* attributes.
func TestScopeOfSiblings(t *testing.T) {
	var k Tokenizer
	k.Reset([]byte(`<r><s xml:lang="en"><a b="1"/><a b="2"/></s><s><a b="3"/><a b="4"/></s><s xml:lang="fr"><a b="5"/></s></r>`))
	got := ""
	for kind := Text; kind != EOF; {
		var err error
		if kind, err = k.Next(); err != nil {
			t.Fatal(err)
		}
		if a := k.Attr("", "b"); a != nil {
			got += string(a.Raw)
			for _, x := range k.Outer().XML {
				got += x.Value
			}
		}
	}
	if want := "1en2en345fr"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func same(a, b Scope) bool {
	return len(a.Bindings) == len(b.Bindings) && len(a.XML) == len(b.XML) &&
		(len(a.Bindings) == 0 || reflect.DeepEqual(a.Bindings, b.Bindings)) &&
		(len(a.XML) == 0 || reflect.DeepEqual(a.XML, b.XML))
}

// TestFragment reads content in a scope: several elements, and text beside them.
func TestFragment(t *testing.T) {
	scope := Scope{Bindings: []Binding{{"", "d"}, {"p", "u"}}, XML: []XMLAttr{{"lang", "en"}}}
	for source, want := range map[string]string{
		"":                   "",
		" ":                  "Text \" \"",
		"x":                  "Text \"x\"",
		"<![CDATA[x]]>":      "CDATA~ \"x\"",
		"<a/><p:b></p:b>x":   "Start1 {d}a\nEnd~1 {d}a\nStart1 {u}p:b\nEnd1 {u}p:b\nText \"x\"",
		`<p:b xmlns:p="v"/>`: "Start1 {v}p:b xmlns:p=\"v\"\nEnd~1 {v}p:b",
		`<a xmlns=""/>`:      "Start1 a xmlns:=\"\"\nEnd~1 a",
		"\ufeff":             "Text \"\\ufeff\"", // no mark of the encoding, but a character
	} {
		var k Tokenizer
		k.ResetFragment([]byte(source), scope)
		if got := show(&k); got != want {
			t.Errorf("%q gives\n%s\nwant\n%s", source, got, want)
		}
		if got := k.Scope(); !same(got, scope) {
			t.Errorf("%q leaves %v", source, got)
		}
	}
	if uri, ok := scope.Lookup("p"); uri != "u" || !ok {
		t.Error(uri, ok)
	}
	if uri, ok := scope.Lookup("q"); ok {
		t.Error(uri)
	}
}

// TestScopeIsACopy keeps a scope while the tokenizer goes on and the source is overwritten.
func TestScopeIsACopy(t *testing.T) {
	source := []byte(`<a xmlns:p="u" xml:lang="en"><b xmlns:p="v"/></a>`)
	var k Tokenizer
	k.Reset(source)
	k.Next()
	s := k.Scope()
	show(&k)
	clear(source)
	k.Reset([]byte(`<a xmlns:x="y" xml:space="default"/>`))
	show(&k)
	if want := (Scope{Bindings: []Binding{{"p", "u"}}, XML: []XMLAttr{{"lang", "en"}}}); !same(s, want) {
		t.Errorf("became %v", s)
	}
}

// TestBindings has the stack with few and with many prefixes.
func TestBindings(t *testing.T) {
	for _, many := range []int{0, few - 2, few, 5 * few} {
		var b Bindings
		for i := range many {
			b.Push("x"+string(rune('A'+i)), "many")
		}
		b.Push("p", "1")
		height := b.Len()
		b.Push("p", "2")
		b.Push("q", "3")
		if uri, ok := b.Lookup([]byte("p")); uri != "2" || !ok {
			t.Errorf("%d: p is %q, %v", many, uri, ok)
		}
		b.Cut(height)
		if uri, ok := b.Lookup([]byte("p")); uri != "1" || !ok {
			t.Errorf("%d: p is %q, %v", many, uri, ok)
		}
		if uri, ok := b.Lookup([]byte("q")); ok {
			t.Errorf("%d: q is %q", many, uri)
		}
		b.Push("q", "4")
		if uri, ok := b.Lookup([]byte("q")); uri != "4" || !ok {
			t.Errorf("%d: q is %q, %v", many, uri, ok)
		}
		b.Reset()
		if uri, ok := b.Lookup([]byte("p")); ok || b.Len() != 0 {
			t.Errorf("%d: p is %q", many, uri)
		}
	}
}
