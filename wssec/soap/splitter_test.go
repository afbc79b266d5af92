package soap

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// drive reads to the end, or to the first error.
func drive(s *Splitter) error {
	for {
		kind, err := s.Next()
		if err != nil || kind == xmltok.EOF {
			return err
		}
	}
}

// TestReused splits messages with one Splitter, after whatever came before, as Split does.
func TestReused(t *testing.T) {
	ids := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `<a xml:id="i%d"/>`, i)
		}
		return b.String()
	}
	const security = `<w:Security xmlns:w="` + WSSE + `"/>`
	var s Splitter
	for _, message := range []string{
		envelope("", "<a/>"), envelope(security, ids(100)), "<", envelope("", ids(3)), envelope(security+security, ""),
		envelope("<x/>"+security, "<b/><c/>"), "", envelope("", ids(100)+`<a xml:id="i7"/>`), envelope("<y/>", ids(17)),
	} {
		want, wrong := Split([]byte(message), wssec.DefaultLimits)
		err := s.Reset([]byte(message), wssec.DefaultLimits)
		if err == nil {
			err = drive(&s)
		}
		if (err == nil) != (wrong == nil) || err != nil && err.Error() != wrong.Error() {
			t.Fatalf("%.80s: %v, want %v", message, err, wrong)
		}
		if err != nil {
			continue
		}
		if got := fmt.Sprintf("%+v", told(&s.Envelope)); got != fmt.Sprintf("%+v", told(want)) {
			t.Errorf("%.80s:\n%s, want\n%+v", message, got, told(want))
		}
		for i := range 20 {
			id := fmt.Sprintf("i%d", i)
			from, to, ok := s.Place([]byte(id))
			el, _, have := want.Locate(id)
			if ok != have || from != el.From || to != el.To {
				t.Errorf("%s at %d to %d, %v; want %v, %v", id, from, to, ok, el, have)
			}
		}
	}
}

func envelope(header, body string) string {
	return `<S:Envelope xmlns:S="` + ns11 + `"><S:Header>` + header + `</S:Header><S:Body>` + body + `</S:Body></S:Envelope>`
}

// told is what can be compared of an Envelope.
func told(e *Envelope) []any {
	security := -1
	for i := range e.Headers {
		if e.Security == &e.Headers[i] {
			security = i
		}
	}
	return []any{e.Version, fmt.Sprint(e.Headers), fmt.Sprint(e.Body), fmt.Sprint(e.Content), security}
}

// TestReadBody reads another Body in the place of the first, by the rules that hold there.
func TestReadBody(t *testing.T) {
	const body = `<S:Body xmlns:S="` + ns11 + `">`
	limits := wssec.DefaultLimits
	limits.Depth, limits.IDs = 5, 4
	for _, c := range []struct {
		content string
		want    wssec.FaultCode
	}{
		{"", ""},
		{`<a xml:id="old"/>`, ""}, // that one is gone
		{`<a xml:id="head"/>`, wssec.InvalidSecurity},
		{`<a xml:id="1"/><a xml:id="2"/>`, ""},
		{`<a xml:id="1"/><a xml:id="2"/><a xml:id="3"/>`, wssec.Client},
		{"<a><b><c/></b></a>", ""},
		{"<a><b><c><d/></c></b></a>", wssec.Client},
		{"<?x?>", wssec.Client},
		{"<a>", wssec.Client},
		{"<p:a/>", ""},
		{"<q:a/>", wssec.Client},
	} {
		var s Splitter
		message := `<S:Envelope xmlns:S="` + ns11 + `"><S:Header><h xml:id="head"/></S:Header><S:Body xml:id="body"><x xml:id="old"/></S:Body></S:Envelope>`
		if err := s.Reset([]byte(message), limits); err != nil {
			t.Fatal(err)
		}
		if err := drive(&s); err != nil {
			t.Fatal(err)
		}
		octets := strings.Replace(body, ">", ` xml:id="body">`, 1) + c.content + "</S:Body>"
		s.ReadBody([]byte(octets), xmltok.Scope{Bindings: []xmltok.Binding{{Prefix: "p", URI: "urn:p"}}})
		err := drive(&s)
		if fault := (*wssec.FaultError)(nil); c.want == "" && err != nil || c.want != "" && (!errors.As(err, &fault) || fault.Code != c.want) {
			t.Errorf("%s: %v, want %s", c.content, err, c.want)
		}
		if from, _, ok := s.Place([]byte("head")); !ok || message[from:from+2] != "<h" {
			t.Errorf("%s: the header's id is gone", c.content)
		}
		if from, to, ok := s.Place([]byte("body")); c.want == "" && (!ok || from != 0 || to != len(octets)) {
			t.Errorf("%s: the Body is from %d to %d, %v", c.content, from, to, ok)
		}
	}
}

// TestSkipTo passes over the content by its end.
func TestSkipTo(t *testing.T) {
	message := envelope("<h/>", "<a><b></b></a>")
	var s Splitter
	if err := s.Reset([]byte(message), wssec.DefaultLimits); err != nil {
		t.Fatal(err)
	}
	for {
		kind, err := s.Next()
		if err != nil {
			t.Fatal(err)
		}
		if kind == xmltok.EOF {
			break
		}
		if kind == xmltok.Start && s.InBody() && s.Depth() == AtChild {
			s.SkipTo(strings.Index(message, "</a>") + len("</a>"))
		}
	}
	if got := string(s.Bytes(s.Content.Element)); got != "<a><b></b></a>" || !s.Content.Alone {
		t.Errorf("%s, alone %v", got, s.Content.Alone)
	}
}
