package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
)

// nodes reaches the limit of nodes, in a Header and in encrypted data, and passes it by one.
func nodes(t *testing.T, m Maker) {
	headers(t, m)
	encrypted(t, m)
	lists(t, m)
}

// headers are what counts in a Header. The numbers are counted by hand, the Header itself included.
func headers(t *testing.T, m Maker) {
	for _, c := range []struct {
		name, header string
		nodes        int
	}{
		{"nothing", "", 1},
		{"white space", " ", 2},
		{"blocks", "<a/><b></b><c/>", 4},
		{"depth", "<a><b><c><d/></c></b></a>", 5},
		{"attributes", `<a b="1" c="2" d="3"/>`, 5},
		{"declarations", `<p:a xmlns:p="urn:p" xmlns="urn:d"/>`, 4},
		{"texts", "<a>t<b/>t<b/>t</a>", 7},
		{"a text of references", "<a>&amp;&#13;x&lt;</a>", 3},
		{"pieces of text", "<a>t<![CDATA[t]]>t<![CDATA[]]></a>", 6},
		{"comments", "<a><!----><!-- x --></a><!---->", 5},
		{"a Security header", `<w:Security xmlns:w="` + soap.WSSE + `"><a b="1"><c/>t</a></w:Security>`, 7},
		{"a Security header for another", `<w:Security xmlns:w="` + soap.WSSE + `" soap:actor="urn:x"><a b="1"><c/>t</a></w:Security>`, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := Config(wssec.Recipient, wssec.Plain())
			message := `<soap:Envelope xmlns:soap="` + wssec.SOAP11.Namespace() + `"><soap:Header>` + c.header +
				`</soap:Header> <soap:Body><x y="1">z</x></soap:Body><!-- what is no header does not count --></soap:Envelope>`
			cfg.Limits.Nodes = c.nodes
			opened(t, engine(t, m, cfg), message)
			over := replace(t, message, "</soap:Header>", "<!----></soap:Header>")
			refused(t, engine(t, m, cfg), over, wssec.Client)
			tells(t, engine(t, m, cfg), over, fmt.Sprintf("more than %d nodes", c.nodes))
			if cfg.Limits.Nodes--; cfg.Limits.Nodes > 0 { // which would mean the default
				refused(t, engine(t, m, cfg), message, wssec.Client)
			}
		})
	}
}

// tells looks for the limit that a refusal names, and where to raise it.
func tells(t *testing.T, e wssec.Engine, message, what string) {
	t.Helper()
	_, err := e.Open([]byte(message))
	if err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), "Limits.Nodes") {
		t.Errorf("%v, want %q and Limits.Nodes", err, what)
	}
}

// justEncrypt does not sign.
func justEncrypt() wssec.Policy {
	return wssec.Policy{Name: "encrypt", Suite: wssec.Basic256Sha256GCM, Request: wssec.Protection{Encrypt: []wssec.Part{wssec.PartBody}}}
}

// anything asks for nothing, and takes what the suite can do.
func anything() wssec.Policy {
	return wssec.Policy{Name: "anything", Suite: wssec.Basic256Sha256GCM}
}

// encrypted fills EncryptedData with white space in pieces, which changes nothing: as the content of the Body,
// and within an element.
func encrypted(t *testing.T, m Maker) {
	const most = 400
	message := sealed(t, m, justEncrypt())
	data := element(t, message, "xenc:EncryptedData")
	have := count(t, data)
	end := data[strings.LastIndex(data, "</"):]
	cfg := Config(wssec.Recipient, anything())
	cfg.Limits.Nodes = most
	server := engine(t, m, cfg)
	for _, around := range []string{"", "x"} {
		filled := func(n int) string {
			full := strings.TrimSuffix(data, end) + strings.Repeat("<![CDATA[ ]]>", n-have) + end
			if around != "" {
				full = "<x>" + full + "</x>"
			}
			return replace(t, message, data, full)
		}
		if got := opened(t, server, filled(most)); !strings.Contains(string(got.Body), payload) {
			t.Errorf("opened as %s", got.Body)
		}
		refused(t, server, filled(most+1), wssec.InvalidSecurity)
		refused(t, server, filled(100*most), wssec.InvalidSecurity)
		tells(t, server, filled(most+1), fmt.Sprintf("more than %d nodes", most))
	}
}

// count counts the nodes of an element.
func count(t testing.TB, element string) (n int) {
	t.Helper()
	var k xmltok.Tokenizer
	k.Reset([]byte(element))
	for {
		kind, err := k.Next()
		switch {
		case err != nil:
			t.Fatal(err)
		case kind == xmltok.EOF:
			return n
		case kind == xmltok.Start:
			n += 1 + len(k.Attrs()) + len(k.Decls())
		case kind != xmltok.End:
			n++
		}
	}
}

// lists names as much encrypted data as a message may, and one more, in lists of one reference each.
func lists(t *testing.T, m Maker) {
	const most = 5
	message := sealed(t, m, justEncrypt())
	data, list := element(t, message, "xenc:EncryptedData"), element(t, message, "xenc:ReferenceList")
	cfg := Config(wssec.Recipient, anything())
	cfg.Limits.References = most
	server := engine(t, m, cfg)
	named := func(n int) string {
		var lists, parts strings.Builder
		for i := range n {
			lists.WriteString(strings.Replace(list, `URI="#`, fmt.Sprintf(`URI="#n%d`, i), 1))
			parts.WriteString(strings.Replace(data, ` Id="`, fmt.Sprintf(` Id="n%d`, i), 1))
		}
		return replace(t, replace(t, message, list, lists.String()), data, parts.String())
	}
	if got := opened(t, server, named(most)); strings.Count(string(got.Body), payload) != most {
		t.Errorf("opened as %s", got.Body)
	}
	refused(t, server, named(most+1), wssec.InvalidSecurity)
}
