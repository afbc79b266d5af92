package enginetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// each runs a test under every policy and suite, and in both versions of SOAP.
func each(t *testing.T, test func(*testing.T, wssec.Policy, wssec.Version)) {
	for _, v := range []wssec.Version{wssec.SOAP11, wssec.SOAP12} {
		for _, s := range wssec.Suites() {
			for _, p := range wssec.Policies(s) {
				t.Run(fmt.Sprintf("%s/%s/soap%d", p.Name, s, v), func(t *testing.T) { test(t, p, v) })
			}
		}
	}
}

func roundTrip(t *testing.T, m Maker) {
	each(t, func(t *testing.T, p wssec.Policy, v wssec.Version) {
		c := Config(wssec.Initiator, p)
		c.Version = v
		b, err := engine(t, m, c).Seal([]byte("before"), []byte(payload))
		if err != nil {
			t.Fatal(err)
		}
		message, ok := strings.CutPrefix(string(b), "before")
		if !ok {
			t.Fatal("Seal does not append")
		}
		got := opened(t, engine(t, m, Config(wssec.Recipient, p)), message)
		judge(t, got, p, v, p.Request)
		if hidden := len(p.Request.Encrypt) > 0; hidden == strings.Contains(message, ">178<") {
			t.Errorf("encrypted: %v, but the message is\n%s", hidden, message)
		}
	})
}

func reply(t *testing.T, m Maker) {
	each(t, func(t *testing.T, p wssec.Policy, v wssec.Version) {
		c := Config(wssec.Initiator, p)
		c.Version = v
		client := engine(t, m, c)
		s := Config(wssec.Recipient, p)
		s.Peer = nil // the answer is for whoever asked
		server := engine(t, m, s)
		b, err := client.Seal(nil, []byte("<ask/>"))
		if err != nil {
			t.Fatal(err)
		}
		request := opened(t, server, string(b))
		answer, err := server.Reply(nil, []byte(payload), request)
		if err != nil {
			t.Fatal(err)
		}
		got := opened(t, client, string(answer))
		judge(t, got, p, v, p.Response)
	})
}

// Together lets one engine open what another sealed, and answer it.
func Together(t *testing.T, writer, reader Maker) {
	each(t, func(t *testing.T, p wssec.Policy, v wssec.Version) {
		c := Config(wssec.Initiator, p)
		c.Version = v
		client, server := engine(t, writer, c), engine(t, reader, Config(wssec.Recipient, p))
		b, err := client.Seal(nil, []byte(payload))
		if err != nil {
			t.Fatal(err)
		}
		request := opened(t, server, string(b))
		judge(t, request, p, v, p.Request)
		if b, err = server.Reply(nil, []byte(payload), request); err != nil {
			t.Fatal(err)
		}
		judge(t, opened(t, client, string(b)), p, v, p.Response)
	})
}

// judge holds a message that carries payload against what its policy says.
func judge(t *testing.T, got *wssec.Message, p wssec.Policy, v wssec.Version, carries wssec.Protection) {
	t.Helper()
	if got.Version != v {
		t.Errorf("version %d, want %d", got.Version, v)
	}
	want := `<soap:Body xmlns:soap="` + v.Namespace() + `">` + payload + `</soap:Body>`
	if body := strip(string(got.Body)); body != want {
		t.Errorf("Body\n%s\nwant\n%s", body, want)
	}
	if !slices.Equal(got.Signed, carries.Sign) || !slices.Equal(got.Encrypted, carries.Encrypt) {
		t.Errorf("signed %v, encrypted %v, want %v, %v", got.Signed, got.Encrypted, carries.Sign, carries.Encrypt)
	}
	if carries.Login && (got.Login == nil || *got.Login != user) {
		t.Errorf("login %v", got.Login)
	}
	if carries.Lifetime != 0 && (!got.Created.Equal(noon) || !got.Expires.Equal(noon.Add(carries.Lifetime))) {
		t.Errorf("good from %v to %v", got.Created, got.Expires)
	}
	used := wssec.Algorithms{}
	if algs := p.Suite.Algorithms(); len(carries.Sign) > 0 {
		used = algs
		if len(carries.Encrypt) == 0 {
			used.KeyTransport, used.Cipher = "", ""
		}
		paths := []string{got.References[0].Element, got.References[1].Element}
		if !slices.Equal(paths, []string{"Envelope/Body", "Envelope/Header/Security/Timestamp"}) {
			t.Errorf("references to %v", paths)
		}
	}
	if got.Used != used {
		t.Errorf("used %v, want %v", got.Used, used)
	}
}

// strip takes from a Body what signing needs of it.
func strip(body string) string {
	const wsu = ` xmlns:wsu="` + soap.WSU + `"`
	body = strings.Replace(body, wsu, "", 1)
	if at := strings.Index(body, ` wsu:Id="`); at >= 0 {
		end := at + len(` wsu:Id="`) + strings.IndexByte(body[at+len(` wsu:Id="`):], '"') + 1
		body = body[:at] + body[end:]
	}
	return body
}

// payloads sends odd contents through every policy. The octets wanted are those of Exclusive XML
// Canonicalization.
func payloads(t *testing.T, m Maker) {
	large := strings.Repeat(`<q a="1">2</q>`, 5000)
	for _, c := range []struct{ name, payload, want string }{
		{"empty", "", ""},
		{"white space", " \n\t ", " \n\t "},
		{"text", "no element at all", "no element at all"},
		{"mixed", "\n  text<!--c--><a/><b/>tail", "\n  text<a></a><b></b>tail"},
		{"CDATA", "<a>1<![CDATA[<&>]]>2</a>", "<a>1&lt;&amp;&gt;2</a>"},
		{"line ends", "<a b='1&#9;2&#10;3&#13;4'>p&#13;q\r\nr</a>", "<a b=\"1&#x9;2&#xA;3&#xD;4\">p&#xD;q\nr</a>"},
		{"attribute white space", "<a b='1\n2\t3'/>", `<a b="1 2 3"></a>`},
		{"quotes", `<a b='"&apos;&lt;>'>"'&gt;</a>`, `<a b="&quot;'&lt;>">"'&gt;</a>`},
		{"beyond ASCII", "<a b='é'>\U0001F30B世</a>", "<a b=\"é\">\U0001F30B世</a>"},
		{"namespaces", `<a xmlns="urn:d" xmlns:u="urn:unused"><b xmlns=""/></a>`, `<a xmlns="urn:d"><b xmlns=""></b></a>`},
		{"default namespace ended", `<a xmlns=""/>`, `<a></a>`},
		{"attribute order", `<a xmlns:z="urn:a" xmlns:b="urn:z" b:q="1" z:q="2" q="3"/>`,
			`<a xmlns:b="urn:z" xmlns:z="urn:a" q="3" z:q="2" b:q="1"></a>`},
		{"attribute order by namespace", `<a xmlns:z="urn:a" xmlns:b="urn:z" b:a="1" z:q="2"/>`,
			`<a xmlns:b="urn:z" xmlns:z="urn:a" z:q="2" b:a="1"></a>`},
		{"ids of the application", `<a Id="1"/><a Id="1"/>`, `<a Id="1"></a><a Id="1"></a>`},
		{"prefix soap of another", `<soap:a xmlns:soap="urn:x"/>`, `<soap:a xmlns:soap="urn:x"></soap:a>`},
		{"an envelope", `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body/></e:Envelope>`,
			`<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body></e:Body></e:Envelope>`},
		{"large", large, large},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, suite := range wssec.Suites() {
				for _, p := range wssec.Policies(suite) {
					b, err := engine(t, m, Config(wssec.Initiator, p)).Seal(nil, []byte(c.payload))
					if err != nil {
						t.Fatal(p.Name, err)
					}
					got := opened(t, engine(t, m, Config(wssec.Recipient, p)), string(b))
					want := `<soap:Body xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">` + c.want + `</soap:Body>`
					if body := strip(string(got.Body)); body != want {
						t.Errorf("%s: Body\n%.500s\nwant\n%.500s", p.Name, body, want)
					}
				}
			}
		})
	}
}

// parallel uses two engines from many goroutines.
func parallel(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	client, server := engine(t, m, Config(wssec.Initiator, p)), engine(t, m, Config(wssec.Recipient, p))
	for i := range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for j := range 8 {
				ask := fmt.Sprintf(`<ask n="%d.%d"></ask>`, i, j)
				b, err := client.Seal(nil, []byte(ask))
				if err != nil {
					t.Fatal(err)
				}
				request := opened(t, server, string(b))
				if !strings.Contains(string(request.Body), ask) {
					t.Fatalf("asked %s, got %s", ask, request.Body)
				}
				if b, err = server.Reply(nil, request.Body, request); err != nil {
					t.Fatal(err)
				}
				if answer := opened(t, client, string(b)); !strings.Contains(string(answer.Body), ask) {
					t.Fatalf("answered %s, got %s", ask, answer.Body)
				}
			}
		})
	}
}
