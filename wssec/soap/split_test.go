package soap

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"seismark/wssec"
)

const ns11, ns12 = "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"

func TestSplit(t *testing.T) {
	const message = `<?xml version="1.0"?>
<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/" xmlns:d="urn:d" xml:lang="en">
 <S:Header>
  <a:To xmlns:a="http://www.w3.org/2005/08/addressing" S:mustUnderstand="1" S:actor=" ">x</a:To>
  <w:Security xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" S:mustUnderstand="true"><x/></w:Security>
  <d:other S:actor="urn:other" S:mustUnderstand="1"/>
  <d:next S:actor="http://schemas.xmlsoap.org/soap/actor/next" mustUnderstand="1"/>
 </S:Header>
 <S:Body xmlns="urn:b" xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" u:Id="b"> <q><r u:Id="r"/></q> </S:Body>
</S:Envelope>
`
	e, err := Split([]byte(message), wssec.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if e.Version != wssec.SOAP11 {
		t.Error("version", e.Version)
	}
	var blocks []string
	for _, b := range e.Headers {
		blocks = append(blocks, fmt.Sprintf("{%s}%s role=%q us=%v must=%v", b.Space, b.Local, b.Role, b.ForUs, b.MustUnderstand))
	}
	want := `{http://www.w3.org/2005/08/addressing}To role="" us=true must=true
{http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd}Security role="" us=true must=true
{urn:d}other role="urn:other" us=false must=true
{urn:d}next role="http://schemas.xmlsoap.org/soap/actor/next" us=true must=false`
	if got := strings.Join(blocks, "\n"); got != want {
		t.Errorf("headers\n%s", got)
	}
	if e.Security != &e.Headers[1] {
		t.Error("Security is another block")
	}
	for _, c := range []struct {
		el          Element
		begin, end  string
		scope, lang string
	}{
		{e.Body, `<S:Body xmlns="urn:b"`, `</q> </S:Body>`, "[{S http://schemas.xmlsoap.org/soap/envelope/} {d urn:d}]", "en"},
		{e.Headers[0].Element, "<a:To ", "x</a:To>", "[{S http://schemas.xmlsoap.org/soap/envelope/} {d urn:d}]", "en"},
		{e.Headers[3].Element, "<d:next ", `"1"/>`, "[{S http://schemas.xmlsoap.org/soap/envelope/} {d urn:d}]", "en"},
		{e.Content.Element, "<q>", "</q>", "", ""},
	} {
		octets := string(e.Bytes(c.el))
		if !strings.HasPrefix(octets, c.begin) || !strings.HasSuffix(octets, c.end) {
			t.Errorf("%s", octets)
		}
		if got := fmt.Sprint(c.el.Scope.Bindings); c.scope != "" && got != c.scope {
			t.Errorf("%s in %s", octets, got)
		}
		if c.lang != "" && c.el.Scope.XML[0].Value != c.lang {
			t.Errorf("%s in the language %v", octets, c.el.Scope.XML)
		}
	}
	if !e.Content.Alone || e.Content.Space != "urn:b" || e.Content.Local != "q" {
		t.Errorf("content %+v", e.Content)
	}
	if at := e.Addressing(); len(at) != 1 || at[0].From != e.Headers[0].From {
		t.Error("addressing", at)
	}
	if err := e.Understood(); !errors.Is(err, wssec.MustUnderstand) || !strings.Contains(err.Error(), "addressing}To") {
		t.Error(err)
	}
	locate(t, e)
}

func locate(t *testing.T, e *Envelope) {
	t.Helper()
	for _, c := range []struct{ id, path, octets, prefix string }{
		{"b", "Envelope/Body", "<S:Body xmlns=", "d"},
		{"r", "Envelope/Body/q/r", `<r u:Id="r"/>`, "u"},
	} {
		el, path, ok := e.Locate(c.id)
		if !ok || path != c.path || !strings.HasPrefix(string(e.Bytes(el)), c.octets) {
			t.Errorf("%s: %v %s %s", c.id, ok, path, e.Bytes(el))
		}
		if _, ok := el.Scope.Lookup(c.prefix); !ok {
			t.Errorf("%s: %s is not in scope", c.id, c.prefix)
		}
	}
	if _, _, ok := e.Locate("other"); ok {
		t.Error("an id that nothing has was found")
	}
	el, ok := e.Find(e.Security.Element, [2]string{"", "x"})
	if !ok || string(e.Bytes(el)) != "<x/>" {
		t.Error("not found within Security")
	}
	if _, ok := e.Find(e.Body, [2]string{"urn:b", "r"}); ok {
		t.Error("found a grandchild as a child")
	}
	if el, ok := e.Find(e.Body, [2]string{"urn:b", "q"}, [2]string{"urn:b", "r"}); !ok || string(e.Bytes(el)) != `<r u:Id="r"/>` {
		t.Error("not found by its path")
	}
}

// TestFindFirst follows the first element that fits, into no other.
func TestFindFirst(t *testing.T) {
	e, err := Split([]byte(`<e:Envelope xmlns:e="`+ns11+`"><e:Body><a/><a><b/></a></e:Body></e:Envelope>`), wssec.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if el, ok := e.Find(e.Body, [2]string{"", "a"}, [2]string{"", "b"}); ok {
		t.Errorf("found %s in the second a", e.Bytes(el))
	}
}

func TestContent(t *testing.T) {
	for body, want := range map[string]Content{
		"":                  {},
		" text ":            {},
		"<a/>":              {Local: "a", Alone: true},
		"\n<a>x</a>\t":      {Local: "a", Alone: true},
		"x<a/>":             {Local: "a"},
		"<a/>x":             {Local: "a"},
		"<a/>&#32;":         {Local: "a"},
		"<a/><![CDATA[ ]]>": {Local: "a", Alone: true},
		"<a/><!-- -->":      {Local: "a"},
		"<a/><b/>":          {Local: "a"},
		`<a xmlns="u:"/>`:   {Space: "u:", Local: "a", Alone: true},
	} {
		e, err := Split([]byte(`<e:Envelope xmlns:e="`+ns12+`"><e:Body>`+body+`</e:Body></e:Envelope>`), wssec.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		got := e.Content
		got.Element = Element{}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %+v", body, got)
		}
	}
}

// TestIDs says what is an id and what is not.
func TestIDs(t *testing.T) {
	for _, c := range []struct {
		element string
		id      bool
	}{
		{`<a xmlns:u="` + WSU + `" u:Id="x"/>`, true},
		{`<a xml:id="x"/>`, true},
		{`<Signature xmlns="` + DS + `" Id="x"/>`, true},
		{`<EncryptedData xmlns="` + XENC + `" Id="x"/>`, true},
		{`<a Id="x"/>`, false},
		{`<a id="x"/>`, false},
		{`<a ID="x"/>`, false},
		{`<a xmlns:u="` + WSU + `" u:id="x"/>`, false},
		{`<a xmlns:u="urn:wsu" u:Id="x"/>`, false},
		{`<a xmlns:d="` + DS + `" d:Id="x"/>`, false},
		{`<Signature xmlns="` + DS + `" id="x"/>`, false},
	} {
		one := `<e:Envelope xmlns:e="` + ns11 + `"><e:Body>` + c.element
		e, err := Split([]byte(one+`</e:Body></e:Envelope>`), wssec.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := e.Locate("x"); ok != c.id {
			t.Errorf("%s: id %v", c.element, ok)
		}
		_, err = Split([]byte(one+c.element+`</e:Body></e:Envelope>`), wssec.DefaultLimits)
		if (err != nil) != c.id || err != nil && !errors.Is(err, wssec.InvalidSecurity) {
			t.Errorf("%s, twice: %v", c.element, err)
		}
	}
}

// FuzzSplit holds that what Split finds is what it says: the parts are elements of their names.
func FuzzSplit(f *testing.F) {
	for _, v := range []string{ns11, ns12} {
		f.Add([]byte(`<e:Envelope xmlns:e="` + v + `"><e:Header><a e:mustUnderstand="1" xml:id="i"/></e:Header><e:Body><b xml:id="j">c</b></e:Body></e:Envelope>`))
		f.Add([]byte(`<Envelope xmlns="` + v + `"><Body/></Envelope>`))
	}
	limits := wssec.Config{Limits: wssec.Limits{IDs: 8}}
	f.Fuzz(func(t *testing.T, message []byte) {
		e, err := Split(message, limits.Bounds())
		if err != nil {
			if fault := (*wssec.FaultError)(nil); !errors.As(err, &fault) {
				t.Errorf("no FaultError: %v", err)
			}
			return
		}
		whole := func(el Element) {
			if b := e.Bytes(el); len(b) < 4 || b[0] != '<' || b[len(b)-1] != '>' {
				t.Errorf("no element: %s", b)
			}
		}
		whole(e.Body)
		for _, b := range e.Headers {
			whole(b.Element)
		}
		if e.Content.Local != "" {
			whole(e.Content.Element)
		}
		for _, named := range e.ids.list {
			el, path, ok := e.Locate(string(named.id))
			if !ok || path == "" || el.From != named.from || el.To != named.to {
				t.Errorf("%q is not located", named.id)
			}
			whole(el)
		}
	})
}
