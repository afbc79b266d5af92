package enginetest

import (
	"bytes"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// direct tests what wssec.Direct has besides, where an engine has it.
func direct(t *testing.T, m Maker) {
	each(t, func(t *testing.T, p wssec.Policy, v wssec.Version) {
		c := Config(wssec.Initiator, p)
		c.Version = v
		client, ok := engine(t, m, c).(wssec.Direct)
		if !ok {
			t.Skip("the engine has no more than the interface")
		}
		server := engine(t, m, Config(wssec.Recipient, p)).(wssec.Direct)
		write := func(dst []byte) []byte { return append(dst, payload...) }
		b, err := client.SealWith([]byte("before"), write)
		if err != nil {
			t.Fatal(err)
		}
		request, ok := bytes.CutPrefix(b, []byte("before"))
		if !ok {
			t.Fatal("SealWith does not append")
		}
		judge(t, opened(t, server, string(request)), p, v, p.Request)
		got := vouching(t, server, request, len(payload))
		answer, err := server.ReplyWith(nil, got, write)
		if err != nil {
			t.Fatal(err)
		}
		judge(t, opened(t, client, string(answer)), p, v, p.Response)
		vouching(t, client, answer, len(payload))
	})
	offers(t, m)
}

// vouching opens a message whose payload is vouched for.
func vouching(t *testing.T, e wssec.Direct, message []byte, want int) *wssec.Message {
	t.Helper()
	asked := 0
	got, err := e.OpenWith(message, func(element []byte) int {
		asked++
		n := honest(element)
		if n != want {
			t.Errorf("%d octets are offered, the element takes %d: %s", len(element), n, element)
		}
		return n
	})
	if err != nil {
		t.Fatal(err)
	}
	if asked != 1 || got.Body != nil {
		t.Errorf("asked %d times, the Body is\n%s", asked, got.Body)
	}
	plain, err := e.OpenWith(message, func([]byte) int { return 0 })
	if err != nil {
		t.Fatal(err)
	}
	agreeing(t, plain, opened(t, e, string(message)))
	agreeing(t, got, plain)
	return got
}

// agreeing holds two messages together, but for a Body that somebody read.
func agreeing(t *testing.T, got, want *wssec.Message) {
	t.Helper()
	with := *got
	if with.Body == nil {
		with.Body = want.Body
	}
	Agree(t, "OpenWith", &with, nil, "Open", want, nil)
}

// honest is what one can vouch for at the beginning of an element's octets.
func honest(element []byte) int {
	most := wssec.MaxVouched
	k := xmltok.Tokenizer{Limits: xmltok.Limits{Depth: most.Depth + 1, Attributes: most.Attributes, Name: most.Name}}
	k.ResetFragment(element, xmltok.Scope{})
	for {
		kind, err := k.Next()
		switch {
		case err != nil, kind == xmltok.Comment, kind == xmltok.PI, kind == xmltok.CDATA, kind == xmltok.EOF:
			return 0
		case k.Depth() == 1 && kind == xmltok.Start:
		case !k.Tidy(), k.SelfClosing(), len(k.Decls()) > 0:
			return 0
		case k.Depth() == 1 && kind == xmltok.End:
			if _, end := k.Span(); bytes.HasPrefix(element[end:], []byte("</")) {
				return end
			}
			return 0
		}
		for _, a := range k.Attrs() {
			if l := strings.ToLower(string(a.Local)); k.Depth() > 1 && l == "id" {
				return 0
			}
		}
	}
}

// offers are payloads that no reader may be asked about, or whose reader's word does not count.
func offers(t *testing.T, m Maker) {
	client, ok := engine(t, m, Config(wssec.Initiator, wssec.Plain())).(wssec.Direct)
	if !ok {
		return
	}
	server := engine(t, m, Config(wssec.Recipient, wssec.Plain())).(wssec.Direct)
	for _, payload := range []string{
		"", " ", "text", " <a></a>", "<!-- --><a></a>", "<a/>", "<a ></a>", "<a b='1'></a>",
		`<a xmlns:unused="urn:u"></a>`, `<a b="1" a="2"></a>`, `<a xmlns=""></a>`,
		`<soap:a xmlns:soap="` + wssec.SOAP11.Namespace() + `"></soap:a>`,
	} {
		b, err := client.Seal(nil, []byte(payload))
		if err != nil {
			t.Fatal(err)
		}
		got, err := server.OpenWith(b, func(element []byte) int {
			t.Errorf("%q: asked about %s", payload, element)
			return 0
		})
		if err != nil || got.Body == nil {
			t.Errorf("%q: %v, %v", payload, got, err)
		}
	}
	c := Config(wssec.Recipient, wssec.Plain())
	c.Limits.Depth = wssec.MaxVouched.Depth + 2
	b, _ := client.Seal(nil, []byte("<a></a>"))
	if _, err := engine(t, m, c).(wssec.Direct).OpenWith(b, func([]byte) int {
		t.Error("asked under a smaller limit")
		return 0
	}); err != nil {
		t.Error(err)
	}
	for _, n := range []int{1, len("<a>"), len("<a></a>") - 1, len("<a></a>") + 1, len(b), 1 << 30} {
		if got, err := server.OpenWith(b, func([]byte) int { return n }); err == nil {
			t.Errorf("vouched for %d octets: %v", n, got)
		}
	}
}
