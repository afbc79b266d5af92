package enginetest

import (
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// unsigned encrypts without signing, so that nothing but the decryption itself can refuse.
func unsigned(t *testing.T, m Maker) {
	for _, suite := range wssec.Suites() {
		p := wssec.Policy{Name: "encrypt", Suite: suite, Request: wssec.Protection{Encrypt: []wssec.Part{wssec.PartBody}}}
		t.Run(suite.String(), func(t *testing.T) {
			message := sealed(t, m, p)
			c := Config(wssec.Recipient, p)
			if cipher := suite.Algorithms().Cipher; strings.HasSuffix(string(cipher), "cbc") {
				// CBC that nothing signs is refused, unless it is let in by name.
				refused(t, engine(t, m, c), message, wssec.InvalidSecurity)
				c.Accept = []wssec.Algorithm{cipher}
			}
			server := engine(t, m, c)
			got := opened(t, server, message)
			if len(got.Signed) != 0 || len(got.Encrypted) != 1 || got.Signer != nil {
				t.Errorf("signed %v by %v, encrypted %v", got.Signed, got.Signer, got.Encrypted)
			}
			unsignedText(t, suite, server, message)
			unsignedPlace(t, suite, server, message)
		})
	}
}

// unsignedText decrypts to what cannot stand in the Body.
func unsignedText(t *testing.T, suite wssec.Suite, server wssec.Engine, message string) {
	for name, good := range map[string]string{
		"nothing": "", "text": "text", "two elements": "<a/><b/>", "a comment": "<!-- -->",
		"another EncryptedData": `<EncryptedData xmlns="` + soap.XENC + `"/>`,
		"another Body":          `<soap:Body/>`,
	} {
		t.Run("opens/"+name, func(t *testing.T) { opened(t, server, reencrypt(t, suite, message, good)) })
	}
	for name, bad := range map[string]string{
		"not closed": "<a>", "a DOCTYPE": "<!DOCTYPE x>", "an instruction": "<?x?>", "a declaration": `<?xml version="1.0"?>`,
		"an undeclared prefix": "<zzz:a/>", "closes the Body": "</soap:Body><soap:Body>", "no UTF-8": "\xff",
		"a comment left open": "<!-- ", "an entity": "&x;", "a control character": "\x01",
		"an id twice":         `<a xml:id="i"/><a xml:id="i"/>`,
		"an id of the data":   `<a xml:id="` + tokenID(strings.Replace(element(t, message, "xenc:EncryptedKey"), " Id=", " wsu:Id=", 1)) + `"/>`,
		"more than the Depth": strings.Repeat("<a>", 63) + strings.Repeat("</a>", 63),
	} {
		t.Run("plain/"+name, func(t *testing.T) {
			refused(t, server, reencrypt(t, suite, message, bad), wssec.FailedCheck)
		})
	}
	element := strings.Replace(message, soap.XENC+"Content", soap.XENC+"Element", 1)
	opened(t, server, reencrypt(t, suite, element, " <a/>\n"))
	for _, bad := range []string{"", "text", "<a/><b/>", "x<a/>", "<a/>x"} {
		refused(t, server, reencrypt(t, suite, element, bad), wssec.FailedCheck)
	}
	for i := 1; i < 256; i += 6 { // padding, with CBC
		edited := recode(t, message, "xenc:EncryptedData", "xenc:CipherValue", func(b []byte) []byte { b[len(b)-1] ^= byte(i); return b })
		refused(t, server, edited, wssec.FailedCheck)
	}
	refused(t, server, recode(t, message, "xenc:EncryptedKey", "xenc:CipherValue", flip), wssec.FailedCheck)
}

// unsignedPlace moves the EncryptedData within the Body.
func unsignedPlace(t *testing.T, suite wssec.Suite, server wssec.Engine, message string) {
	data := element(t, message, "xenc:EncryptedData")
	around := func(before, behind string) string { return replace(t, message, data, before+data+behind) }
	opened(t, server, around(" \n", "\t"))
	// Only a Body whose whole content is encrypted is an encrypted Body.
	for _, edited := range []string{
		around("<a/>", ""), around("", "<a/>"), around("x", ""), around("", "x"), around("<!-- -->", ""), around("<a>", "</a>"),
	} {
		refused(t, server, edited, wssec.InvalidSecurity)
	}
	// What decrypts within an element cannot end it and begin another.
	refused(t, server, reencrypt(t, suite, around("<a>", "</a>"), "</a><a>"), wssec.FailedCheck)
	two := strings.Replace(data, `Id="`, `Id="x`, 1)
	refused(t, server, replace(t, message, data, data+two), wssec.InvalidSecurity)
}
