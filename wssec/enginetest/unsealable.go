package enginetest

import (
	"strings"
	"testing"

	"seismark/wssec"
)

// unsealable are payloads that no message can hold, with what is said of them.
var unsealable = []struct{ name, payload, want string }{
	{"not closed", "<a>", "line 1, column 4: an end tag that is not </a>"},
	{"closes the Body", "</soap:Body><soap:Body>", "it ends the Body"},
	{"closes the Envelope", "</soap:Body></soap:Envelope>", "it ends the Body"},
	{"undeclared", "<p:a/>", "prefix p"},
	{"no UTF-8", "\xff", "UTF-8"},
	{"a DOCTYPE", "<!DOCTYPE a>", "DOCTYPE"},
	{"an instruction", "<a/><?x y?>", "a processing instruction, <?x?>"},
	{"an entity", "&nbsp;", "nbsp"},
	{"two ids", `<a xml:id="i"/><b xml:id="i"/>`, `two elements have the id "i"`},
	{"many ids", numbered(21, `<a xml:id="i%"/>`), "raise Limits.IDs"},
	{"deep", strings.Repeat("<a>", 11) + strings.Repeat("</a>", 11), "Limits.Depth"},
	{"many attributes", "<a" + numbered(9, ` b%=""`) + "/>", "Limits.Attributes"},
	{"a long name", "<" + strings.Repeat("n", 41) + "/>", "Limits.Name"},
	{"long", strings.Repeat("<a/>", 3000), "Limits.Bytes is 12000"},
}

// sealable are as much as the same limits let through.
var sealable = []string{
	"", "t", "<a/><b/>", numbered(12, `<a xml:id="i%"/>`), strings.Repeat("<a>", 10) + strings.Repeat("</a>", 10),
	"<a" + numbered(8, ` b%=""`) + "/>", "<" + strings.Repeat("n", 40) + "/>", "<soap:x/>", "<!-- c --><![CDATA[d]]>",
}

// unseals holds Seal to what Open takes, under the same limits.
func unseals(t *testing.T, m Maker) {
	for _, p := range []wssec.Policy{wssec.Plain(), wssec.Username(), wssec.Sign(wssec.Basic256Sha256GCM), wssec.SignEncrypt(wssec.Basic256Sha256GCM)} {
		config := func(r wssec.Role) wssec.Config {
			c := Config(r, p)
			c.Limits = wssec.Limits{Depth: 12, Attributes: 8, Name: 40, IDs: 20, Bytes: 12000}
			return c
		}
		client, server := engine(t, m, config(wssec.Initiator)), engine(t, m, config(wssec.Recipient))
		for _, c := range unsealable {
			b, err := client.Seal(nil, []byte(c.payload))
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "wssec: Client") {
				t.Errorf("%s, policy %s: %v, want %q; sealed as\n%.200s", c.name, p.Name, err, c.want, b)
			}
		}
		for _, payload := range sealable {
			b, err := client.Seal(nil, []byte(payload))
			if err == nil {
				_, err = server.Open(b)
			}
			if err != nil {
				t.Errorf("%q, policy %s: %v", payload, p.Name, err)
			}
		}
	}
}
