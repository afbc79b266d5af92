package xmltok

import (
	"errors"
	"strings"
	"testing"
)

// illFormed are documents and what is said about each.
var illFormed = []struct{ source, complaint string }{
	// XML 1.0, section 2.1: one root, properly nested
	{"", "there is no element"},
	{" \n", "there is no element"},
	{"<!--c-->", "there is no element"},
	{"text", "text outside of the root element"},
	{"junk<a/>", "text outside of the root element"},
	{"<a/>junk", "text outside of the root element"},
	{"<a/>&#32;", "text outside of the root element"},
	{"<![CDATA[x]]><a/>", "text outside of the root element"},
	{"<a/><![CDATA[]]>", "text outside of the root element"},
	{"<a/><b/>", "a second root element"},
	{"</a>", "an end tag without its start tag"},
	{"<a/></a>", "an end tag without its start tag"},
	{"<a>", "<a> has no end tag"},
	{"<a><b></b>", "<a> has no end tag"},
	{"<a>text", "<a> has no end tag"},
	{"<a></b>", "an end tag that is not </a>"},
	{"<a><b></a></b>", "an end tag that is not </b>"},
	{"<a></ab>", "an end tag that is not </a>"},
	{"<ab></a>", "an end tag that is not </ab>"},
	{"<a></A>", "an end tag that is not </a>"},
	{"<a></a:a>", "an end tag that is not </a>"},
	{`<p:a xmlns:p="u"><q:a xmlns:q="u"></p:a></q:a>`, "an end tag that is not </q:a>"},
	{`<p:a xmlns:p="u" xmlns:q="u"></q:a>`, "an end tag that is not </p:a>"},
	{"<a></ a>", "an end tag that is not </a>"},
	{"<a></a b='c'>", "an end tag with 'b' in it"},
	{"<a></a/>", "an end tag with '/' in it"},
	{"<a></a", "the source ends within an end tag"},
	{"<a></a ", "the source ends within an end tag"},
	{"<a></", "an end tag that is not </a>"},

	// 2.2: characters, and UTF-8
	{"<a>\x00</a>", "the control character '\\x00'"},
	{"<a>\x01</a>", "the control character '\\x01'"},
	{"<a>\x0b</a>", "the control character '\\v'"},
	{"<a>\x1f</a>", "the control character '\\x1f'"},
	{"<a b='\x02'/>", "the control character '\\x02'"},
	{"<a><!--\x03--></a>", "the control character '\\x03'"},
	{"<a><?p \x04?></a>", "the control character '\\x04'"},
	{"<a><![CDATA[\x05]]></a>", "the control character '\\x05'"},
	{"<a>\x80</a>", `no character of XML in UTF-8: "\x80</a"`},
	{"<a>\xc0\xaf</a>", "no character of XML in UTF-8"},         // overlong
	{"<a>\xed\xa0\x80</a>", "no character of XML in UTF-8"},     // a surrogate
	{"<a>\xf4\x90\x80\x80</a>", "no character of XML in UTF-8"}, // beyond Unicode
	{"<a>\xef\xbf\xbe</a>", "no character of XML in UTF-8"},     // U+FFFE
	{"<a>\xef\xbf\xbf</a>", "no character of XML in UTF-8"},     // U+FFFF
	{"<a b='\xff'/>", "no character of XML in UTF-8"},
	{"<a><!--\xe9--></a>", "no character of XML in UTF-8"},
	{"<a><?p \xe9?></a>", "no character of XML in UTF-8"},
	{"<a><![CDATA[\xe9]]></a>", "no character of XML in UTF-8"},
	{"<a>\xc3", "no character of XML in UTF-8"},
	{"\xfe\xff\x00<\x00a", "text outside of the root element"}, // UTF-16

	// 2.3: names
	{"<1a/>", "the name of an element begins with '1'"},
	{"<-a/>", "the name of an element begins with '-'"},
	{"<.a/>", "the name of an element begins with '.'"},
	{"< a/>", "the name of an element begins with ' '"},
	{"<>", "the name of an element begins with '>'"},
	{"<a><", "the source ends within a tag"},
	{"<a 1b='c'/>", "the name of an attribute begins with '1'"},
	{"<\u00b7a/>", "the name of an element has a character that no name has"},
	{"<a\u00d7/>", "the name of an element has a character that no name has"},
	{"<a\u037e/>", "the name of an element has a character that no name has"},
	{"<\u0300a/>", "the name of an element has a character that no name has"},
	{"<a\u2000/>", "the name of an element has a character that no name has"},
	{"<a\U000f0000/>", "the name of an element has a character that no name has"},
	{"<a \u00d7='1'/>", "the name of an attribute has a character that no name has"},
	{"<a\xe9/>", "the name of an element has a character that no name has"},
	{"<a\ufffe/>", "the name of an element has a character that no name has"},
	{"<a><?\u00d7?></a>", "the name of an instruction has a character that no name has"},

	// 2.4: text
	{"<a>]]></a>", "]]> in text"},
	{"<a>x]]]></a>", "]]> in text"},
	{"<a>&</a>", "& that begins no reference"},
	{"<a>& amp;</a>", "the unknown entity"},
	{"<a>&amp</a>", "& that begins no reference"},

	// 2.5, 2.6, 2.7: comments, processing instructions, CDATA sections
	{"<a><!-- -- --></a>", "-- within a comment"},
	{"<a><!-- ---></a>", "-- within a comment"},
	{"<a><!--></a>", "the source ends within a comment"},
	{"<a><!---></a>", "the source ends within a comment"},
	{"<a><!-x--></a>", "<! that begins neither comment nor CDATA section"},
	{"<a><!--x", "the source ends within a comment"},
	{"<a><??></a>", "the name of an instruction begins with '?'"},
	{"<a><? p?></a>", "the name of an instruction begins with ' '"},
	{"<a><?p></a>", "the source ends within a processing instruction"},
	{"<a><?p+?></a>", "a processing instruction with '+' behind its target"},
	{"<a><?p:q?></a>", "a colon in the target"},
	{"<a><?xml version='1.0'?></a>", "an XML declaration that is not at the very beginning"},
	{"<a><?XmL?></a>", "an XML declaration that is not at the very beginning"},
	{" <?xml version='1.0'?><a/>", "an XML declaration that is not at the very beginning"},
	{"<a/><?xml version='1.0'?>", "an XML declaration that is not at the very beginning"},
	{"<?xml version='1.0'?><?xml version='1.0'?><a/>", "an XML declaration that is not at the very beginning"},
	{"<a><![CDATA[x]]</a>", "the source ends within a CDATA section"},
	{"<a><![cdata[x]]></a>", "<! that begins neither comment nor CDATA section"},
	{"<a><![ CDATA[x]]></a>", "<! that begins neither comment nor CDATA section"},

	// 2.8: declarations
	{"<?xml?><a/>", "an XML declaration that is not at the very beginning"},
	{"<?xml ?><a/>", "not XML 1.0"},
	{"<?xml version='1.1'?><a/>", "not XML 1.0"},
	{"<?xml version='2.0'?><a/>", "not XML 1.0"},
	{"<?xml encoding='UTF-8'?><a/>", "not XML 1.0"},
	{"<?xml version=1.0?><a/>", "not XML 1.0"},
	{"<?xml version='1.0\"?><a/>", "not XML 1.0"},
	{"<?xml version='1.0'encoding='UTF-8'?><a/>", "an XML declaration with"},
	{"<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>", "an XML declaration with"},
	{"<?xml version='1.0' standalone='maybe'?><a/>", "an XML declaration with"},
	{"<?xml version='1.0' encoding=''?><a/>", "an XML declaration with"},
	{"<?xml version='1.0' encoding='ISO-8859-1'?><a/>", `the encoding "ISO-8859-1"`},
	{"<?xml version='1.0' encoding='UTF-16'?><a/>", `the encoding "UTF-16"`},
	{"<?xml version='1.0' encoding='UTF-8' x='y'?><a/>", "an XML declaration with"},
	{"<?xml version='1.0'", "the source ends within the XML declaration"},
	{"<!DOCTYPE a><a/>", "a DOCTYPE"},
	{"<!DOCTYPE a SYSTEM 'a.dtd'><a/>", "a DOCTYPE"},
	{"<!DOCTYPE a [<!ENTITY e '" + "&e;&e;" + "'>]><a>&e;</a>", "a DOCTYPE"},
	{"<!doctype a><a/>", "<! that begins neither comment nor CDATA section"},
	{"<a><!DOCTYPE a></a>", "a DOCTYPE"},
	{"<a><!ELEMENT a ANY></a>", "<! that begins neither comment nor CDATA section"},

	// 3.1: tags
	{"<a", "the source ends within a start tag"},
	{"<a ", "the source ends within a tag"},
	{"<a b", "the attribute b has no value"},
	{"<a b=", "the value of b stands in no quotes"},
	{"<a b='", "the source ends within an attribute value"},
	{"<a b='c", "the source ends within an attribute value"},
	{"<a b='c'", "the source ends within a start tag"},
	{"<a/", "a slash within a start tag"},
	{"<a / >", "a slash within a start tag"},
	{"<a b/>", "the attribute b has no value"},
	{"<a b=c/>", "the value of b stands in no quotes"},
	{"<a b=\"c'/>", "the source ends within an attribute value"},
	{"<a b='c'd='e'/>", "no space between two attributes"},
	{`<a b="c"d="e"/>`, "no space between two attributes"},
	{"<a b='<'/>", "< in an attribute value"},
	{"<a b='c'><d e=\"f></d></a>", "< in an attribute value"},
	{"<a b='&'/>", "& that begins no reference"},
	{"<a b='c' b='d'/>", "the attribute b stands twice"},
	{"<a b='c' e='' b='c'/>", "the attribute b stands twice"},
	{"<a a='' c='' b='' d='' c=''/>", "the attribute c stands twice"},
	{"<a<b/>", "a start tag with '<' in it"},
	{"<a,b/>", "a start tag with ',' in it"},

	// 4.1, 4.6: references
	{"<a>&nbsp;</a>", `the unknown entity "&nbsp;"`},
	{"<a>&AMP;</a>", `the unknown entity "&AMP;"`},
	{"<a>&;</a>", "the unknown entity"},
	{"<a>&#;</a>", "to no character of XML"},
	{"<a>&#x;</a>", "to no character of XML"},
	{"<a>&#0;</a>", `the reference "&#0;" to no character of XML`},
	{"<a>&#8;</a>", "to no character of XML"},
	{"<a>&#x1F;</a>", "to no character of XML"},
	{"<a>&#xD800;</a>", "to no character of XML"},
	{"<a>&#xDFFF;</a>", "to no character of XML"},
	{"<a>&#xFFFE;</a>", "to no character of XML"},
	{"<a>&#x110000;</a>", "to no character of XML"},
	{"<a>&#99999999999999999999;</a>", "to no character of XML"},
	{"<a>&#4294967361;</a>", "to no character of XML"}, // 65 more than 2 to the 32nd
	{"<a>&#X41;</a>", "to no character of XML"},
	{"<a>&#-1;</a>", "to no character of XML"},
	{"<a>&#+65;</a>", "to no character of XML"},
	{"<a>&#x4G;</a>", "to no character of XML"},
	{"<a>&# 65;</a>", "to no character of XML"},
	{"<a b='&#xD800;'/>", "to no character of XML"},
	{"<a b='&lt'/>", "& that begins no reference"},

	// Namespaces in XML, sections 2 to 7
	{"<p:a/>", "the prefix p is not declared"},
	{"<a p:b=''/>", "the prefix p is not declared"},
	{`<a><b xmlns:p="u"/><p:c/></a>`, "the prefix p is not declared"},
	{`<a xmlns:p=""/>`, "the prefix p is bound to nothing"},
	{`<a xmlns:p="u"><b xmlns:p=""/></a>`, "the prefix p is bound to nothing"},
	{`<a xmlns:xml="u"/>`, "the prefix xml and its namespace"},
	{`<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>`, "the prefix xml and its namespace"},
	{`<a xmlns="http://www.w3.org/XML/1998/namespace"/>`, "the prefix xml and its namespace"},
	{`<a xmlns:xmlns="u"/>`, "the prefix xmlns is declared"},
	{`<a xmlns:xmlns="http://www.w3.org/2000/xmlns/"/>`, "the prefix xmlns is declared"},
	{`<a xmlns:p="http://www.w3.org/2000/xmlns/"/>`, "the namespace of xmlns is declared"},
	{`<a xmlns="http://www.w3.org/2000/xmlns/"/>`, "the namespace of xmlns is declared"},
	{"<xmlns:a/>", "the prefix xmlns is not declared"},
	{`<a xmlns="u" xmlns="v"/>`, `the prefix "" is declared twice`},
	{`<a xmlns:p="u" b="" xmlns:p="u"/>`, `the prefix "p" is declared twice`},
	{`<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>`, "the attribute b stands twice"},
	{`<a xmlns:p="u" xmlns:q="&#117;" p:b="" c="" q:b=""/>`, "the attribute b stands twice"},
	{`<a xmlns:p="u"><b xmlns:q="u" q:c="" p:c=""/></a>`, "the attribute c stands twice"},
	{"<a:b:c/>", "a second colon in the name of an element"},
	{"<:a/>", "the name of an element begins with ':'"},
	{"<a:/>", "the name of an element begins with '/'"},
	{`<p:1 xmlns:p="u"/>`, "the name of an element begins with '1'"},
	{"<a :b=''/>", "the name of an attribute begins with ':'"},
	{"<a b:=''/>", "the name of an attribute begins with '='"},
	{`<a xmlns:="u"/>`, "the name of an attribute begins with '='"},
	{`<a xmlns:1="u"/>`, "the name of an attribute begins with '1'"},
	{`<a xmlns:p:q="u"/>`, "a second colon in the name of an attribute"},
}

func TestIllFormed(t *testing.T) {
	for _, c := range illFormed {
		err := scan(c.source)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: no SyntaxError: %v", c.source, err)
			continue
		}
		if !strings.Contains(syntax.What, c.complaint) {
			t.Errorf("%q: %v\nwant %q", c.source, err, c.complaint)
		}
		if syntax.Remedy == "" || syntax.Offset > len(c.source) {
			t.Errorf("%q: %#v", c.source, syntax)
		}
	}
}

// scan reads a whole document.
func scan(source string) error {
	var t Tokenizer
	t.Reset([]byte(source))
	for {
		if kind, err := t.Next(); err != nil || kind == EOF {
			return err
		}
	}
}

// TestIllFormedFragments has what may not stand in the content of an element either.
func TestIllFormedFragments(t *testing.T) {
	for _, c := range []struct{ source, complaint string }{
		{"<!DOCTYPE a>", "a DOCTYPE"},
		{"<?xml version='1.0'?><a/>", "an XML declaration that is not at the very beginning"},
		{"</a>", "an end tag without its start tag"},
		{"<a/></soap:Body><soap:Body>", "an end tag without its start tag"},
		{"<a>", "<a> has no end tag"},
		{"<q:a/>", "the prefix q is not declared"},
		{"]]>", "]]> in text"},
		{"\x00", "the control character"},
	} {
		var k Tokenizer
		k.ResetFragment([]byte(c.source), Scope{Bindings: []Binding{{"p", "urn:p"}}})
		var err error
		for kind := Text; err == nil && kind != EOF; {
			kind, err = k.Next()
		}
		if err == nil || !strings.Contains(err.Error(), c.complaint) {
			t.Errorf("%q: %v\nwant %q", c.source, err, c.complaint)
		}
	}
}

func TestErrorText(t *testing.T) {
	for source, want := range map[string]string{
		"<a>\n <é>ü</b></a>": "xmltok: line 2, column 6: an end tag that is not </é>, the innermost open element's: close elements in order",
		"<a x='1'\nx='2'/>":  "xmltok: line 2, column 4: the attribute x stands twice: remove one",
		"<p:a/>":             "xmltok: line 1, column 2: the prefix p is not declared: declare it with xmlns:p",
		"<!DOCTYPE a><a/>":   "xmltok: line 1, column 1: a DOCTYPE: remove it: document types are refused",
	} {
		if err := scan(source); err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", source, err, want)
		}
	}
}

// TestErrorStays reads on behind an error.
func TestErrorStays(t *testing.T) {
	var k Tokenizer
	k.Reset([]byte("<a><b></a>"))
	var first error
	for first == nil {
		_, first = k.Next()
	}
	if kind, err := k.Next(); kind != EOF || err != first {
		t.Errorf("then %v, %v; want EOF and %v", kind, err, first)
	}
}
