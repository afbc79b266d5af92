package enginetest

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// repeated are what payloads are made of by repeating it, with a number for each %.
var repeated = map[string]string{
	"comments":                    "<!---->",
	"texts between comments":      "t<!---->",
	"pieces of text":              "<![CDATA[]]>t",
	"pieces of <":                 "<![CDATA[<]]>",
	"character references":        "&#13;",
	"elements":                    "<a/>",
	"elements with end tags":      "<a></a>",
	"elements with text":          "<a/>t",
	"elements of different names": "<a%/>",
	"attributes":                  `<a b='1' c="2"/>`,
	"many attributes":             "<a" + numbered(40, ` b%=""`) + "/>",
	"namespaces":                  `<a xmlns="urn:%"/>`,
	"prefixes":                    `<p%:a xmlns:p%="urn:%"/>`,
	"prefixes that nobody uses":   `<a xmlns:p%="urn:p"/>`,
	"many prefixes":               "<a" + numbered(20, ` xmlns:p%="urn:%" p%:b=""`) + "/>",
	"xml:lang":                    `<a xml:lang="en"/>`,
	"depth":                       strings.Repeat("<a>", 50) + strings.Repeat("</a>", 50),
}

// numbered repeats a text n times, with a number of one width for each %.
func numbered(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(text, "%", fmt.Sprint(1e6+i)))
	}
	return b.String()
}

// growth holds what is allocated for four times the payload to about four times what is allocated for one, and to
// a number of bytes for each octet besides what a tree may take: whatever the payload is made of, also deep in a
// message, and where many namespaces are in force.
func growth(t *testing.T, m Maker) {
	const octets, factor, bound = 1 << 16, 4, 7
	const each, tree, little = 64, 64 << 20, 16 * octets
	p := wssec.Sign(wssec.Basic256Sha256GCM)
	client, server := engine(t, m, Config(wssec.Initiator, p)), engine(t, m, Config(wssec.Recipient, p))
	for _, around := range [][2]string{
		{"<x>", "</x>"},
		{numbered(9, `<e xmlns:q%="urn:%">`), strings.Repeat("</e>", 9)},
		{"<x" + numbered(60, ` xmlns:q%="urn:%"`) + ">", "</x>"},
	} {
		for name, unit := range repeated {
			t.Run(name+" in "+around[0][:2], func(t *testing.T) {
				var seal, open [2]float64
				for i, n := range []int{octets, factor * octets} {
					payload := []byte(around[0] + numbered(n/len(unit), unit) + around[1])
					var message []byte
					var err error
					seal[i] = allocated(func() { message, err = client.Seal(nil, payload) })
					if err != nil {
						t.Fatal(err)
					}
					open[i] = allocated(func() { _, err = server.Open(message) })
					if err != nil {
						t.Fatal(err)
					}
					if most := each*float64(len(payload)) + tree; max(seal[i], open[i]) > most {
						t.Errorf("%d octets: %.0f bytes to seal, %.0f to open", len(payload), seal[i], open[i])
					}
				}
				if seal[1] > bound*max(seal[0], little) || open[1] > bound*max(open[0], little) {
					t.Errorf("%d times the payload: from %.0f to %.0f bytes to seal, from %.0f to %.0f to open",
						factor, seal[0], seal[1], open[0], open[1])
				}
			})
		}
	}
}

// flood sends headers, and encrypted data, to who has yet to see who sends them. They cost a few megabytes
// besides their octets, whether they are refused for it or not.
func flood(t *testing.T, m Maker) {
	const octets, few = 1 << 19, 4 << 20
	security := func(header string) string {
		return `<w:Security xmlns:w="` + soap.WSSE + `">` + header + `</w:Security>`
	}
	for name, unit := range repeated {
		many := numbered(octets/len(unit), unit)
		for _, c := range []struct {
			place, message string
			each           float64 // bytes for an octet: of a Body the canonical form is made, in growing slices
		}{
			{"Header", headed(many, ""), 2},
			{"a block", headed("<x>"+many+"</x>", ""), 2},
			{"Security", headed(security(many), ""), 2},
			{"a token", headed(security("<x>"+many+"</x>"), ""), 2},
			{"EncryptedData", headed(security(""), `<EncryptedData xmlns="`+soap.XENC+`">`+many+`</EncryptedData>`), 24},
		} {
			for _, p := range []wssec.Policy{wssec.Plain(), wssec.SignEncrypt(wssec.Basic256Sha256GCM)} {
				server := engine(t, m, Config(wssec.Recipient, p))
				message := []byte(c.message)
				if n := allocated(func() { server.Open(message) }); n > c.each*float64(len(message))+few {
					t.Errorf("%s in %s, policy %s: %.0f bytes for %d octets", name, c.place, p.Name, n, len(message))
				}
			}
		}
	}
}

// headed is a message of a header and a body.
func headed(header, body string) string {
	return `<soap:Envelope xmlns:soap="` + wssec.SOAP11.Namespace() + `"><soap:Header>` + header + `</soap:Header><soap:Body>` +
		body + `</soap:Body></soap:Envelope>`
}

// allocated is how many bytes are allocated by what is done: of three times the least, without what others do
// meanwhile, and the first does once.
func allocated(do func()) float64 {
	least := math.Inf(1)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		least = min(least, float64(after.TotalAlloc-before.TotalAlloc))
	}
	return least
}
