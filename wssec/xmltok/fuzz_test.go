package xmltok

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// seeds are documents that reach most of the code.
var seeds = []string{
	`<?xml version="1.0" encoding="UTF-8"?><a b="1" c='2'>t<b/><![CDATA[x]]><!--c--><?p d?>&lt;&#x41;&#13;</a>`,
	`<p:a xmlns:p="u" xmlns="v" p:b="&quot;&#9;" b="	"><c xmlns=""/><p:c xmlns:p="w" xml:lang="en"></p:c></p:a>`,
	"\ufeff<a>\r\n]]&gt; \u00e9 \U0001f600 ></a >\n<!---->",
	`<e9 xmlns:a="u" z="" y="" a:x="" x="" w="" xmlns:b="u" b:v=""/>`,
	"<é:ü xmlns:é='u' a\u00b7='1'/>",
	`<r><a b="1" c="2"></a><a b="3" c="4"></a><a b="" c="long enough for words"></a><a b="'" c="&lt;"></a><a b="5" c="6"/></r>`,
	`<r xmlns:p="u"><p:a p:b="1"/><p:a p:b="2"/><p:a p:b="3"/><x xmlns:p="v"><p:a p:b="4"/><p:a p:b="5"/></x><p:a p:b="6"/></r>`,
	`<r><s xml:lang="en"><a b="1"/><a b="2"/></s><s><a b="3"/><a b="4"/><x y=""/></s></r>`,
	`<r><a c="1" b="2">x</a><a c="3" b="4">y</a><a c="3" b="4"><a c="3" b="4"></a></a><a c="5" b="6" c="7"></a></r>`,
}

// FuzzScan holds the tokenizer against encoding/xml: what it accepts encoding/xml accepts too, with the
// same names, values and texts. Known differences, all of encoding/xml:
//
//   - it has the names of the second edition of XML 1.0 beyond ASCII: such documents are not compared
//   - it leaves blanks in attribute values as they are: values are compared before that normalization,
//     namespaces with every blank for the same
//   - it accepts much more (package wssec): the other direction is not compared
//
// Besides, the tokens must cover the source without a gap, a used tokenizer must read the same, and
// so must one that never has a shape.
func FuzzScan(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	for _, c := range illFormed {
		f.Add([]byte(c.source))
	}
	var used Tokenizer
	f.Fuzz(func(t *testing.T, source []byte) {
		var fresh Tokenizer
		fresh.Reset(source)
		ours, err := events(&fresh)
		used.Reset(source)
		again, err2 := events(&used)
		if fmt.Sprint(err) != fmt.Sprint(err2) || err == nil && ours != again {
			t.Fatalf("a fresh tokenizer reads\n%s %v\na used one\n%s %v", ours, err, again, err2)
		}
		fresh.Reset(source)
		slow, err3 := events(&fresh, fresh.forgetShapes)
		if fmt.Sprint(err) != fmt.Sprint(err3) || ours != slow {
			t.Fatalf("%q is\n%s %v\nwithout shapes\n%s %v", source, ours, err, slow, err3)
		}
		if err != nil {
			return
		}
		ours = own.ReplaceAllString(ours, "")
		theirs, err := standard(source)
		if err != nil && bytes.ContainsFunc(source, func(r rune) bool { return r > unicode.MaxASCII }) {
			return
		}
		if err != nil || ours != theirs {
			t.Fatalf("%q\nis\n%s\nto encoding/xml\n%s %v", source, ours, theirs, err)
		}
	})
}

func (t *Tokenizer) forgetShapes() {
	for i := range t.shapes {
		t.shapes[i].forget()
	}
}

// blank makes every blank a space.
func blank(uri string) string {
	return strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(uri)
}

// own are those lines of events that encoding/xml knows nothing of.
var own = regexp.MustCompile("(?m)^(tidy|sorted|scope) .*\n")

// events are what a document holds, one a line, with neighbouring texts joined. What comes before is done
// before each token.
func events(k *Tokenizer, before ...func()) (string, error) {
	var e eventLog
	covered := 0
	for {
		for _, do := range before {
			do()
		}
		kind, err := k.Next()
		if err != nil {
			return e.String(), err
		}
		from, to := k.Span()
		if from != covered && k.Depth() > 0 && !(k.Depth() == 1 && kind == Start) {
			return "", fmt.Errorf("a gap from %d to %d", covered, from)
		}
		covered = to
		switch kind {
		case EOF:
			return e.String(), nil
		case Start:
			e.add("start %q %q", blank(k.Name().Space), k.Name().Local)
			e.add("tidy %v, reach %d, closed %v, %d to %d", k.Tidy(), k.Reach(), k.SelfClosing(), from, to)
			e.add("scope %q", k.Outer())
			for _, a := range k.Attrs() {
				e.add("attr %q %q %q", blank(a.Space), a.Local, Unescape(nil, a.Raw, false))
			}
			for a := range k.Sorted {
				e.add("sorted %q %q", blank(a.Space), a.Local)
			}
		case End:
			e.add("end %q %q", blank(k.Name().Space), k.Name().Local)
			e.add("tidy %v, %d to %d", k.Tidy(), from, to)
		case Text, CDATA:
			e.text.Write(k.AppendText(nil))
		case Comment:
			e.add("comment %q", k.Content())
		case PI:
			e.add("pi %q %q", k.Target(), k.Content())
		}
	}
}

// standard is events by encoding/xml.
func standard(source []byte) (string, error) {
	d := xml.NewDecoder(bytes.NewReader(source))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var e eventLog
	depth := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			return e.String(), nil
		}
		if err != nil {
			return e.String(), err
		}
		switch x := token.(type) {
		case xml.StartElement:
			depth++
			e.add("start %q %q", blank(x.Name.Space), x.Name.Local)
			for _, a := range x.Attr {
				if a.Name.Space != "xmlns" && (a.Name.Space != "" || a.Name.Local != "xmlns") {
					e.add("attr %q %q %q", blank(a.Name.Space), a.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			depth--
			e.add("end %q %q", blank(x.Name.Space), x.Name.Local)
		case xml.CharData:
			if depth > 0 {
				e.text.Write(x)
			}
		case xml.Comment:
			e.add("comment %q", x)
		case xml.ProcInst:
			if x.Target != "xml" {
				e.add("pi %q %q", x.Target, x.Inst)
			}
		}
	}
}

// eventLog joins texts until something else comes.
type eventLog struct {
	lines strings.Builder
	text  bytes.Buffer
}

func (e *eventLog) add(format string, values ...any) {
	if e.text.Len() > 0 {
		fmt.Fprintf(&e.lines, "text %q\n", e.text.Bytes())
		e.text.Reset()
	}
	fmt.Fprintf(&e.lines, format+"\n", values...)
}

func (e *eventLog) String() string { return e.lines.String() }
