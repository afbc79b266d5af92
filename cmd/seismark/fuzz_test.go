package main

import (
	"io"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// FuzzPayloadOf holds that whatever is taken stands in a Body without changing what is around it.
func FuzzPayloadOf(f *testing.F) {
	for _, seed := range []string{
		`<a/>`, `<?xml version="1.0"?><a xmlns="urn:a" b="c">d</a>`, `<a/></soap:Body><soap:Body>`,
		`<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><a/></e:Body></e:Envelope>`,
		`<Envelope xmlns="http://www.w3.org/2003/05/soap-envelope" xmlns:s="urn:s"><Body><a t="s:int"/></Body></Envelope>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		payload, version, err := payloadOf(message)
		if err != nil || len(payload) == 0 {
			return
		}
		envelope := `<s:Envelope xmlns:s="` + version.Namespace() + `"><s:Body>` + string(payload) + `</s:Body></s:Envelope>`
		env, err := soap.Split([]byte(envelope), wssec.DefaultLimits)
		if err != nil {
			t.Fatalf("%q gives %q, which does not stand in a Body: %v", message, payload, err)
		}
		if len(env.Headers) > 0 || string(env.Bytes(env.Content.Element)) != string(payload) {
			t.Fatalf("%q gives %q, which is not all of the Body", message, payload)
		}
	})
}

// FuzzOpen holds that no message verifies where nobody is trusted, and that every one can be told of.
func FuzzOpen(f *testing.F) {
	for _, seed := range []string{
		``, `<a/>`, `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body/></e:Envelope>`,
		`<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header><w:Security xmlns:w="` + soap.WSSE +
			`"><w:UsernameToken><w:Username>a</w:Username><w:Password>b</w:Password></w:UsernameToken>` +
			`<w:BinarySecurityToken>AAAA</w:BinarySecurityToken></w:Security></e:Header><e:Body><a/></e:Body></e:Envelope>`,
	} {
		f.Add([]byte(seed))
	}
	open, err := newOpener(&keyring{}, openOptions{Engine: "dom"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		found := open.open(message)
		if found.Verified || len(found.Problems) == 0 {
			t.Fatalf("%q is verified", message)
		}
		if err := found.tell(io.Discard); err != nil {
			t.Fatal(err)
		}
	})
}
