package seismic

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"sync"
	"text/template"

	"seismark/wssec"
)

// The WSDL of a service under any policy. The soap:address and the notes are escaped before they come here.
//
//go:embed service.wsdl.tmpl
var wsdlText string

var wsdlTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("wsdl").Parse(wsdlText))
})

// description is what the template shows of a policy.
type description struct {
	Secured, Signed, Login, Timestamp, Confirm bool

	Initiator, Recipient token
	Wss                  string

	Suite         string
	SuiteNotes    []string
	Messages      []messagePolicy
	Input, Output string // the IDs of their message policies
	Address       string
}

// messagePolicy says which parts of a message are protected.
type messagePolicy struct {
	ID                string
	Signed, Encrypted *parts
}

type parts struct{ Body, Addressing bool }

// WSDL appends the description of the service at an address under a policy, with the WS-SecurityPolicy 1.3
// assertions from which other stacks configure themselves. All are in the namespace of version 1.2, as 1.3 has it.
//
// WS-SecurityPolicy has names for suites with CBC only, so that stacks which take their algorithms from it can call
// services of Basic256Sha256 and Basic128Sha256. The nearest name stands for other suites too, with notes that say
// what differs. Of the signature, all suites differ from what the names mean to the letter, rsa-sha1.
func WSDL(dst []byte, p wssec.Policy, address string) []byte {
	d := description{
		Signed:     len(p.Request.Sign) > 0,
		Login:      p.Request.Login,
		Timestamp:  p.Request.Lifetime > 0,
		Suite:      suiteName(p.Suite),
		Confirm:    p.Response.Confirm,
		SuiteNotes: suiteNotes(p),
		Wss:        wss(p),
		Address:    escape(address),
	}
	d.Initiator, d.Recipient = tokens(p)
	d.Secured = d.Signed || d.Login
	d.addMessages(p.Request, p.Response)
	b := bytes.NewBuffer(dst)
	if err := wsdlTemplate().Execute(b, d); err != nil {
		panic("seismic: the WSDL template: " + err.Error())
	}
	return b.Bytes()
}

// suiteName is the nearest name of WS-SecurityPolicy 1.2 section 6.1, by the length of the cipher's key.
func suiteName(s wssec.Suite) string {
	switch s.Algorithms().Cipher {
	case wssec.AES128CBC, wssec.AES128GCM:
		return "Basic128Sha256"
	}
	return "Basic256Sha256"
}

// suiteNotes say what WS-SecurityPolicy has no name for. Its Basic256Sha256 and Basic128Sha256 mean AES with CBC,
// sha256, rsa-oaep-mgf1p and, read to the letter, rsa-sha1; the assertions of other authors that say more are
// understood by their own stacks only.
func suiteNotes(p wssec.Policy) []string {
	s := p.Suite
	a := s.Algorithms()
	notes := []string{"Signatures are " + string(a.Signature)}
	note := func(what string, uri wssec.Algorithm) {
		notes = append(notes, what+", "+string(uri)+", for which WS-SecurityPolicy has no name")
	}
	if a.Digest != wssec.SHA256 {
		note("Digests are SHA-384", a.Digest)
	}
	if len(p.Request.Encrypt)+len(p.Response.Encrypt) > 0 {
		encryptionNotes(a, note)
	}
	switch k := s.Key(); {
	case k.Curve() != nil:
		notes = append(notes, "Keys are on the curve "+k.Curve().Params().Name)
	case k != wssec.RSA2048:
		notes = append(notes, fmt.Sprintf("Keys are RSA of at least %d bits", k.Bits()))
	}
	return notes
}

func encryptionNotes(a wssec.Algorithms, note func(what string, uri wssec.Algorithm)) {
	switch a.KeyTransport {
	case wssec.RSAOAEP:
		note("Session keys are encrypted by OAEP with SHA-256 for digest and mask", a.KeyTransport)
	case wssec.ECDHES:
		note("Session keys are wrapped by "+string(a.KeyWrap())+" under a key that is agreed on by ECDH-ES", a.KeyTransport)
	}
	switch a.Cipher {
	case wssec.AES256GCM:
		note("Data is encrypted with AES-256-GCM", a.Cipher)
	case wssec.AES128GCM:
		note("Data is encrypted with AES-128-GCM", a.Cipher)
	}
}

// addMessages makes one policy for both messages where they carry the same.
func (d *description) addMessages(request, response wssec.Protection) {
	if slices.Equal(request.Sign, response.Sign) && slices.Equal(request.Encrypt, response.Encrypt) {
		d.Input = d.addMessage("SeismicMessagePolicy", request)
		d.Output = d.Input
		return
	}
	d.Input = d.addMessage("SeismicRequestPolicy", request)
	d.Output = d.addMessage("SeismicResponsePolicy", response)
}

// addMessage gives the ID of the policy, empty where there is nothing to say.
func (d *description) addMessage(id string, p wssec.Protection) string {
	m := messagePolicy{id, partsOf(p.Sign), partsOf(p.Encrypt)}
	if m.Signed == nil && m.Encrypted == nil {
		return ""
	}
	d.Messages = append(d.Messages, m)
	return id
}

// partsOf is nil for none. The Timestamp has an assertion of its own.
func partsOf(list []wssec.Part) *parts {
	if len(list) == 0 {
		return nil
	}
	return &parts{Body: slices.Contains(list, wssec.PartBody), Addressing: slices.Contains(list, wssec.PartAddressing)}
}
