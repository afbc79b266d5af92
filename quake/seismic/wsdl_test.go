package seismic

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

const contractDir = "../../../shared/contract/"

// The contract as others generate their clients from it, and ours, have the same elements, attributes and
// text, whatever their comments and white space. The contract is that of a service whose answers name their key by
// issuer and serial, and it leaves out the older addressing headers, which have to be signed too.
func TestWSDLIsTheContract(t *testing.T) {
	for _, suite := range wssec.Suites() {
		for _, p := range wssec.Policies(suite) {
			t.Run(p.Name+"/"+suite.String(), func(t *testing.T) {
				file := contractDir + "seismic-" + p.Name + ".wsdl"
				if p.Name == "plain" {
					file = contractDir + "seismic.wsdl"
				}
				contract, err := os.ReadFile(file)
				if err != nil {
					t.Skip("the contract files are not there: ", err)
				}
				p.Response.SignatureKey = wssec.ByIssuerSerial
				got := outline(t, WSDL(nil, p, "http://localhost:8800/seismic/"+p.Name))
				const older = "<http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702 Header {}Namespace=http://schemas.xmlsoap.org/ws/2004/08/addressing"
				if i := slices.Index(got, older); i >= 0 {
					got = slices.Delete(got, i, i+len("<>"))
				} else if len(p.Request.Sign) > 0 {
					t.Error("the older addressing headers need not be signed")
				}
				want := outline(t, contract)
				if strings.Contains(suite.String(), "128") { // the contract is that of a suite with 256
					for i, line := range want {
						want[i] = strings.ReplaceAll(line, "Basic256Sha256", "Basic128Sha256")
					}
				}
				for i := range max(len(got), len(want)) {
					if i >= len(got) || i >= len(want) || got[i] != want[i] {
						t.Fatalf("token %d:\ngot  %.200q\nwant %.200q", i, got[min(i, len(got)):], want[min(i, len(want)):])
					}
				}
			})
		}
	}
}

// outline is what a document says, token by token.
func outline(t *testing.T, doc []byte) (lines []string) {
	t.Helper()
	var tokens xmltok.Tokenizer
	tokens.Reset(doc)
	for {
		kind, err := tokens.Next()
		switch {
		case err != nil:
			t.Fatal(err)
		case kind == xmltok.EOF:
			return lines
		case kind == xmltok.Start:
			line := fmt.Sprintf("<%s %s", tokens.Name().Space, tokens.Name().Local)
			for _, d := range tokens.Decls() { // QNames in values need them
				line += fmt.Sprintf(" xmlns:%s=%s", d.Prefix, d.URI)
			}
			for a := range tokens.Sorted {
				line += fmt.Sprintf(" {%s}%s=%s", a.Space, a.Local, a.Value())
			}
			lines = append(lines, line)
		case kind == xmltok.End:
			lines = append(lines, ">")
		case kind == xmltok.Text && len(collapse(tokens.Content())) > 0:
			lines = append(lines, string(tokens.Content()))
		}
	}
}

func TestWSDLEscapesTheAddress(t *testing.T) {
	wsdl := string(WSDL([]byte("before "), wssec.Plain(), `http://host/?a=1&b="<2>"`))
	if want := `<soap:address location="http://host/?a=1&amp;b=&quot;&lt;2>&quot;"/>`; !strings.Contains(wsdl, want) {
		t.Errorf("no %s in the WSDL", want)
	}
	rest, found := strings.CutPrefix(wsdl, "before ")
	if !found {
		t.Error("dst is not kept")
	}
	outline(t, []byte(rest))
}

func TestWSDLNamesWhatSecurityPolicyCannot(t *testing.T) {
	const note = "AES-256-GCM, http://www.w3.org/2009/xmlenc11#aes256-gcm"
	if wsdl := string(WSDL(nil, wssec.SignEncrypt(wssec.Basic256Sha256GCM), "http://host/")); !strings.Contains(wsdl, note) {
		t.Error("the WSDL of the GCM suite does not say so")
	}
	if wsdl := string(WSDL(nil, wssec.SignEncrypt(wssec.Basic256Sha256), "http://host/")); strings.Contains(wsdl, "GCM") {
		t.Error("the WSDL of the CBC suite speaks of GCM")
	}
}

func TestWSDLNotes(t *testing.T) {
	for suite, want := range map[wssec.Suite][]string{
		wssec.Basic128Sha256:           {"Signatures are http://www.w3.org/2001/04/xmldsig-more#rsa-sha256 -->"},
		wssec.RSA4096Basic256Sha256GCM: {"Keys are RSA of at least 4096 bits", "aes256-gcm"},
		wssec.Basic256Sha256GCMPSS:     {"Signatures are http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"},
		wssec.Basic256Sha256GCMOAEP256: {"http://www.w3.org/2009/xmlenc11#rsa-oaep, for which"},
		wssec.P384AES256GCM:            {"#ecdsa-sha384", "#sha384, for which", "#kw-aes256 under a key", "ECDH-ES, http://www.w3.org/2009/xmlenc11#ECDH-ES", "Keys are on the curve P-384"},
		wssec.P256AES128GCM:            {"<sp:Basic128Sha256/>", "AES-128-GCM", "Keys are on the curve P-256"},
	} {
		wsdl := string(WSDL(nil, wssec.SignEncrypt(suite), "http://host/"))
		outline(t, []byte(wsdl))
		for _, text := range want {
			if !strings.Contains(wsdl, text) {
				t.Errorf("%s: no %q in the WSDL", suite, text)
			}
		}
	}
}

// Requests and responses may be protected differently.
func TestWSDLOfTwoMessagePolicies(t *testing.T) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256)
	p.Response.Encrypt = nil
	p.Request.Login = true
	wsdl := string(WSDL(nil, p, "http://host/"))
	outline(t, []byte(wsdl))
	for _, want := range []string{
		`<wsdl:input><wsp:PolicyReference URI="#SeismicRequestPolicy"/>`,
		`<wsdl:output><wsp:PolicyReference URI="#SeismicResponsePolicy"/>`,
		`<sp:SupportingTokens>`,
	} {
		if !strings.Contains(wsdl, want) {
			t.Errorf("no %s in the WSDL", want)
		}
	}
	if n := strings.Count(wsdl, "<sp:EncryptedParts>"); n != 1 {
		t.Errorf("EncryptedParts stands %d times, want once", n)
	}
}
