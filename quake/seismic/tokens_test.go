package seismic

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"seismark/wssec"
)

// TestWSDLTokens says of the certificates just what messages do (WS-SecurityPolicy 1.3 sections 5.1.1 and 5.4.3, of the
// assertions around them section 9).
func TestWSDLTokens(t *testing.T) {
	for _, c := range []struct {
		name                 string
		change               func(*wssec.Policy)
		initiator, recipient string // what follows IncludeToken/ and the assertion within, if any
		around               string
	}{
		{"as they are", func(*wssec.Policy) {}, "AlwaysToRecipient", "AlwaysToInitiator RequireIssuerSerialReference", "Wss10"},
		{"only signed", func(p *wssec.Policy) { p.Request.Encrypt, p.Response.Encrypt = nil, nil }, "AlwaysToRecipient", "AlwaysToInitiator", "Wss10"},
		{"answers by issuer and serial", func(p *wssec.Policy) { p.Response.SignatureKey = wssec.ByIssuerSerial }, "AlwaysToRecipient", "Never RequireIssuerSerialReference", "Wss10"},
		{"answers by token", func(p *wssec.Policy) { p.Response.EncryptionKey = wssec.ByToken }, "Always", "AlwaysToInitiator RequireIssuerSerialReference", "Wss10"},
		{"answers by identifier", func(p *wssec.Policy) { p.Response.SignatureKey = wssec.BySubjectKeyIdentifier }, "AlwaysToRecipient", "Never", "Wss10"},
		{"requests to a token", func(p *wssec.Policy) { p.Request.EncryptionKey = wssec.ByToken }, "AlwaysToRecipient", "Always", "Wss10"},
		{"no tokens", func(p *wssec.Policy) {
			for _, d := range []*wssec.Protection{&p.Request, &p.Response} {
				d.SignatureKey, d.EncryptionKey = wssec.ByThumbprintSHA1, wssec.ByThumbprintSHA1
			}
		}, "Never RequireThumbprintReference", "Never RequireThumbprintReference", "Wss11"},
		{"identifiers, signed only", func(p *wssec.Policy) {
			p.Request = wssec.Protection{Sign: p.Request.Sign, SignatureKey: wssec.BySubjectKeyIdentifier}
			p.Response = p.Request
		}, "Never RequireKeyIdentifierReference", "Never RequireKeyIdentifierReference", "Wss10"},
		{"the key of the request", func(p *wssec.Policy) { p.Response.EncryptionKey = wssec.ByEncryptedKeySHA1 }, "AlwaysToRecipient", "AlwaysToInitiator RequireIssuerSerialReference", "Wss11"},
		{"certificates embedded", func(p *wssec.Policy) {
			p.Response.SignatureKey, p.Response.EncryptionKey = wssec.ByX509Data, wssec.ByX509Data
		}, "AlwaysToRecipient", "Never", "Wss10"},
		{"confirmed", func(p *wssec.Policy) { p.Response.Confirm = true }, "AlwaysToRecipient", "AlwaysToInitiator RequireIssuerSerialReference", "Wss11"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := wssec.SignEncrypt(wssec.Basic256Sha256)
			c.change(&p)
			wsdl := string(WSDL(nil, p, "http://host/"))
			outline(t, []byte(wsdl))
			for side, want := range map[string]string{"InitiatorToken": c.initiator, "RecipientToken": c.recipient} {
				if got := tokenIn(wsdl, side); got != want {
					t.Errorf("%s: %s, want %s", side, got, want)
				}
			}
			if n := strings.Count(wsdl, "<sp:"+c.around+">"); n != 1 || strings.Contains(wsdl, "RequireSignatureConfirmation") != p.Response.Confirm {
				t.Errorf("no %s, or it says wrong things of confirmations", c.around)
			}
		})
	}
}

// tokenIn is the token of a side.
func tokenIn(wsdl, side string) string {
	part := regexp.MustCompile(`(?s)<sp:` + side + `>.*</sp:` + side + `>`).FindString(wsdl)
	found := regexp.MustCompile(`/200702/IncludeToken/(\w+)`).FindStringSubmatch(part)
	required := regexp.MustCompile(`<sp:(Require\w+)/>`).FindStringSubmatch(part)
	if len(found) < 2 {
		return "none"
	}
	if len(required) < 2 {
		return found[1]
	}
	return fmt.Sprint(found[1], " ", required[1])
}
