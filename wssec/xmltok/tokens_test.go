package xmltok

import (
	"fmt"
	"strings"
	"testing"
)

// show writes the tokens of a source, each as a line of what the API says about it:
//
//	Start {u}p:a b="1" xmlns:p="u"    names, attributes with their values, declarations
//	Text "x", CDATA "x", Comment "x", PI t "d"
//
// ~ behind the kind marks a token that is not tidy, . a text that is not plain.
func show(k *Tokenizer) string {
	var lines []string
	for {
		kind, err := k.Next()
		if err != nil {
			return err.Error()
		}
		line := kind.String()
		if kind != EOF && !k.Tidy() {
			line += "~"
		}
		switch kind {
		case EOF:
			return strings.Join(lines, "\n")
		case Start, End:
			line += fmt.Sprintf("%d %s", k.Depth(), showName(k.Name()))
			for _, a := range k.Attrs() {
				line += fmt.Sprintf(" %s=%q", showName(a.Name), a.Value())
			}
			for _, d := range k.Decls() {
				line += fmt.Sprintf(" xmlns:%s=%q", d.Prefix, d.URI)
			}
		case Text, CDATA:
			if !k.Plain() {
				line += "."
			}
			line += fmt.Sprintf(" %q", k.AppendText(nil))
		case Comment:
			line += fmt.Sprintf(" %q", k.Content())
		case PI:
			line += fmt.Sprintf(" %s %q", k.Target(), k.Content())
		}
		lines = append(lines, line)
	}
}

func showName(n Name) string {
	s := string(n.Local)
	if len(n.Prefix) > 0 {
		s = string(n.Prefix) + ":" + s
	}
	if n.Space != "" {
		s = "{" + n.Space + "}" + s
	}
	return s
}

func TestTokens(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"empty element", `<a/>`, "Start1 a\nEnd~1 a"},
		{"pair", `<a></a>`, "Start1 a\nEnd1 a"},
		{"nested", `<a><b>x</b></a>`, "Start1 a\nStart2 b\nText \"x\"\nEnd2 b\nEnd1 a"},
		{"white space in tags", "<a ><b\t/></a\n>", "Start~1 a\nStart~2 b\nEnd~2 b\nEnd~1 a"},
		{"around the root", "\ufeff<?xml version=\"1.0\" encoding='utf-8' standalone='no' ?>\n<?p d?><a/>\n<!--c-->\n",
			"PI p \"d\"\nStart1 a\nEnd~1 a\nComment \"c\""},
		{"ASCII", `<?xml version='1.0' encoding='US-ASCII'?><a/>`, "Start1 a\nEnd~1 a"},
		{"declaration alone", "<?xml\tversion = '1.0'?><a/>", "Start1 a\nEnd~1 a"},
		{"target that begins with xml", `<?xml-stylesheet x?><a/>`, "PI xml-stylesheet \"x\"\nStart1 a\nEnd~1 a"},

		{"attributes in order", `<a b="1" c=""></a>`, "Start1 a b=\"1\" c=\"\"\nEnd1 a"},
		{"attributes out of order", `<a c="1" b=""></a>`, "Start~1 a c=\"1\" b=\"\"\nEnd1 a"},
		{"other quotes", `<a b='"'></a>`, "Start~1 a b=\"\\\"\"\nEnd1 a"},
		{"blanks about =", "<a b =\n'1'></a>", "Start~1 a b=\"1\"\nEnd1 a"},
		{"two blanks", `<a  b="1"></a>`, "Start~1 a b=\"1\"\nEnd1 a"},
		{"a line end", "<a\nb=\"1\"></a>", "Start~1 a b=\"1\"\nEnd1 a"},
		{"values normalized", "<a b=\"1\t2\n3\r\n4\r5 \"></a>", "Start~1 a b=\"1 2 3 4 5 \"\nEnd1 a"},
		{"references in values", `<a b="&#9;&#xA;&#13;&amp;&lt;&gt;&quot;&apos;&#x41;"></a>`, "Start~1 a b=\"\\t\\n\\r&<>\\\"'A\"\nEnd1 a"},
		{"tidy references in values", `<a b="&#x9;&#xA;&#xD;&amp;&lt;>&quot;'"></a>`, "Start1 a b=\"\\t\\n\\r&<>\\\"'\"\nEnd1 a"},
		{"] > in a value", `<a b="]]>"></a>`, "Start1 a b=\"]]>\"\nEnd1 a"},

		{"default namespace", `<a xmlns="u" b=""><c/></a>`, "Start1 {u}a b=\"\" xmlns:=\"u\"\nStart2 {u}c\nEnd~2 {u}c\nEnd1 {u}a"},
		{"default namespace ended", `<a xmlns="u"><b xmlns=""><c/></b><d/></a>`,
			"Start1 {u}a xmlns:=\"u\"\nStart2 b xmlns:=\"\"\nStart3 c\nEnd~3 c\nEnd2 b\nStart2 {u}d\nEnd~2 {u}d\nEnd1 {u}a"},
		{"prefixes", `<p:a xmlns:p="u" p:b="1"><p:c xmlns:p="v"/><p:d/></p:a>`,
			"Start1 {u}p:a {u}p:b=\"1\" xmlns:p=\"u\"\nStart2 {v}p:c xmlns:p=\"v\"\nEnd~2 {v}p:c\nStart2 {u}p:d\nEnd~2 {u}p:d\nEnd1 {u}p:a"},
		{"declared behind its use", `<p:a p:b="1" xmlns:p="u"/>`, "Start~1 {u}p:a {u}p:b=\"1\" xmlns:p=\"u\"\nEnd~1 {u}p:a"},
		{"same local name, other namespace", `<a xmlns:p="u" xmlns:q="v" b="1" p:b="2" q:b="3"></a>`,
			"Start1 a b=\"1\" {u}p:b=\"2\" {v}q:b=\"3\" xmlns:p=\"u\" xmlns:q=\"v\"\nEnd1 a"},
		{"ordered by namespace, not by prefix", `<a xmlns:p="v" xmlns:q="u" q:b="" p:b=""></a>`,
			"Start1 a {u}q:b=\"\" {v}p:b=\"\" xmlns:p=\"v\" xmlns:q=\"u\"\nEnd1 a"},
		{"xml is bound", `<a xml:lang="en"/>`, "Start1 a {http://www.w3.org/XML/1998/namespace}xml:lang=\"en\"\nEnd~1 a"},
		{"xml bound again", `<a xmlns:xml="http://www.w3.org/XML/1998/namespace"/>`, "Start1 a xmlns:xml=\"http://www.w3.org/XML/1998/namespace\"\nEnd~1 a"},
		{"a URI is a value", `<a xmlns:p="&#x75;&amp;"/>`, "Start~1 a xmlns:p=\"u&\"\nEnd~1 a"},
		{"names like xmlns", `<xmlns><xml xmlnsp="1" axmlns="2"/></xmlns>`, "Start1 xmlns\nStart~2 xml xmlnsp=\"1\" axmlns=\"2\"\nEnd~2 xml\nEnd1 xmlns"},

		{"references in text", `<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</a>`, "Start1 a\nText~. \"<>&\\\"'A😀\"\nEnd1 a"},
		{"tidy references in text", `<a>&lt;&gt;&amp;&#xD;</a>`, "Start1 a\nText. \"<>&\\r\"\nEnd1 a"},
		{"line ends", "<a>1\r\n2\r3\n\r\r4</a>", "Start1 a\nText~. \"1\\n2\\n3\\n\\n\\n4\"\nEnd1 a"},
		{"CR LF by reference", "<a>&#13;&#10;</a>", "Start1 a\nText~. \"\\r\\n\"\nEnd1 a"},
		{"> in text", "<a>1 > 0]] ]</a>", "Start1 a\nText~ \"1 > 0]] ]\"\nEnd1 a"},
		{"leading zeros", "<a>&#x000000000000000000000000000000041;</a>", "Start1 a\nText~. \"A\"\nEnd1 a"},
		{"CDATA", "<a><![CDATA[<&]]&amp;\r\n]]></a>", "Start1 a\nCDATA~. \"<&]]&amp;\\n\"\nEnd1 a"},
		{"CDATA between texts", "<a>1<![CDATA[2]]>3</a>", "Start1 a\nText \"1\"\nCDATA~ \"2\"\nText \"3\"\nEnd1 a"},
		{"comments", "<a>1<!---x- - ><!-->2<!----></a>", "Start1 a\nText \"1\"\nComment \"-x- - ><!\"\nText \"2\"\nComment \"\"\nEnd1 a"},
		{"instructions", "<a><?p?><?p ?><?p  d ??><?p\nd?></a>", "Start1 a\nPI p \"\"\nPI~ p \"\"\nPI~ p \"d ?\"\nPI~ p \"d\"\nEnd1 a"},
		{"CR in them", "<a><!--\r--><?p \r?></a>", "Start1 a\nComment~ \"\\r\"\nPI~ p \"\"\nEnd1 a"},

		{"names beyond ASCII", "<é:ü xmlns:é='u' a\u00b7='1'/>", "Start~1 {u}é:ü a\u00b7=\"1\" xmlns:é=\"u\"\nEnd~1 {u}é:ü"},
		{"names with all kinds", "<_a.-1><\U00010000\u203f\u0300/></_a.-1>", "Start1 _a.-1\nStart2 \U00010000\u203f\u0300\nEnd~2 \U00010000\u203f\u0300\nEnd1 _a.-1"},
		{"characters at the edges", "<a>\t\n \u007f\u0085\ud7ff\ue000\ufffd\U00010000\U0010ffff</a>", "Start1 a\nText \"\\t\\n \\x7f\\u0085\\ud7ff\\ue000\ufffd𐀀\\U0010ffff\"\nEnd1 a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var k Tokenizer
			k.Reset([]byte(c.source))
			if got := show(&k); got != c.want {
				t.Errorf("%s\ngives\n%s\nwant\n%s", c.source, got, c.want)
			}
		})
	}
}

// TestReuse reads a good document after a bad one, and after one with more of everything.
func TestReuse(t *testing.T) {
	var k Tokenizer
	many := `<a xmlns:p="u" ` + strings.Repeat("x", 100) + `="" p:y="" p:z="" b="" c=""><p:b>`
	for _, before := range []string{"<a><b", many + "</p:b></a>", many, "<a/><b/>", ""} {
		k.Reset([]byte(before))
		show(&k)
		k.Reset([]byte(`<a c="1" b="2"/>`))
		if got, want := show(&k), "Start~1 a c=\"1\" b=\"2\"\nEnd~1 a"; got != want {
			t.Errorf("after %s: %s\nwant %s", before, got, want)
		}
		k.Reset([]byte(`<p:a/>`))
		if got, want := show(&k), "the prefix p is not declared"; !strings.Contains(got, want) {
			t.Errorf("after %s: %s\nwant %s", before, got, want)
		}
	}
}

// TestShapes reads siblings of one shape with others between, whose order, namespaces and depth are not
// theirs.
func TestShapes(t *testing.T) {
	const source = `<r xmlns="u"><a c="1" b="2"/><a c="3" b="4"/><a c="5" b="6"><x z="" y="" w=""/></a><a c="7" b="8"/>` +
		`<s xmlns="v"><a c="1" b="2"/><a c="3" b="4"/></s><a c="5" b="&amp;"/><a c="é" b="'>"/><a c="9" b="0"></a ></r>`
	const want = `{u}a b=2 c=1;{u}a b=4 c=3;{u}a b=6 c=5;{u}x w= y= z=;{u}a b=8 c=7;` +
		`{v}a b=2 c=1;{v}a b=4 c=3;{u}a b=& c=5;{u}a b='> c=é;{u}a b=0 c=9;`
	var k Tokenizer
	k.Reset([]byte(source))
	got := ""
	for {
		kind, err := k.Next()
		if err != nil {
			t.Fatal(err)
		}
		if kind == EOF {
			break
		}
		if len(k.Attrs()) > 0 {
			got += showName(k.Name())
			for a := range k.Sorted {
				got += " " + showName(a.Name) + "=" + string(a.Value())
			}
			got += ";"
		}
	}
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestSpans has the places of tokens in the source.
func TestSpans(t *testing.T) {
	const source = "<a>\n<b x='1'/><!--c-->t</a >"
	var k Tokenizer
	k.Reset([]byte(source))
	for _, want := range []string{"<a>", "\n", "<b x='1'/>", "", "<!--c-->", "t", "</a >", ""} {
		if _, err := k.Next(); err != nil {
			t.Fatal(err)
		}
		from, to := k.Span()
		if got := source[from:to]; got != want || string(k.Raw()) != want {
			t.Errorf("%q and %q, want %q", got, k.Raw(), want)
		}
	}
}

func TestSkip(t *testing.T) {
	var k Tokenizer
	k.Reset([]byte("<a><b><b/><b>x</b></b><c/></a>"))
	for range 2 {
		if _, err := k.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Skip(); err != nil || k.Depth() != 2 || string(k.Name().Local) != "b" {
		t.Errorf("skipped to %s at depth %d: %v", k.Name().Local, k.Depth(), err)
	}
	if kind, err := k.Next(); kind != Start || string(k.Name().Local) != "c" {
		t.Errorf("then %v %s: %v", kind, k.Name().Local, err)
	}
	if err := k.Skip(); err != nil || string(k.Name().Local) != "c" {
		t.Errorf("an empty element skipped to %s: %v", k.Name().Local, err)
	}
	k.Reset([]byte("<a><b>"))
	k.Next()
	if err := k.Skip(); err == nil {
		t.Error("skipped to an end that is not there")
	}
}

func TestElementText(t *testing.T) {
	for source, want := range map[string]string{
		"<a/>":                                  "",
		"<a></a>":                               "",
		"<a> x&amp;<![CDATA[&amp;]]>\r\ny </a>": " x&&amp;\ny ",
		"<a>adm<!--x-->in<?p not-?></a>":        "admin",
		"<a>x<b/></a>":                          "the element b where only text may stand",
		"<a>x":                                  "<a> has no end tag",
	} {
		var k Tokenizer
		k.Reset([]byte(source))
		k.Next()
		text, err := k.ElementText(nil)
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", source, err, want)
			}
			continue
		}
		if kind, err := k.Next(); string(text) != want || kind != EOF {
			t.Errorf("%s: %q, then %v, %v; want %q, then EOF", source, text, kind, err, want)
		}
	}
}

func TestAttr(t *testing.T) {
	var k Tokenizer
	k.Reset([]byte(`<a xmlns:p="u" Id="1" p:Id="2"></a>`))
	k.Next()
	if a := k.Attr("u", "Id"); a == nil || string(a.Value()) != "2" {
		t.Errorf("{u}Id is %v", a)
	}
	if a := k.Attr("", "Id"); a == nil || string(a.Value()) != "1" {
		t.Errorf("Id is %v", a)
	}
	for _, n := range []Name{{Local: []byte("id")}, {Space: "v", Local: []byte("Id")}, {Local: []byte("p")}} {
		if a := k.Attr(n.Space, string(n.Local)); a != nil {
			t.Errorf("%v is %v", n, a)
		}
	}
	k.Next()
	if k.Attr("", "Id") != nil || k.Attrs() != nil || k.Decls() != nil {
		t.Error("an end tag has attributes")
	}
}

// TestSkipTo passes over elements by their ends, which Skip finds, and holds what follows together.
func TestSkipTo(t *testing.T) {
	const source = `<p:a xmlns:p="urn:u"><b x="1"></b><b x="2"></b><p:c xmlns="urn:d"><d><e></e></d></p:c><f>1</f></p:a>`
	var k, other Tokenizer
	k.Reset([]byte(source))
	other.Reset([]byte(source))
	for {
		kind, err := k.Next()
		kind2, err2 := other.Next()
		if kind != kind2 || err != nil || err2 != nil || k.Depth() != other.Depth() || string(k.Raw()) != string(other.Raw()) {
			t.Fatalf("%v %v %s, %v %v %s", kind, err, k.Raw(), kind2, err2, other.Raw())
		}
		if kind == EOF {
			return
		}
		if kind == Start && k.Depth() == 2 {
			if err := k.Skip(); err != nil {
				t.Fatal(err)
			}
			_, end := k.Span()
			other.SkipTo(end)
			if string(k.Raw()) != string(other.Raw()) || !other.Tidy() || string(k.Name().Local) != string(other.Name().Local) {
				t.Errorf("%s, %s", k.Raw(), other.Raw())
			}
		}
	}
}
