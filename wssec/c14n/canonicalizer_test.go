package c14n

import (
	"strings"
	"testing"

	"seismark/wssec/xmltok"
)

// TestSame has elements that are in canonical form, and such that are not for one reason each.
func TestSame(t *testing.T) {
	const around = `<r xmlns:p="urn:u" xmlns="urn:d" xml:lang="en">`
	for _, c := range []struct {
		element string
		m       Method
		want    bool
	}{
		{`<a xmlns="urn:d"></a>`, exclusive, true},
		{`<a></a>`, exclusive, false}, // needs its namespace
		{`<a xmlns="urn:d"/>`, exclusive, false},
		{`<a xmlns="urn:d" ></a>`, exclusive, false},
		{`<a xmlns="urn:d"></a >`, exclusive, false},
		{`<a  xmlns="urn:d"></a>`, exclusive, false},
		{`<a xmlns='urn:d'></a>`, exclusive, false},
		{`<a xmlns = "urn:d"></a>`, exclusive, false},
		{`<a xmlns="urn:&#100;"></a>`, exclusive, false},
		{`<a xmlns=""></a>`, exclusive, false}, // superfluous
		{`<p:a xmlns:p="urn:u"></p:a>`, exclusive, true},
		{`<p:a xmlns="urn:d" xmlns:p="urn:u"></p:a>`, exclusive, false},
		{`<p:a xmlns="urn:d" xmlns:p="urn:u"></p:a>`, listing("#default"), true},
		{`<p:a xmlns:p="urn:u" xmlns="urn:d"></p:a>`, listing("#default"), false}, // out of order
		{`<p:a xmlns:p="urn:u"></p:a>`, listing("#default"), false},
		{`<p:a xmlns="urn:d" xmlns:p="urn:u" xml:lang="en"></p:a>`, inclusive, true},
		{`<p:a xmlns="urn:d" xmlns:p="urn:u"></p:a>`, inclusive, false},
		{`<p:a xmlns:p="urn:u" xml:lang="en"></p:a>`, inclusive, false},
		{`<p:a xmlns:p="urn:u"><b xmlns="urn:d"></b><b xmlns="urn:d"></b></p:a>`, exclusive, true},
		{`<p:a xmlns:p="urn:u"><b></b></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u"><p:b xmlns:p="urn:u"></p:b></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u"><p:b xmlns:p="urn:v"></p:b></p:a>`, exclusive, true},
		{`<p:a xmlns:p="urn:u"><q:b xmlns:q="urn:v" p:c="" q:c=""></q:b></p:a>`, exclusive, true},
		{`<p:a xmlns:p="urn:u"><q:b xmlns:q="urn:v" q:c="" p:c=""></q:b></p:a>`, exclusive, false}, // attributes out of order
		{`<p:a xmlns:p="urn:u"><q:b p:c="" xmlns:q="urn:v"></q:b></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u" b="" c=""></p:a>`, exclusive, true},
		{`<p:a xmlns:p="urn:u" c="" b=""></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u" b="&lt;&amp;&quot;&#x9;&#xA;&#xD;>'"></p:a>`, exclusive, true},
		{`<p:a xmlns:p="urn:u" b="&gt;"></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u" b="&apos;"></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u" b="&#x0A;"></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u" b="&#xa;"></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u" b="&#10;"></p:a>`, exclusive, false},
		{"<p:a xmlns:p=\"urn:u\" b=\"\t\"></p:a>", exclusive, false},
		{"<p:a xmlns:p=\"urn:u\">\t\n &lt;&amp;&gt;&#xD;'\"\u00e9]]</p:a>", exclusive, true},
		{`<p:a xmlns:p="urn:u">></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u">&quot;</p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u">&#38;</p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u">&#x9;</p:a>`, exclusive, false},
		{"<p:a xmlns:p=\"urn:u\">\r\n</p:a>", exclusive, false},
		{`<p:a xmlns:p="urn:u"><![CDATA[x]]></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u"><![CDATA[]]></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u"><!--c--></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u"><!--c--></p:a>`, exclusiveComments, true},
		{"<p:a xmlns:p=\"urn:u\"><!--\r--></p:a>", exclusiveComments, false},
		{`<p:a xmlns:p="urn:u"><?p d ?><?q?></p:a>`, exclusive, true},
		{`<p:a xmlns:p="urn:u"><?q ?></p:a>`, exclusive, false},
		{`<p:a xmlns:p="urn:u"><?p  d?></p:a>`, exclusive, false},
	} {
		p := parts(t, around+c.element+"</r>", func(k *xmltok.Tokenizer) bool { return k.Depth() == 2 })[0]
		got, err := IsCanonical(p.element, p.scope, c.m)
		if err != nil || got != c.want {
			t.Errorf("%s %s: %v, want %v: %v", c.m.Algorithm, c.element, got, c.want, err)
		}
	}
}

// TestBeside canonicalizes two elements of one document while it is read, which leaves the source itself
// where that is canonical.
func TestBeside(t *testing.T) {
	source := []byte(`<r xmlns:p="urn:u"><p:a xmlns:p="urn:u">1<b></b></p:a><p:a>2<b/>&gt;</p:a></r>`)
	var k xmltok.Tokenizer
	var c Canonicalizer
	k.Reset(source)
	k.Next()
	for _, want := range []struct {
		form string
		same bool
	}{
		{`<p:a xmlns:p="urn:u">1<b></b></p:a>`, true},
		{`<p:a xmlns:p="urn:u">2<b></b>&gt;</p:a>`, false},
	} {
		k.Next()
		from, _ := k.Span()
		if err := c.Begin(&k, exclusive); err != nil {
			t.Fatal(err)
		}
		for !c.Done() {
			kind, err := k.Next()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Add(kind); err != nil {
				t.Fatal(err)
			}
		}
		form := c.Form()
		if string(form) != want.form || c.Same() != want.same || c.Same() != (&form[0] == &source[from]) {
			t.Errorf("%s, same %v; want %s, %v", form, c.Same(), want.form, want.same)
		}
	}
}

// TestDifferent has documents in groups: those of a group mean the same and have one canonical form, which
// no other group has.
func TestDifferent(t *testing.T) {
	groups := [][]string{
		{`<a/>`, `<a></a>`, `<a ></a >`, `<a xmlns=""/>`, `<a xmlns:p="urn:u"/>`, `<a><!--c--></a>`, `<a><![CDATA[]]></a>`},
		{`<a> </a>`, `<a>&#32;</a>`, `<a><![CDATA[ ]]></a>`},
		{"<a>\n</a>", "<a>\r\n</a>", "<a>\r</a>", "<a>&#10;</a>"},
		{"<a>&#13;</a>", "<a>&#xd;</a>"},
		{"<a>&#13;&#10;</a>", "<a>&#13;\n</a>"},
		{`<b/>`}, {`<a><b/></a>`, `<a><b></b></a>`}, {`<a>b</a>`}, {`<a><?b?></a>`, `<a><?b ?></a>`}, {`<a><?b c?></a>`}, {`<a>&lt;b/></a>`, `<a><![CDATA[<b/>]]></a>`},
		{`<a b=""/>`, `<a b=''/>`}, {`<a b=" "/>`, "<a b='\n'/>", "<a b='\t'/>", "<a b='\r\n'/>"}, {`<a b="  "/>`, "<a b='\n\r'/>"},
		{`<a b="&#10;"/>`}, {`<a b="&#9;"/>`}, {`<a b="&#13;"/>`}, {`<a b="&#13;&#10;"/>`}, {`<a c=""/>`},
		{`<a b="" c="d"/>`, `<a c="d" b=""/>`}, {`<a b="d" c=""/>`}, {`<a b='" c="d'/>`}, {`<a b="&amp;quot; c=&amp;quot;d"/>`},
		{`<a xmlns="urn:u"/>`, `<a xmlns='urn:&#117;'/>`}, {`<p:a xmlns:p="urn:u"/>`}, {`<q:a xmlns:q="urn:u"/>`}, {`<p:a xmlns:p="urn:v"/>`},
		{`<a xmlns="urn:u"><b/></a>`, `<a xmlns="urn:u"><b xmlns="urn:u"/></a>`}, {`<a xmlns="urn:u"><b xmlns=""/></a>`}, {`<a><b xmlns="urn:u"/></a>`},
		{`<n>not-admin</n>`, `<n>not-<!--x-->admin</n>`, `<n>not-<![CDATA[admin]]></n>`}, {`<n><?p not-?>admin</n>`}, {`<n>admin</n>`},
		{`<a>&amp;lt;</a>`}, {`<a>&lt;</a>`}, {`<a>&amp;#13;</a>`}, {`<a>]]&gt;</a>`, `<a><![CDATA[]]]]><![CDATA[>]]></a>`},
		{"<a>\u00e9</a>", "<a>&#xe9;</a>"}, {"<a>e\u0301</a>"}, // characters are not composed
	}
	seen := map[string]string{}
	for i, group := range groups {
		for _, source := range group {
			form := string(must(AppendDocument(nil, []byte(source), exclusive)))
			first := string(must(AppendDocument(nil, []byte(group[0]), exclusive)))
			if form != first {
				t.Errorf("%q has the form %q, %q has %q", source, form, group[0], first)
			}
			if other, ok := seen[form]; ok {
				t.Errorf("%q and %q have one form, %q", source, other, form)
			}
		}
		seen[string(must(AppendDocument(nil, []byte(groups[i][0]), exclusive)))] = groups[i][0]
	}
}

// TestMany has elements past what is searched one by one, and deeper than any recursion would like.
func TestMany(t *testing.T) {
	const n = 20000
	deep := strings.Repeat(`<p:a xmlns:p="urn:u">`, n) + strings.Repeat("</p:a>", n)
	form := must(Append(nil, []byte(deep), xmltok.Scope{}, exclusive))
	if want := `<p:a xmlns:p="urn:u">` + strings.Repeat("<p:a>", n-1) + strings.Repeat("</p:a>", n); string(form) != want {
		t.Errorf("nested: %d bytes, want %d", len(form), len(want))
	}
	listed := listing(strings.Fields(strings.Repeat("nope ", n) + "p")...)
	wide := `<a xmlns:p="urn:u">` + strings.Repeat("<b></b>", n) + "</a>"
	if same, err := IsCanonical([]byte(wide), xmltok.Scope{}, listed); !same {
		t.Errorf("with a long list of prefixes: %v", err)
	}
}

func TestAllocations(t *testing.T) {
	source := []byte(`<r xmlns:p="urn:u"><p:a xmlns:p="urn:u" b="1" p:c="2">` + strings.Repeat(`<b d="1" e="2">x</b>`, 50) + `</p:a></r>`)
	var k xmltok.Tokenizer
	var c Canonicalizer
	allocs := testing.AllocsPerRun(20, func() {
		k.Reset(source)
		k.Next()
		k.Next()
		c.Begin(&k, exclusive)
		for !c.Done() {
			kind, err := k.Next()
			if err != nil {
				t.Fatal(err)
			}
			c.Add(kind)
		}
	})
	if allocs > 0 || !c.Same() {
		t.Errorf("%v allocations for an element in canonical form: %v", allocs, c.Same())
	}
}
