package enginetest

import (
	"crypto/sha1"
	"encoding/base64"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// layouts moves the parts of a header as other stacks have them.
func layouts(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	for _, d := range directions(t, m, p) {
		t.Run(d.name, func(t *testing.T) {
			d.layouts(t, p)
			d.orders(t, p)
			badLists(t, d.reader, d.message)
		})
	}
}

func (d *direction) layouts(t *testing.T, p wssec.Policy) {
	message := d.message
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
		"the key by its digest":                replace(t, message, content(t, dataInfo, "wsse:SecurityTokenReference"), `<wsse:KeyIdentifier ValueType="`+encryptedKeySHA1+`">`+base64.StdEncoding.EncodeToString(digest[:])+`</wsse:KeyIdentifier>`),
		"one element encrypted":                replace(t, message, soap.XENC+"Content", soap.XENC+"Element"),
		"white space between tokens":           strings.ReplaceAll(replace(t, message, "<ds:Signature ", "\n\t<ds:Signature "), "</xenc:EncryptedKey>", "</xenc:EncryptedKey> \r\n"),
		"white space before the header":        replace(t, message, "<soap:Header>", "\n<soap:Header>\n"),
		"an unknown token":                     replace(t, message, "<ds:Signature ", `<x:y xmlns:x="urn:x">text</x:y><ds:Signature `),
		"a SignatureConfirmation":              replace(t, message, "<ds:Signature ", `<w:SignatureConfirmation xmlns:w="`+wsse11+`" Value="AA=="/><ds:Signature `),
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
		t.Run(name, func(t *testing.T) { judge(t, opened(t, d.reader, edited), p, wssec.SOAP11, d.carries) })
	}
}

// orders tries every order of the header. Where the Signature stands before the EncryptedKey it is, by the
// order, over the cipher text.
func (d *direction) orders(t *testing.T, p wssec.Policy) {
	message := d.message
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
			judge(t, opened(t, d.reader, edited), p, wssec.SOAP11, d.carries)
			return
		}
		refused(t, d.reader, edited, wssec.FailedCheck)
		edited = resign(t, edited, d.signer.Key)
		judge(t, opened(t, d.reader, edited), p, wssec.SOAP11, d.carries)
		refused(t, d.reader, recode(t, edited, "xenc:EncryptedData", "xenc:CipherValue", flip), wssec.FailedCheck)
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
