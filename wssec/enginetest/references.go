package enginetest

import (
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// direction is a message of one direction, and who opens it.
type direction struct {
	name              string
	message           string
	reader            wssec.Engine
	signer, recipient wssec.Identity
	carries           wssec.Protection
}

// directions are a request and an answer under a policy.
func directions(t testing.TB, m Maker, p wssec.Policy) []*direction {
	t.Helper()
	sides, request := pairFor(p.Suite), sealed(t, m, p)
	client, server := engine(t, m, Config(wssec.Initiator, p)), engine(t, m, Config(wssec.Recipient, p))
	answer, err := server.Reply(nil, []byte(payload), opened(t, server, request))
	if err != nil {
		t.Fatal(err)
	}
	return []*direction{
		{"request", request, server, sides.client, sides.server, p.Request},
		{"answer", string(answer), client, sides.server, sides.client, p.Response},
	}
}

// references names certificates in every form.
func references(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	for _, d := range directions(t, m, p) {
		t.Run(d.name, func(t *testing.T) { d.references(t, p) })
	}
	message := sealed(t, m, p)
	ofTokens(t, engine(t, m, Config(wssec.Recipient, p)), message)
	strangers(t, m, message)
}

func (d *direction) references(t *testing.T, p wssec.Policy) {
	message := d.message
	for _, who := range []struct {
		in   string
		cert wssec.Identity
	}{
		{"ds:Signature", d.signer}, {"xenc:EncryptedKey", d.recipient},
	} {
		ski := computedKeyID(who.cert)
		if id := who.cert.Certificate.SubjectKeyId; len(id) > 0 {
			ski = id
		}
		part := element(t, message, who.in)
		info := content(t, part, "ds:KeyInfo")
		b64 := base64.StdEncoding.EncodeToString
		thumb := sha1.Sum(who.cert.Certificate.Raw)
		issuer := func(name, serial string) string {
			return `<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>` + name + `</ds:X509IssuerName><ds:X509SerialNumber>` + serial + `</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`
		}
		identifier := func(kind, value string) string {
			return `<wsse:KeyIdentifier EncodingType="` + base64Binary + `" ValueType="` + kind + `">` + value + `</wsse:KeyIdentifier>`
		}
		str := func(s string) string {
			return `<wsse:SecurityTokenReference xmlns:wsse="` + soap.WSSE + `">` + s + `</wsse:SecurityTokenReference>`
		}
		serial := who.cert.Certificate.SerialNumber.String()
		token := `<wsse:BinarySecurityToken ValueType="` + x509v3 + `" EncodingType="` + base64Binary + `"` // its id is to follow
		value := `>` + b64(who.cert.Certificate.Raw) + `</wsse:BinarySecurityToken>`
		embedded := `<ds:X509Data><ds:X509Certificate>` + b64(who.cert.Certificate.Raw) + `</ds:X509Certificate></ds:X509Data>`
		for _, c := range []struct {
			name, info string
			want       wssec.FaultCode
		}{
			{"issuer and serial", str(issuer("CN=Test CA,O=Test", serial)), ""},
			{"in the other order", str(issuer("O=Test,CN=Test CA", serial)), ""},
			{"with blanks", str(issuer(" O = Test , CN = Test  CA ", " "+serial+"\n")), ""},
			{"in lower case", str(issuer("o=test, cn=test ca", serial)), ""},
			{"by numbers", str(issuer("OID.2.5.4.10=Test,2.5.4.3=#0c0754657374204341", serial)), ""},
			{"quoted and escaped", str(issuer(`O="Test",CN=T\65st\20CA`, serial)), ""},
			{"in KeyInfo itself", issuer("CN=Test CA,O=Test", serial), ""},
			{"another serial", str(issuer("CN=Test CA,O=Test", serial+"0")), wssec.SecurityTokenUnavailable},
			{"another issuer", str(issuer("CN=Test CA,O=Tent", serial)), wssec.SecurityTokenUnavailable},
			{"half an issuer", str(issuer("CN=Test CA", serial)), wssec.SecurityTokenUnavailable},
			{"an issuer that is none", str(issuer("Test", serial)), wssec.SecurityTokenUnavailable},
			{"a serial that is none", str(issuer("CN=Test CA,O=Test", "x")), wssec.InvalidSecurityToken},
			{"subject key identifier", str(identifier(subjectKey, b64(ski))), ""},
			{"another subject key identifier", str(identifier(subjectKey, b64(ski[1:]))), wssec.SecurityTokenUnavailable},
			{"no subject key identifier", str(identifier(subjectKey, "")), wssec.SecurityTokenUnavailable},
			{"subject key identifier in X509Data", `<ds:X509Data><ds:X509SKI>` + b64(ski) + `</ds:X509SKI></ds:X509Data>`, ""},
			{"thumbprint", str(identifier(thumbprint, b64(thumb[:]))), ""},
			{"another thumbprint", str(identifier(thumbprint, b64(thumb[1:]))), wssec.SecurityTokenUnavailable},
			{"certificate in KeyIdentifier", str(identifier(x509v3, b64(who.cert.Certificate.Raw))), ""},
			{"certificate embedded", embedded, ""},
			{"certificate embedded in a reference", str(embedded), ""},
			{"token embedded", str(`<wsse:Embedded>` + token + value + `</wsse:Embedded>`), ""},
			{"token embedded, with types and ids", str(`<wsse:Embedded ValueType="` + x509v3 + `">` + token + ` xmlns:wsu="` + soap.WSU + `" wsu:Id="embedded"` + value + `</wsse:Embedded>`), ""},
			{"nothing embedded", str(`<wsse:Embedded/>`), wssec.InvalidSecurity},
			{"two tokens embedded", str(`<wsse:Embedded>` + token + value + token + value + `</wsse:Embedded>`), wssec.InvalidSecurity},
			{"another token embedded", str(`<wsse:Embedded><wsse:UsernameToken/></wsse:Embedded>`), wssec.UnsupportedSecurityToken},
			{"a reference embedded", str(`<wsse:Embedded>` + str(issuer("CN=Test CA,O=Test", serial)) + `</wsse:Embedded>`), wssec.UnsupportedSecurityToken},
			{"with a TokenType and Usage", strings.Replace(str(identifier(thumbprint, b64(thumb[:]))), "<wsse:SecurityTokenReference", `<wsse:SecurityTokenReference xmlns:wsse11="`+soap.WSSE11+`" wsse11:TokenType="`+x509v3+`" Usage="urn:x"`, 1), ""},
			{"KeyIdentifier without EncodingType", strings.Replace(str(identifier(thumbprint, b64(thumb[:]))), ` EncodingType="`+base64Binary+`"`, "", 1), ""},
			{"EncryptedKeySHA1 of a certificate", str(identifier(encryptedKeySHA1, b64(thumb[:]))), wssec.UnsupportedSecurityToken},
			{"KeyIdentifier of no type", str(identifier("", b64(thumb[:]))), wssec.UnsupportedSecurityToken},
			{"KeyIdentifier of an invented type", str(identifier("urn:x", b64(thumb[:]))), wssec.UnsupportedSecurityToken},
			{"KeyIdentifier that is no base64", str(identifier(thumbprint, "%")), wssec.InvalidSecurityToken},
			{"a token that is not there", str(`<wsse:Reference URI="#none"/>`), wssec.SecurityTokenUnavailable},
			{"a token elsewhere", str(`<wsse:Reference URI="http://example.invalid/"/>`), wssec.SecurityTokenUnavailable},
			{"a token that is a Timestamp", str(`<wsse:Reference URI="#` + stampID(t, message) + `"/>`), wssec.UnsupportedSecurityToken},
			{"an empty reference", str(""), wssec.InvalidSecurity},
			{"two references", str(issuer("CN=Test CA,O=Test", serial) + issuer("CN=Test CA,O=Test", serial)), wssec.InvalidSecurity},
		} {
			t.Run(fmt.Sprintf("%s/%s", strings.TrimPrefix(who.in, "xenc:"), c.name), func(t *testing.T) {
				edited := replace(t, message, part, replace(t, part, info, c.info))
				if c.want == "" {
					judge(t, opened(t, d.reader, edited), p, wssec.SOAP11, d.carries)
					return
				}
				refused(t, d.reader, edited, c.want)
			})
		}
	}
	d.tokenOfRecipient(t, p)
}

// tokenOfRecipient names the recipient of the key by a BinarySecurityToken, before or behind the EncryptedKey.
func (d *direction) tokenOfRecipient(t *testing.T, p wssec.Policy) {
	key := element(t, d.message, "xenc:EncryptedKey")
	token := `<wsse:BinarySecurityToken wsu:Id="to" EncodingType="` + base64Binary + `" ValueType="` + x509v3 + `">` +
		base64.StdEncoding.EncodeToString(d.recipient.Certificate.Raw) + `</wsse:BinarySecurityToken>`
	named := replace(t, key, content(t, key, "ds:KeyInfo"), `<wsse:SecurityTokenReference><wsse:Reference URI="#to" ValueType="`+x509v3+`"/></wsse:SecurityTokenReference>`)
	for name, both := range map[string]string{"before": token + named, "behind": named + token} {
		t.Run("token of the recipient "+name, func(t *testing.T) {
			judge(t, opened(t, d.reader, replace(t, d.message, key, both)), p, wssec.SOAP11, d.carries)
		})
	}
}
