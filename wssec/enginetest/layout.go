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

// layouts moves the parts of a header as other stacks have them.
func layouts(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	server := engine(t, m, Config(wssec.Recipient, p))
	data, key := element(t, message, "xenc:EncryptedData"), element(t, message, "xenc:EncryptedKey")
	list, dataInfo := element(t, message, "xenc:ReferenceList"), element(t, data, "ds:KeyInfo")
	bare := strings.Replace(key, list, "", 1) // without its list
	declared := strings.Replace(list, "<xenc:ReferenceList", `<xenc:ReferenceList xmlns:xenc="`+soap.XENC+`"`, 1)
	value, _ := base64.StdEncoding.DecodeString(content(t, key, "xenc:CipherValue"))
	digest := sha1.Sum(value)
	inside := replace(t, message, key, "")
	inside = replace(t, inside, dataInfo, `<ds:KeyInfo xmlns:ds="`+soap.DS+`" xmlns:wsse="`+soap.WSSE+`">`+bare+`</ds:KeyInfo>`)
	spaced := func(s, name, space string) string {
		old := content(t, s, name)
		half := len(old) / 2
		return replace(t, s, old, space+old[:half]+space+old[half:]+space)
	}
	for name, edited := range map[string]string{
		"a ReferenceList behind the key":       replace(t, message, key, bare+declared),
		"a ReferenceList before the key":       replace(t, message, key, declared+bare),
		"no ReferenceList":                     replace(t, message, key, bare),
		"no KeyInfo of the data":               replace(t, message, dataInfo, ""),
		"the key in the data, no list":         inside,
		"the key in the data, a list":          replace(t, inside, "<ds:Signature ", declared+"<ds:Signature "),
		"the key by its digest":                replace(t, message, content(t, dataInfo, "wsse:SecurityTokenReference"), `<wsse:KeyIdentifier ValueType="http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKeySHA1">`+base64.StdEncoding.EncodeToString(digest[:])+`</wsse:KeyIdentifier>`),
		"one element encrypted":                replace(t, message, soap.XENC+"Content", soap.XENC+"Element"),
		"white space between tokens":           strings.ReplaceAll(replace(t, message, "<ds:Signature ", "\n\t<ds:Signature "), "</xenc:EncryptedKey>", "</xenc:EncryptedKey> \r\n"),
		"white space before the header":        replace(t, message, "<soap:Header>", "\n<soap:Header>\n"),
		"an unknown token":                     replace(t, message, "<ds:Signature ", `<x:y xmlns:x="urn:x">text</x:y><ds:Signature `),
		"a SignatureConfirmation":              replace(t, message, "<ds:Signature ", `<w:SignatureConfirmation xmlns:w="`+soap.WSSE11+`" Value="AA=="/><ds:Signature `),
		"an XML declaration":                   `<?xml version='1.0' encoding='UTF-8'?>` + "\n" + message,
		"a byte order mark":                    "\ufeff" + message,
		"comments around":                      "<!-- a -->" + message + "<!-- b -->\n",
		"a comment in the header":              replace(t, message, "<soap:Header>", "<soap:Header><!-- -->"),
		"a token in lines":                     spaced(message, "wsse:BinarySecurityToken", "\n"),
		"a token with tabs":                    spaced(message, "wsse:BinarySecurityToken", "\t "),
		"a signature in lines of CR LF":        spaced(message, "ds:SignatureValue", "&#13;\r\n"),
		"cipher text in lines with references": spaced(message, "xenc:CipherValue", "&#13;\n"),
		"cipher text as CDATA":                 replace(t, message, content(t, data, "xenc:CipherValue"), "<![CDATA["+content(t, data, "xenc:CipherValue")+"]]>"),
		"no mustUnderstand":                    replace(t, message, ` soap:mustUnderstand="1"`, ""),
	} {
		t.Run(name, func(t *testing.T) { judge(t, opened(t, server, edited), p, wssec.SOAP11, p.Request) })
	}
	orders(t, server, message, p)
	badLists(t, server, message)
}

// orders tries every order of the header. Where the Signature stands before the EncryptedKey it is, by the
// order, over the cipher text.
func orders(t *testing.T, server wssec.Engine, message string, p wssec.Policy) {
	names := []string{"wsu:Timestamp", "wsse:BinarySecurityToken", "xenc:EncryptedKey", "ds:Signature"}
	tokens := content(t, message, "wsse:Security")
	var try func(order, left []string)
	try = func(order, left []string) {
		if len(left) > 0 {
			for i := range left {
				rest := append(append([]string(nil), left[:i]...), left[i+1:]...)
				try(append(order[:len(order):len(order)], left[i]), rest)
			}
			return
		}
		var b strings.Builder
		for _, name := range order {
			b.WriteString(element(t, tokens, name))
		}
		edited := replace(t, message, tokens, b.String())
		if strings.Index(edited, "<ds:Signature") > strings.Index(edited, "<xenc:EncryptedKey") {
			judge(t, opened(t, server, edited), p, wssec.SOAP11, p.Request)
			return
		}
		refused(t, server, edited, wssec.FailedCheck)
		edited = resign(t, edited, identities().client.Key)
		judge(t, opened(t, server, edited), p, wssec.SOAP11, p.Request)
		refused(t, server, recode(t, edited, "xenc:EncryptedData", "xenc:CipherValue", flip), wssec.FailedCheck)
	}
	t.Run("orders", func(*testing.T) { try(nil, names) })
}

// badLists are ReferenceLists and EncryptedData that no stack writes.
func badLists(t *testing.T, server wssec.Engine, message string) {
	data, list := element(t, message, "xenc:EncryptedData"), element(t, message, "xenc:ReferenceList")
	key, one := element(t, message, "xenc:EncryptedKey"), content(t, list, "xenc:ReferenceList")
	info := content(t, data, "ds:KeyInfo")
	cipher := element(t, data, "xenc:CipherData")
	references := func(inside string) func(string) string {
		return func(s string) string {
			return replace(t, s, list, "<xenc:ReferenceList>"+inside+"</xenc:ReferenceList>")
		}
	}
	to := func(uri string) string { return `<xenc:DataReference URI="` + uri + `"/>` }
	edits{
		{"empty list", references(""), wssec.InvalidSecurity},
		{"one reference twice", references(one + one), wssec.InvalidSecurity},
		{"to nothing", references(to("#nothing")), wssec.InvalidSecurity},
		{"to the Body", references(to("#" + bodyID(t, message))), wssec.InvalidSecurity},
		{"to an external document", references(to("http://example.invalid/")), wssec.InvalidSecurity},
		{"to the whole document", references(to("")), wssec.InvalidSecurity},
		{"to a key", references(strings.Replace(one, "DataReference", "KeyReference", -1)), wssec.InvalidSecurity},
		{"many", references(strings.Repeat(one, 1000)), wssec.InvalidSecurity},
		{"lists on both sides of the signature", func(s string) string {
			return replace(t, s, "</ds:Signature>", `</ds:Signature><xenc:ReferenceList xmlns:xenc="`+soap.XENC+`">`+one+`</xenc:ReferenceList>`)
		}, wssec.InvalidSecurity},
		{"Type missing", func(s string) string { return replace(t, s, ` Type="`+soap.XENC+`Content"`, "") }, wssec.InvalidSecurity},
		{"Type unknown", func(s string) string { return replace(t, s, soap.XENC+"Content", soap.XENC+"EncryptionProperties") }, wssec.InvalidSecurity},
		{"no cipher data", func(s string) string { return replace(t, s, cipher, "") }, wssec.InvalidSecurity},
		{"cipher data elsewhere", func(s string) string {
			return replace(t, s, cipher, `<xenc:CipherData><xenc:CipherReference URI="http://example.invalid/"/></xenc:CipherData>`)
		}, wssec.InvalidSecurity},
		{"cipher data twice", func(s string) string { return replace(t, s, cipher, cipher+cipher) }, wssec.InvalidSecurity},
		{"an attachment", func(s string) string {
			return replace(t, s, content(t, cipher, "xenc:CipherValue"), `<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:a"/>`)
		}, wssec.InvalidSecurity},
		{"no base64", func(s string) string { return replace(t, s, content(t, cipher, "xenc:CipherValue"), "%%%") }, wssec.InvalidSecurity},
		{"no EncryptedKey", func(s string) string { return replace(t, s, key, "") }, wssec.SecurityTokenUnavailable},
		{"another EncryptedKey is named", func(s string) string {
			return replace(t, s, info, strings.Replace(info, `URI="#`, `URI="#x`, 1))
		}, wssec.SecurityTokenUnavailable},
		{"a key by name", func(s string) string { return replace(t, s, info, `<ds:KeyName>k</ds:KeyName>`) }, wssec.SecurityTokenUnavailable},
		{"a key elsewhere", func(s string) string { return replace(t, s, info, `<ds:RetrievalMethod URI="#x"/>`) }, wssec.SecurityTokenUnavailable},
		{"two keys", func(s string) string { return replace(t, s, info, info+info) }, wssec.InvalidSecurity},
	}.run(t, server, message)
}

// references names certificates in every form.
func references(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	server := engine(t, m, Config(wssec.Recipient, p))
	ids := identities()
	for _, who := range []struct {
		in   string
		cert wssec.Identity
		ski  []byte
	}{
		{"ds:Signature", ids.client, computedKeyID(ids.client)},
		{"xenc:EncryptedKey", ids.server, []byte("the server's own id")},
	} {
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
			{"subject key identifier", str(identifier(subjectKey, b64(who.ski))), ""},
			{"another subject key identifier", str(identifier(subjectKey, b64(who.ski[1:]))), wssec.SecurityTokenUnavailable},
			{"no subject key identifier", str(identifier(subjectKey, "")), wssec.SecurityTokenUnavailable},
			{"subject key identifier in X509Data", `<ds:X509Data><ds:X509SKI>` + b64(who.ski) + `</ds:X509SKI></ds:X509Data>`, ""},
			{"thumbprint", str(identifier(thumbprint, b64(thumb[:]))), ""},
			{"another thumbprint", str(identifier(thumbprint, b64(thumb[1:]))), wssec.SecurityTokenUnavailable},
			{"certificate in KeyIdentifier", str(identifier(x509v3, b64(who.cert.Certificate.Raw))), ""},
			{"certificate embedded", embedded, ""},
			{"certificate embedded in a reference", str(embedded), ""},
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
					judge(t, opened(t, server, edited), p, wssec.SOAP11, p.Request)
					return
				}
				refused(t, server, edited, c.want)
			})
		}
	}
	ofTokens(t, server, message)
	strangers(t, m, message)
}
