package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// hostile sends documents that are no XML, or no SOAP. They must be refused under every policy.
func hostile(t *testing.T, m Maker) {
	const ns = `xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"`
	around := func(body string) string {
		return `<soap:Envelope ` + ns + `><soap:Body>` + body + `</soap:Body></soap:Envelope>`
	}
	good := around("<a/>")
	opened(t, engine(t, m, Config(wssec.Recipient, wssec.Plain())), good)
	for name, message := range map[string]string{
		"nothing":                           "",
		"white space":                       " \n",
		"no XML":                            "hello",
		"DOCTYPE":                           `<!DOCTYPE x>` + good,
		"DOCTYPE with entities":             `<!DOCTYPE x [<!ENTITY a "b">]>` + around("&a;"),
		"entity bomb":                       `<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>` + around("&c;"),
		"external DTD":                      `<!DOCTYPE x SYSTEM "http://example.invalid/x.dtd">` + good,
		"DOCTYPE within":                    around("<!DOCTYPE x>"),
		"unknown entity":                    around("&nbsp;"),
		"processing instruction":            around("<?x y?>"),
		"instruction before":                "<?x y?>" + good,
		"instruction behind":                good + "<?x y?>",
		"XML declaration within":            around(`<?xml version="1.0"?>`),
		"XML 1.1":                           `<?xml version="1.1"?>` + good,
		"another encoding":                  `<?xml version="1.0" encoding="iso-8859-1"?>` + good,
		"UTF-16":                            "\xff\xfe<\x00a\x00/\x00>\x00",
		"undeclared prefix":                 around("<p:a/>"),
		"undeclared prefix of an attribute": around(`<a p:b=""/>`),
		"attribute twice":                   around(`<a b="1" b="2"/>`),
		"attribute twice by namespace":      around(`<a xmlns:p="urn:u" xmlns:q="urn:u" p:b="1" q:b="2"/>`),
		"prefix ended":                      around(`<a xmlns:p="urn:u"><b xmlns:p=""/></a>`),
		"xml bound anew":                    around(`<a xmlns:xml="urn:u"/>`),
		"xmlns bound":                       around(`<a xmlns:xmlns="urn:u"/>`),
		"two colons":                        around(`<a:b:c/>`),
		"colon in front":                    around(`<x :Id="1"/>`),
		"no space between attributes":       around(`<a b="1"c="2"/>`),
		"two roots":                         good + good,
		"text behind":                       good + "x",
		"text before":                       "x" + good,
		"not closed":                        strings.TrimSuffix(good, "</soap:Envelope>"),
		"closed crosswise":                  around(`<a><b></a></b>`),
		"closed by another prefix":          around(`<p:a xmlns:p="urn:u" xmlns:q="urn:u"></q:a>`),
		"a surrogate":                       around("&#xD800;"),
		"character zero":                    around("&#0;"),
		"a control character":               around("\x01"),
		"no UTF-8":                          around("\xff"),
		"U+FFFE":                            around("\ufffe"),
		"]]> in text":                       around("]]>"),
		"-- in a comment":                   around("<!-- -- -->"),
		"< in an attribute":                 around(`<a b="<"/>`),
		"CDATA not closed":                  around("<![CDATA["),
		"another document":                  "<html/>",
		"an envelope of no version":         strings.ReplaceAll(good, "soap/envelope", "soap/enveloppe"),
		"no Body":                           `<soap:Envelope ` + ns + `/>`,
		"Body first":                        `<soap:Envelope ` + ns + `><soap:Body/><soap:Header/></soap:Envelope>`,
		"text in the envelope":              `<soap:Envelope ` + ns + `>x<soap:Body/></soap:Envelope>`,
		"text in the header":                `<soap:Envelope ` + ns + `><soap:Header>x</soap:Header><soap:Body/></soap:Envelope>`,
		"an element in the envelope":        `<soap:Envelope ` + ns + `><x/><soap:Body/></soap:Envelope>`,
		"an id twice":                       around(`<a xmlns:u="` + soap.WSU + `"><b u:Id="1"/><b u:Id="1"/></a>`),
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range wssec.Policies(wssec.Basic256Sha256GCM) {
				e := engine(t, m, Config(wssec.Recipient, p))
				switch {
				case name == "an envelope of no version":
					refused(t, e, message, wssec.VersionMismatch)
				case name == "an id twice":
					refused(t, e, message, wssec.InvalidSecurity)
				default:
					refused(t, e, message, wssec.Client)
				}
			}
		})
	}
}

// limits passes each of the configured limits by one, having reached it before.
func limits(t *testing.T, m Maker) {
	p := wssec.Sign(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	ref := element(t, message, "ds:Reference")
	token := element(t, message, "wsse:BinarySecurityToken")
	plain := func(body string) string {
		return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>` + body + `</soap:Body></soap:Envelope>`
	}
	ids := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `<a xml:id="i%d"/>`, i)
		}
		return b.String()
	}
	for _, c := range []struct {
		name    string
		limits  wssec.Limits
		policy  wssec.Policy
		at, one string // at the limit, and one past it
		want    wssec.FaultCode
	}{
		{"Bytes", wssec.Limits{Bytes: len(plain(""))}, wssec.Plain(), plain(""), plain(" "), wssec.Client},
		{"Depth", wssec.Limits{Depth: 4}, wssec.Plain(), plain("<a><b/></a>"), plain("<a><b><c/></b></a>"), wssec.Client},
		{"Attributes", wssec.Limits{Attributes: 2}, wssec.Plain(), plain(`<a b="" xmlns="urn:x"/>`), plain(`<a b="" c="" xmlns="urn:x"/>`), wssec.Client},
		{"Name", wssec.Limits{Name: 13}, wssec.Plain(), plain("<abcdefghijklm/>"), plain("<abcdefghijklmn/>"), wssec.Client},
		{"IDs", wssec.Limits{IDs: 3}, wssec.Plain(), plain(ids(3)), plain(ids(4)), wssec.Client},
		{"References", wssec.Limits{References: 3}, p, resign(t, replace(t, message, ref, ref+ref), identities().client.Key),
			resign(t, replace(t, message, ref, ref+ref+ref), identities().client.Key), wssec.InvalidSecurity},
		{"Tokens", wssec.Limits{Tokens: 4}, p, replace(t, message, token, token+"<x/>"), replace(t, message, token, token+"<x/><x/>"), wssec.InvalidSecurity},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := Config(wssec.Recipient, c.policy)
			cfg.Limits = c.limits
			e := engine(t, m, cfg)
			opened(t, e, c.at)
			refused(t, e, c.one, c.want)
		})
	}
	t.Run("a million nested elements", func(t *testing.T) {
		e := engine(t, m, Config(wssec.Recipient, wssec.Plain()))
		refused(t, e, plain(strings.Repeat("<a>", 1e6)+strings.Repeat("</a>", 1e6)), wssec.Client)
	})
	t.Run("a serial number of a million digits", func(t *testing.T) {
		info := content(t, message, "ds:KeyInfo")
		named := `<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>CN=x</ds:X509IssuerName><ds:X509SerialNumber>` +
			strings.Repeat("9", 1e6) + `</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`
		refused(t, engine(t, m, Config(wssec.Recipient, p)), replace(t, message, info, named), wssec.InvalidSecurityToken)
	})
}

// roles sends headers for others and for us.
func roles(t *testing.T, m Maker) {
	message := sealed(t, m, wssec.Username())
	server := engine(t, m, Config(wssec.Recipient, wssec.Username()))
	const next = "http://schemas.xmlsoap.org/soap/actor/next"
	with := func(header string) string { return replace(t, message, "<soap:Header>", "<soap:Header>"+header) }
	as := func(attributes string) string { return replace(t, message, `soap:mustUnderstand="1"`, attributes) }
	for name, good := range map[string]string{
		"no mustUnderstand":           as(""),
		"mustUnderstand 0":            as(`soap:mustUnderstand="0"`),
		"mustUnderstand true":         as(`soap:mustUnderstand="true"`),
		"no actor but empty":          as(`soap:actor=""`),
		"the next actor":              as(`soap:actor="` + next + `"`),
		"a header":                    with(`<x/>`),
		"a header for another":        with(`<x soap:mustUnderstand="1" soap:actor="urn:x"/>`),
		"a Security for another":      with(`<s:Security xmlns:s="` + soap.WSSE + `" soap:mustUnderstand="1" soap:actor="urn:x"><x/></s:Security>`),
		"a role of the other version": with(`<x xmlns:e="http://www.w3.org/2003/05/soap-envelope" e:mustUnderstand="1"/>`),
	} {
		t.Run(name, func(t *testing.T) { opened(t, server, good) })
	}
	for _, c := range []struct {
		name, message string
		want          wssec.FaultCode
	}{
		{"not understood", with(`<x soap:mustUnderstand="1"/>`), wssec.MustUnderstand},
		{"next, not understood", with(`<x soap:mustUnderstand="true" soap:actor="` + next + `"/>`), wssec.MustUnderstand},
		{"mustUnderstand 2", with(`<x soap:mustUnderstand="2"/>`), wssec.Client},
		{"a Security for the next actor besides", with(`<s:Security xmlns:s="` + soap.WSSE + `" soap:actor="` + next + `"/>`), wssec.InvalidSecurity},
		{"two for one other actor", with(strings.Repeat(`<s:Security xmlns:s="`+soap.WSSE+`" soap:actor="urn:x"/>`, 2)), wssec.InvalidSecurity},
	} {
		t.Run(c.name, func(t *testing.T) { refused(t, server, c.message, c.want) })
	}
	twelve(t, m)
}

// twelve does the same in SOAP 1.2, where the attribute is called role.
func twelve(t *testing.T, m Maker) {
	c := Config(wssec.Initiator, wssec.Username())
	c.Version = wssec.SOAP12
	b, err := engine(t, m, c).Seal(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	message, server := string(b), engine(t, m, Config(wssec.Recipient, wssec.Username()))
	const role = "http://www.w3.org/2003/05/soap-envelope/role/"
	as := func(attribute string) string { return replace(t, message, `soap:mustUnderstand="1"`, attribute) }
	opened(t, server, as(`soap:role="`+role+`next"`))
	opened(t, server, as(`soap:role="`+role+`ultimateReceiver"`))
	opened(t, server, as(`soap:actor="urn:x"`)) // means nothing here
	refused(t, server, as(`soap:role="`+role+`none"`), wssec.InvalidSecurity)
	refused(t, server, replace(t, message, "<soap:Header>", `<soap:Header><x soap:mustUnderstand="true" soap:role="`+role+`ultimateReceiver"/>`), wssec.MustUnderstand)
}
