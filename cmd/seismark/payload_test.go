package main

import (
	"strings"
	"testing"
)

func TestPayloadOf(t *testing.T) {
	for name, c := range map[string]struct{ message, want string }{
		"payload":     {`<a><b/></a>`, `<a><b></b></a>`},
		"declaration": {"<?xml version=\"1.0\"?>\n<!-- c --><a/>\n", `<a></a>`},
		"envelope": {
			`<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><a/></e:Body></e:Envelope>`,
			`<a xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"></a>`,
		},
		"namespace of a value": {
			`<Envelope xmlns="http://www.w3.org/2003/05/soap-envelope" xmlns:s="urn:s"><Body><a xmlns="" t="s:int"/></Body></Envelope>`,
			`<a xmlns:s="urn:s" t="s:int"></a>`,
		},
		"empty": {`<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body/></e:Envelope>`, ``},
	} {
		got, _, err := payloadOf([]byte(c.message))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: got %s, %v, want %s", name, got, err, c.want)
		}
	}
}

func TestPayloadOfRefuses(t *testing.T) {
	const start = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">`
	for name, c := range map[string]struct{ message, want string }{
		"text":        {`hello`, "text outside of the root element"},
		"two":         {`<a/><b/>`, "line 1, column 5: a second root element"},
		"escape":      {`<a/></soap:Body><soap:Body><b/>`, "line 1, column 5: an end tag without its start tag"},
		"way out":     {`<a/></soap:Body></soap:Envelope><!-- `, ""},
		"unclosed":    {`<a>`, ""},
		"doctype":     {`<!DOCTYPE a><a/>`, "DOCTYPE"},
		"two in Body": {start + `<e:Body><a/><b/></e:Body></e:Envelope>`, "more than one element"},
		"header": {
			start + `<e:Header><To xmlns="urn:w">x</To></e:Header><e:Body><a/></e:Body></e:Envelope>`,
			"{urn:w}To",
		},
		"no SOAP": {`<Envelope><Body/></Envelope>`, "none of SOAP 1.1 or 1.2"},
	} {
		got, _, err := payloadOf([]byte(c.message))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %s, %v, want %q", name, got, err, c.want)
		}
	}
}
