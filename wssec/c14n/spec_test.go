package c14n

import (
	"errors"
	"testing"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// Short names of the methods, for tables.
var (
	exclusive         = Method{Algorithm: wssec.ExclusiveC14N}
	exclusiveComments = Method{Algorithm: wssec.ExclusiveC14NWithComments}
	inclusive         = Method{Algorithm: wssec.InclusiveC14N}
	inclusiveComments = Method{Algorithm: wssec.InclusiveC14NWithComments}
	second            = Method{Algorithm: wssec.InclusiveC14N11}
)

func listing(prefixes ...string) Method { return Method{wssec.ExclusiveC14N, prefixes} }

// TestDocuments has the examples of section 3 of Canonical XML 1.0, without their document types, and what
// its section 2.3 says of each kind of node.
func TestDocuments(t *testing.T) {
	for _, c := range []struct {
		name, source string
		m            Method
		want         string
	}{
		{"3.1, without comments", "<?xml version=\"1.0\"?>\n\n<?xml-stylesheet   href=\"doc.xsl\"\n   type=\"text/xsl\"   ?>\n\n<doc>Hello, world!<!-- Comment 1 --></doc>\n\n<?pi-without-data     ?>\n\n<!-- Comment 2 -->\n\n<!-- Comment 3 -->\n",
			inclusive, "<?xml-stylesheet href=\"doc.xsl\"\n   type=\"text/xsl\"   ?>\n<doc>Hello, world!</doc>\n<?pi-without-data?>"},
		{"3.1, with comments", "<?xml version=\"1.0\"?>\n\n<?xml-stylesheet   href=\"doc.xsl\"\n   type=\"text/xsl\"   ?>\n\n<doc>Hello, world!<!-- Comment 1 --></doc>\n\n<?pi-without-data     ?>\n\n<!-- Comment 2 -->\n\n<!-- Comment 3 -->\n",
			inclusiveComments, "<?xml-stylesheet href=\"doc.xsl\"\n   type=\"text/xsl\"   ?>\n<doc>Hello, world!<!-- Comment 1 --></doc>\n<?pi-without-data?>\n<!-- Comment 2 -->\n<!-- Comment 3 -->"},
		{"3.2", "<doc>\n   <clean>   </clean>\n   <dirty>   A   B   </dirty>\n</doc>\n",
			inclusive, "<doc>\n   <clean>   </clean>\n   <dirty>   A   B   </dirty>\n</doc>"},
		{"3.3, tags", "<doc><e1   /><e2   ></e2><e3   name = \"elem3\"   id=\"elem3\"   /><e4   name=\"elem4\"   id=\"elem4\"   ></e4></doc>",
			inclusive, "<doc><e1></e1><e2></e2><e3 id=\"elem3\" name=\"elem3\"></e3><e4 id=\"elem4\" name=\"elem4\"></e4></doc>"},
		{"3.3, order", "<e5 a:attr=\"out\" b:attr=\"sorted\" attr2=\"all\" attr=\"I'm\"\n  xmlns:b=\"http://www.ietf.org\"\n  xmlns:a=\"http://www.w3.org\"\n  xmlns=\"http://example.org\"/>",
			inclusive, "<e5 xmlns=\"http://example.org\" xmlns:a=\"http://www.w3.org\" xmlns:b=\"http://www.ietf.org\" attr=\"I'm\" attr2=\"all\" b:attr=\"sorted\" a:attr=\"out\"></e5>"},
		{"3.3, superfluous declarations", "<e6 xmlns=\"\" xmlns:a=\"http://www.w3.org\"><e7 xmlns=\"http://www.ietf.org\"><e8 xmlns=\"\" xmlns:a=\"http://www.w3.org\"><e9 xmlns=\"\" xmlns:a=\"http://www.ietf.org\"/></e8></e7></e6>",
			inclusive, "<e6 xmlns:a=\"http://www.w3.org\"><e7 xmlns=\"http://www.ietf.org\"><e8 xmlns=\"\"><e9 xmlns:a=\"http://www.ietf.org\"></e9></e8></e7></e6>"},
		{"3.4, text", "<text>First line&#x0d;&#10;Second line</text>",
			inclusive, "<text>First line&#xD;\nSecond line</text>"},
		{"3.4, CDATA", "<compute><![CDATA[value>\"0\" && value<\"10\" ?\"valid\":\"error\"]]></compute>",
			inclusive, "<compute>value&gt;\"0\" &amp;&amp; value&lt;\"10\" ?\"valid\":\"error\"</compute>"},
		{"3.4, attribute", "<compute expr='value>\"0\" &amp;&amp; value&lt;\"10\" ?\"valid\":\"error\"'>valid</compute>",
			inclusive, "<compute expr=\"value>&quot;0&quot; &amp;&amp; value&lt;&quot;10&quot; ?&quot;valid&quot;:&quot;error&quot;\">valid</compute>"},
		{"3.4, blanks", "<norm attr=' &apos;   &#x20;&#13;&#xa;&#9;   &apos; '/>",
			inclusive, "<norm attr=\" '    &#xD;&#xA;&#x9;   ' \"></norm>"},
		{"3.6", "<doc>&#169;</doc>", inclusive, "<doc>\u00a9</doc>"},

		{"line ends before and behind", "<!--a--><?b?><r/><?c?><!--d-->", exclusiveComments, "<!--a-->\n<?b?>\n<r></r>\n<?c?>\n<!--d-->"},
		{"CR in comments and instructions", "<r><!--a\r\nb\r--><?p\rc\r\n?></r>", exclusiveComments, "<r><!--a\nb\n--><?p c\n?></r>"},
		{"a mark of the encoding", "\ufeff<r/>", exclusive, "<r></r>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := AppendDocument([]byte("kept"), []byte(c.source), c.m)
			if err != nil || string(got) != "kept"+c.want {
				t.Errorf("%q\ngives %q\nwant  %q\n%v", c.source, got, "kept"+c.want, err)
			}
		})
	}
}

// TestElements has elements within documents: the one with the attribute Id="x". The examples of the
// specifications are adapted to that.
func TestElements(t *testing.T) {
	const n1 = `<n1:elem2 xmlns:n1="http://example.net" xml:lang="en" Id="x"><n3:stuff xmlns:n3="ftp://example.org"/></n1:elem2>`
	for _, c := range []struct {
		name, document string
		m              Method
		want           string
	}{
		// Exclusive XML Canonicalization, section 2.1: an element that moves to another context
		{"2.1, inclusive, at home", `<n0:local xmlns:n0="foo:bar" xmlns:n3="ftp://example.org">` + n1 + `</n0:local>`, inclusive,
			`<n1:elem2 xmlns:n0="foo:bar" xmlns:n1="http://example.net" xmlns:n3="ftp://example.org" Id="x" xml:lang="en"><n3:stuff></n3:stuff></n1:elem2>`},
		{"2.1, inclusive, abroad", `<n2:pdu xmlns:n1="http://example.com" xmlns:n2="http://foo.example" xml:lang="fr" xml:space="preserve">` + n1 + `</n2:pdu>`, inclusive,
			`<n1:elem2 xmlns:n1="http://example.net" xmlns:n2="http://foo.example" Id="x" xml:lang="en" xml:space="preserve"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>`},
		{"2.2, exclusive, at home", `<n0:local xmlns:n0="foo:bar" xmlns:n3="ftp://example.org">` + n1 + `</n0:local>`, exclusive,
			`<n1:elem2 xmlns:n1="http://example.net" Id="x" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>`},
		{"2.2, exclusive, abroad", `<n2:pdu xmlns:n1="http://example.com" xmlns:n2="http://foo.example" xml:lang="fr" xml:space="preserve">` + n1 + `</n2:pdu>`, exclusive,
			`<n1:elem2 xmlns:n1="http://example.net" Id="x" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>`},

		// 3: where a binding is rendered
		{"siblings each", `<r xmlns:p="urn:u"><a Id="x"><p:b/><p:c><p:d/></p:c></a></r>`, exclusive,
			`<a Id="x"><p:b xmlns:p="urn:u"></p:b><p:c xmlns:p="urn:u"><p:d></p:d></p:c></a>`},
		{"by an attribute alone", `<r xmlns:p="urn:u"><a Id="x" p:b=""><p:b/></a></r>`, exclusive,
			`<a xmlns:p="urn:u" Id="x" p:b=""><p:b></p:b></a>`},
		{"not by a QName in content", `<r xmlns:p="urn:u"><a Id="x" t="p:b">p:c</a></r>`, exclusive,
			`<a Id="x" t="p:b">p:c</a>`},
		{"again within", `<r><p:a xmlns:p="urn:u" Id="x"><b><p:c xmlns:p="urn:u"/></b></p:a></r>`, exclusive,
			`<p:a xmlns:p="urn:u" Id="x"><b><p:c></p:c></b></p:a>`},
		{"declared and not used, then used", `<r><a xmlns:p="urn:u" Id="x"><b/><p:c/></a></r>`, exclusive,
			`<a Id="x"><b></b><p:c xmlns:p="urn:u"></p:c></a>`},
		{"another meaning between", `<r xmlns:p="urn:u"><p:a Id="x"><p:b xmlns:p="urn:v"><c xmlns:p="urn:u"><p:d/></c></p:b></p:a></r>`, exclusive,
			`<p:a xmlns:p="urn:u" Id="x"><p:b xmlns:p="urn:v"><c><p:d xmlns:p="urn:u"></p:d></c></p:b></p:a>`},
		{"default, ended and begun", `<r xmlns="urn:d"><a xmlns="" Id="x"><b xmlns="urn:d"><c xmlns=""/></b></a></r>`, exclusive,
			`<a Id="x"><b xmlns="urn:d"><c xmlns=""></c></b></a>`},
		{"default, ended where it was never rendered", `<r xmlns="urn:d"><p:a xmlns:p="urn:u" Id="x"><b xmlns=""/></p:a></r>`, exclusive,
			`<p:a xmlns:p="urn:u" Id="x"><b></b></p:a>`},
		{"default, ended unseen between", `<r><a xmlns="urn:d" Id="x"><p:b xmlns="" xmlns:p="urn:u"><c xmlns="urn:d"/><d/></p:b></a></r>`, exclusive,
			`<a xmlns="urn:d" Id="x"><p:b xmlns:p="urn:u"><c></c><d xmlns=""></d></p:b></a>`},
		{"xml is never rendered", `<r><a xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:lang="en" Id="x"/></r>`, exclusive,
			`<a Id="x" xml:lang="en"></a>`},
		{"sorted by prefix", `<r xmlns:b="urn:1" xmlns:a="urn:2" xmlns="urn:3" xmlns:B="urn:4"><a b:i="" a:i="" B:i="" Id="x"/></r>`, exclusive,
			`<a xmlns="urn:3" xmlns:B="urn:4" xmlns:a="urn:2" xmlns:b="urn:1" Id="x" b:i="" a:i="" B:i=""></a>`},
		{"a URI is escaped", `<r xmlns:p="urn:a&amp;&quot;&lt;b>"><p:a Id="x"/></r>`, exclusive,
			`<p:a xmlns:p="urn:a&amp;&quot;&lt;b>" Id="x"></p:a>`},

		// 3: the prefix list
		{"listed, not used", `<r xmlns:p="urn:u" xmlns:q="urn:v"><a Id="x"><b/></a></r>`, listing("p"), `<a xmlns:p="urn:u" Id="x"><b></b></a>`},
		{"listed, changed within, not used", `<r xmlns:p="urn:u"><a Id="x"><b xmlns:p="urn:v"><c xmlns:p="urn:v"/></b></a></r>`, listing("p"),
			`<a xmlns:p="urn:u" Id="x"><b xmlns:p="urn:v"><c></c></b></a>`},
		{"listed, declared within", `<r><a Id="x"><b xmlns:p="urn:v"/></a></r>`, listing("p"), `<a Id="x"><b xmlns:p="urn:v"></b></a>`},
		{"default listed", `<r xmlns="urn:d"><p:a xmlns:p="urn:u" Id="x"><p:b xmlns=""><p:c xmlns="urn:d"/></p:b></p:a></r>`, listing("#default"),
			`<p:a xmlns="urn:d" xmlns:p="urn:u" Id="x"><p:b xmlns=""><p:c xmlns="urn:d"></p:c></p:b></p:a>`},
		{"default listed, none there", `<r><p:a xmlns:p="urn:u" Id="x"/></r>`, listing("#default"), `<p:a xmlns:p="urn:u" Id="x"></p:a>`},
		{"listed and used and twice", `<r xmlns:p="urn:u"><p:a Id="x"/></r>`, listing("p", "p", "xml", "xmlns", "nope", ""), `<p:a xmlns:p="urn:u" Id="x"></p:a>`},
		{"a list is for exclusive alone", `<r xmlns:p="urn:u" xmlns:q="urn:v"><a Id="x"/></r>`, Method{wssec.InclusiveC14N, []string{"p"}}, `<a xmlns:p="urn:u" xmlns:q="urn:v" Id="x"></a>`},

		// Canonical XML 1.0, section 2.4: attributes of xml
		{"inherited", `<r xml:lang="en" xml:space="default" xml:id="i" xml:foo="f"><s xml:lang="fr"><a Id="x" xml:space="preserve"/></s></r>`, inclusive,
			`<a Id="x" xml:foo="f" xml:id="i" xml:lang="fr" xml:space="preserve"></a>`},
		{"inherited, in order", `<r xml:lang="en"><a xmlns:p="urn:u" xmlns:g="ftp:g" p:b="" g:b="" Id="x"/></r>`, inclusive,
			`<a xmlns:g="ftp:g" xmlns:p="urn:u" Id="x" g:b="" xml:lang="en" p:b=""></a>`},
		{"inherited by the apex alone", `<r xml:lang="e&quot;n"><a Id="x"><b/></a></r>`, inclusive, `<a Id="x" xml:lang="e&quot;n"><b></b></a>`},
		// 1.1, section 2.4
		{"inherited in 1.1", `<r xml:lang="en" xml:id="i" xml:foo="f"><a Id="x" xml:space="preserve"/></r>`, second,
			`<a Id="x" xml:lang="en" xml:space="preserve"></a>`},
		{"base alone", `<r><a Id="x" xml:base="a/../b"/></r>`, second, `<a Id="x" xml:base="a/../b"></a>`},
		{"base joined", `<r xml:base="http://e.org/1/2"><s xml:base="3/"><a Id="x" xml:base="../4"/></s></r>`, second, `<a Id="x" xml:base="http://e.org/1/4"></a>`},
		{"base inherited", `<r xml:base="1/2"><s xml:base="3/"><a Id="x"/></s></r>`, second, `<a Id="x" xml:base="1/3/"></a>`},
		{"base joined to nothing", `<r xml:base="1/"><a Id="x" xml:base=".."/></r>`, second, `<a Id="x"></a>`},
		{"base as it is in 1.0", `<r xml:base="1/2"><s xml:base="3/"><a Id="x"/></s></r>`, inclusive, `<a Id="x" xml:base="3/"></a>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parts(t, c.document, withID)[0]
			got, err := Append([]byte("kept"), p.element, p.scope, c.m)
			if err != nil || string(got) != "kept"+c.want {
				t.Errorf("%s\ngives %s\nwant  %s\n%v", c.document, got, "kept"+c.want, err)
			}
		})
	}
}

// TestJoin has the join of section 2.4 of Canonical XML 1.1, and from its appendix A what it makes of dots.
func TestJoin(t *testing.T) {
	for _, c := range []struct{ base, reference, want string }{
		{"abc/", "../", ""}, {"../", "../", "../../"}, {"..", "..", "../../"},
		{"http://h/a/b?q", "c", "http://h/a/c"}, {"http://h", "c", "http://h/c"}, {"http://h/a", "//i/b", "http://i/b"},
		{"http://h/a", "/b", "http://h/b"}, {"http://h/a", "x:b", "x:b"}, {"a?q", "", "a?q"}, {"a?q", "?r", "a?r"}, {"a/b", "c?r", "a/c?r"},
		{"a", "b#f", "b"}, {"a", "", "a"},
	} {
		if got := join(c.base, c.reference); got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.base, c.reference, got, c.want)
		}
	}
	for path, want := range map[string]string{
		"no/.././/pseudo-netpath/seg/file.ext": "pseudo-netpath/seg/file.ext",
		"no/../yes/no/..":                      "yes/",
		"../../no/../..":                       "../../../",
		"no/..":                                "",
		"/a/b/c/./../../g":                     "/a/g",
		"../../..":                             "../../../",
		"./.":                                  "",
		"//no/..":                              "/",
		"yes/no/no/no/../../../yes/":           "yes/yes/",
		"/yes/no/../":                          "/yes/",
	} {
		if got := tidyPath(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

func TestPrefixes(t *testing.T) {
	for list, want := range map[string]int{"": 0, " \t": 0, "a": 1, " a\n\tb\r#default  a ": 4} {
		if got := Prefixes(list); len(got) != want {
			t.Errorf("%q: %q", list, got)
		}
	}
}

// TestRefused has what has no canonical form.
func TestRefused(t *testing.T) {
	var relative *NamespaceError
	for _, uri := range []string{"ns", "../x", "/x", "#x", "?x", "1:x", ":x", "//h/x", "a b", "é:x"} {
		for _, element := range []string{`<a xmlns="` + uri + `"/>`, `<a xmlns:p="` + uri + `"/>`, `<a><b xmlns:p="` + uri + `"/></a>`} {
			for _, m := range []Method{exclusive, inclusive, second} {
				if _, err := Append(nil, []byte(element), xmltok.Scope{}, m); !errors.As(err, &relative) || relative.URI != uri {
					t.Errorf("%s %s: %v", m.Algorithm, element, err)
				}
			}
		}
	}
	around := xmltok.Scope{Bindings: []xmltok.Binding{{Prefix: "p", URI: "ns"}}}
	if _, err := Append(nil, []byte("<p:a/>"), around, exclusive); !errors.As(err, &relative) {
		t.Errorf("around the element, used: %v", err)
	}
	if _, err := Append(nil, []byte("<a/>"), around, exclusive); err != nil {
		t.Errorf("around the element, not rendered: %v", err)
	}
	for _, uri := range []string{"urn:x", "a:", "A+-.9:x", "http://h"} {
		if _, err := Append(nil, []byte(`<a xmlns="`+uri+`"/>`), xmltok.Scope{}, exclusive); err != nil {
			t.Error(err)
		}
	}

	for element, want := range map[string]string{
		"":           "c14n: element: begins with EOF: give the bytes of one element alone",
		"x":          "c14n: element: begins with Text: give the bytes of one element alone",
		" <a/>":      "c14n: element: begins with Text: give the bytes of one element alone",
		"<a/><b/>":   "c14n: element: followed by Start: give the bytes of one element alone",
		"<a/> ":      "c14n: element: followed by Text: give the bytes of one element alone",
		"<a>":        "xmltok: line 1, column 4: <a> has no end tag: close it, or send the whole document",
		"<a/></a>":   "xmltok: line 1, column 5: an end tag without its start tag: remove it",
		"<a b=''b>":  "xmltok: line 1, column 8: no space between two attributes: put one",
		"<p:a/>":     "xmltok: line 1, column 2: the prefix p is not declared: declare it with xmlns:p",
		"<!DOCTYPE>": "xmltok: line 1, column 1: a DOCTYPE: remove it: document types are refused",
	} {
		dst, err := Append([]byte("kept"), []byte(element), xmltok.Scope{}, exclusive)
		if err == nil || err.Error() != want || string(dst) != "kept" {
			t.Errorf("%s: %v\nwant %s", element, err, want)
		}
	}
	const md5 = "http://www.w3.org/2001/04/xmldsig-more#md5"
	if _, err := Append(nil, []byte("<a/>"), xmltok.Scope{}, Method{Algorithm: md5}); err == nil || Supports(md5) {
		t.Error("MD5 is taken for a canonicalization")
	}
}
