package enginetest

import (
	"crypto/x509"
	"encoding/base64"
	"strings"
	"testing"

	"seismark/wssec"
)

// edits are messages that must not open, as changes of one that does.
type edits []struct {
	name string
	edit func(message string) string
	want wssec.FaultCode
}

func (e edits) run(t *testing.T, server wssec.Engine, message string) {
	t.Helper()
	opened(t, server, message)
	for _, c := range e {
		t.Run(c.name, func(t *testing.T) { refused(t, server, c.edit(message), c.want) })
	}
}

// flip changes the first octet of what stands in base64.
func flip(b []byte) []byte {
	b[0] ^= 1
	return b
}

func refusals(t *testing.T, m Maker) {
	p := wssec.Sign(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	server := engine(t, m, Config(wssec.Recipient, p))
	key := identities().client.Key
	edits{
		{"Body changed", func(s string) string { return replace(t, s, ">178<", ">179<") }, wssec.FailedCheck},
		{"white space in the Body", func(s string) string { return replace(t, s, "</soap:Body>", " </soap:Body>") }, wssec.FailedCheck},
		{"attribute of the Body", func(s string) string { return replace(t, s, "<soap:Body ", `<soap:Body a="" `) }, wssec.FailedCheck},
		{"Body moved into a processing of text", func(s string) string { return replace(t, s, "<q:max>178</q:max>", "&lt;q:max>178&lt;/q:max>") }, wssec.FailedCheck},
		{"Timestamp changed", func(s string) string {
			return replace(t, s, "12:05:00.000Z</wsu:Expires", "12:05:00.001Z</wsu:Expires")
		}, wssec.FailedCheck},
		{"digest changed", func(s string) string { return recode(t, s, "ds:Reference", "ds:DigestValue", flip) }, wssec.FailedCheck},
		{"digest cut", func(s string) string {
			return recode(t, s, "ds:Reference", "ds:DigestValue", func(b []byte) []byte { return b[:31] })
		}, wssec.FailedCheck},
		{"digest empty", func(s string) string {
			return recode(t, s, "ds:Reference", "ds:DigestValue", func([]byte) []byte { return nil })
		}, wssec.FailedCheck},
		{"Body and digest changed", func(s string) string {
			forged := resign(t, replace(t, s, ">178<", ">179<"), key)
			old := element(t, s, "ds:SignatureValue")
			return replace(t, forged, element(t, forged, "ds:SignatureValue"), old)
		}, wssec.FailedCheck},
		{"signature changed", func(s string) string { return recode(t, s, "ds:Signature", "ds:SignatureValue", flip) }, wssec.FailedCheck},
		{"signature empty", func(s string) string {
			return recode(t, s, "ds:Signature", "ds:SignatureValue", func([]byte) []byte { return nil })
		}, wssec.FailedCheck},
		{"signature with a zero before", func(s string) string {
			return recode(t, s, "ds:Signature", "ds:SignatureValue", func(b []byte) []byte { return append([]byte{0}, b...) })
		}, wssec.FailedCheck},
		{"certificate changed", func(s string) string {
			return recode(t, s, "wsse:Security", "wsse:BinarySecurityToken", func(b []byte) []byte { b[len(b)-1] ^= 1; return b })
		}, wssec.FailedAuthentication},
		{"certificate not one", func(s string) string {
			return recode(t, s, "wsse:Security", "wsse:BinarySecurityToken", func(b []byte) []byte { return b[:100] })
		}, wssec.InvalidSecurityToken},
		{"no Security", func(s string) string { return remove(t, s, "soap:Header") }, wssec.InvalidSecurity},
		{"no Signature", func(s string) string { return remove(t, s, "ds:Signature") }, wssec.InvalidSecurity},
		{"no Timestamp", func(s string) string { return remove(t, s, "wsu:Timestamp") }, wssec.FailedCheck},
		{"no token", func(s string) string { return remove(t, s, "wsse:BinarySecurityToken") }, wssec.SecurityTokenUnavailable},
		{"no Timestamp, signed so", func(s string) string {
			refs := strings.SplitAfter(element(t, s, "ds:SignedInfo"), "</ds:Reference>")
			return resign(t, remove(t, replace(t, s, refs[1], ""), "wsu:Timestamp"), key)
		}, wssec.InvalidSecurity},
		{"Timestamp not signed", func(s string) string {
			refs := strings.SplitAfter(element(t, s, "ds:SignedInfo"), "</ds:Reference>")
			return resign(t, replace(t, s, refs[1], ""), key)
		}, wssec.InvalidSecurity},
		{"Body not signed", func(s string) string { return resign(t, remove(t, s, "ds:Reference"), key) }, wssec.InvalidSecurity},
		{"no Reference", func(s string) string {
			return resign(t, remove(t, remove(t, s, "ds:Reference"), "ds:Reference"), key)
		}, wssec.InvalidSecurity},
		{"addressing header not signed", func(s string) string {
			return replace(t, s, "<soap:Header>", `<soap:Header><a:To xmlns:a="http://www.w3.org/2005/08/addressing">urn:x</a:To>`)
		}, wssec.InvalidSecurity},
		{"addressing header of 2004 not signed", func(s string) string {
			return replace(t, s, "</soap:Header>", `<a:To xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing">urn:x</a:To></soap:Header>`)
		}, wssec.InvalidSecurity},
	}.run(t, server, message)
	addressing(t, m, message)
	shapes(t, server, message)
	unencrypted(t, m)
}

// shapes are Signatures that are not just one. All are signed, as far as they can be.
func shapes(t *testing.T, server wssec.Engine, message string) {
	key := identities().client.Key
	sig, info, ref := element(t, message, "ds:Signature"), element(t, message, "ds:SignedInfo"), element(t, message, "ds:Reference")
	value, method := element(t, message, "ds:SignatureValue"), element(t, message, "ds:SignatureMethod")
	_, uri, _ := strings.Cut(ref, `URI="`)
	uri, _, _ = strings.Cut(uri, `"`)
	swap := func(old, with string) func(string) string {
		return func(s string) string {
			edited := replace(t, s, sig, strings.Replace(sig, old, with, 1))
			if strings.Contains(edited, "<ds:SignedInfo") && !strings.Contains(edited, "<x><ds:SignedInfo") {
				edited = resign(t, edited, key)
			}
			return edited
		}
	}
	to := func(uri2 string) func(string) string { return swap(`URI="`+uri+`"`, `URI="`+uri2+`"`) }
	edits{
		{"two SignedInfo", swap(info, info+info), wssec.InvalidSecurity},
		{"SignedInfo within another element", swap(info, "<x>"+info+"</x>"), wssec.InvalidSecurity},
		{"no SignedInfo", swap(info, ""), wssec.InvalidSecurity},
		{"two SignatureValue", swap(value, value+value), wssec.InvalidSecurity},
		{"no SignatureValue", swap(value, ""), wssec.InvalidSecurity},
		{"no KeyInfo", swap(element(t, sig, "ds:KeyInfo"), ""), wssec.InvalidSecurity},
		{"SignatureValue first", swap(info+value, value+info), wssec.InvalidSecurity},
		{"an Object", swap("</ds:Signature>", "<ds:Object/></ds:Signature>"), wssec.InvalidSecurity},
		{"a Manifest", swap("</ds:Signature>", "<ds:Object><ds:Manifest>"+ref+"</ds:Manifest></ds:Object></ds:Signature>"), wssec.InvalidSecurity},
		{"two SignatureMethod", swap(method, method+method), wssec.InvalidSecurity},
		{"no SignatureMethod", swap(method, ""), wssec.InvalidSecurity},
		{"two DigestValue", swap("</ds:Reference>", "<ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>"), wssec.InvalidSecurity},
		{"no DigestValue", swap(element(t, ref, "ds:DigestValue"), ""), wssec.InvalidSecurity},
		{"two DigestMethod", swap("<ds:DigestMethod", element(t, ref, "ds:DigestMethod")+"<ds:DigestMethod"), wssec.InvalidSecurity},
		{"two transforms", swap("<ds:Transform ", element(t, ref, "ds:Transform")+"<ds:Transform "), wssec.InvalidSecurity},
		{"no transform", swap(element(t, ref, "ds:Transform"), ""), wssec.InvalidSecurity},
		{"text in SignedInfo", swap("<ds:CanonicalizationMethod", "x<ds:CanonicalizationMethod"), wssec.InvalidSecurity},
		{"a comment in SignedInfo", swap("<ds:CanonicalizationMethod", "<!-- --><ds:CanonicalizationMethod"), wssec.InvalidSecurity},
		{"a comment in a DigestValue", swap("<ds:DigestValue>", "<ds:DigestValue><!-- -->"), wssec.InvalidSecurity},
		{"a comment in the SignatureValue", swap("</ds:SignatureValue>", "<!-- --></ds:SignatureValue>"), wssec.InvalidSecurity},
		{"an element in the SignatureValue", swap("</ds:SignatureValue>", "<x/></ds:SignatureValue>"), wssec.InvalidSecurity},
		{"text beside tokens", func(s string) string { return replace(t, s, sig, "x"+sig) }, wssec.InvalidSecurity},
		{"a Reference to nothing", to("#nothing"), wssec.FailedCheck},
		{"a Reference to the whole document", to(""), wssec.InvalidSecurity},
		{"a Reference without URI", swap(` URI="`+uri+`"`, ""), wssec.InvalidSecurity},
		{"a Reference to the empty id", to("#"), wssec.InvalidSecurity},
		{"a Reference by XPointer", to("#xpointer(id('" + uri[1:] + "'))"), wssec.InvalidSecurity},
		{"a Reference to the root by XPointer", to("#xpointer(/)"), wssec.InvalidSecurity},
		{"a Reference to a file", to("file:///etc/passwd"), wssec.InvalidSecurity},
		{"a Reference to a site", to("http://example.invalid/" + uri), wssec.InvalidSecurity},
		{"a Reference to an attachment", to("cid:a"), wssec.InvalidSecurity},
		{"a Reference of another name", swap(ref, strings.ReplaceAll(ref, "ds:Reference", "ds:Refer")), wssec.InvalidSecurity},
		{"too many References", swap(ref, strings.Repeat(ref, wssec.DefaultLimits.References)), wssec.InvalidSecurity},
		{"a PrefixList that is too long", swap("<ds:CanonicalizationMethod "+attributes(element(t, info, "ds:CanonicalizationMethod"))+">",
			"<ds:CanonicalizationMethod "+attributes(element(t, info, "ds:CanonicalizationMethod"))+`><e:InclusiveNamespaces xmlns:e="`+string(wssec.ExclusiveC14N)+`" PrefixList="`+strings.Repeat("a ", 1000)+`"/>`), wssec.InvalidSecurity},
	}.run(t, server, message)
}

// attributes are those of the start tag that a piece of XML begins with.
func attributes(xml string) string {
	_, rest, _ := strings.Cut(xml[:strings.IndexByte(xml, '>')], " ")
	return rest
}

// addressing signs headers that the engine did not write.
func addressing(t *testing.T, m Maker, message string) {
	const header = `<a:To xmlns:a="http://www.w3.org/2005/08/addressing" xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" w:Id="to">urn:x</a:To>`
	ref := element(t, message, "ds:Reference")
	with := replace(t, message, "<soap:Header>", "<soap:Header>"+header)
	id := strings.SplitN(strings.SplitN(ref, `URI="#`, 2)[1], `"`, 2)[0]
	with = resign(t, replace(t, with, ref, ref+strings.Replace(ref, "#"+id, "#to", 1)), identities().client.Key)
	server := engine(t, m, Config(wssec.Recipient, wssec.Sign(wssec.Basic256Sha256GCM)))
	if got := opened(t, server, with); len(got.Signed) != 3 || got.References[1].Element != "Envelope/Header/To" {
		t.Errorf("signed %v by %v", got.Signed, got.References)
	}
	refused(t, server, replace(t, with, "urn:x<", "urn:y<"), wssec.FailedCheck)
	refused(t, server, replace(t, with, "</soap:Header>", strings.Replace(header, `w:Id="to"`, "", 1)+"</soap:Header>"), wssec.InvalidSecurity)
}

// unencrypted sends what is to be encrypted in the clear.
func unencrypted(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	server := engine(t, m, Config(wssec.Recipient, p))
	clear := replace(t, message, content(t, message, "soap:Body"), payload)
	edits{
		{"in the clear", func(string) string { return remove(t, clear, "xenc:EncryptedKey") }, wssec.InvalidSecurity},
		{"in the clear with an EncryptedKey", func(string) string { return clear }, wssec.InvalidSecurity},
		{"text beside", func(s string) string { return replace(t, s, "</xenc:EncryptedData>", "</xenc:EncryptedData>x") }, wssec.FailedCheck},
		{"an element before", func(s string) string { return replace(t, s, "<xenc:EncryptedData", "<x/><xenc:EncryptedData") }, wssec.FailedCheck},
		{"no signature", func(s string) string { return remove(t, s, "ds:Signature") }, wssec.InvalidSecurity},
	}.run(t, server, message)
	refused(t, server, sealed(t, m, wssec.Sign(wssec.Basic256Sha256GCM)), wssec.InvalidSecurity)
}

// signers signs in the name of others.
func signers(t *testing.T, m Maker) {
	ids := identities()
	p := wssec.Sign(wssec.Basic256Sha256GCM)
	server := engine(t, m, Config(wssec.Recipient, p))
	for _, c := range []struct {
		name   string
		signer wssec.Identity
		want   wssec.FaultCode
	}{
		{"another client", ids.server, ""},
		{"the CA itself", ids.ca, ""},
		{"a stranger", ids.stranger, wssec.FailedAuthentication},
		{"expired", ids.expired, wssec.FailedAuthentication},
		{"not yet valid", ids.future, wssec.FailedAuthentication},
		{"a key that is not for signatures", ids.encipher, wssec.FailedAuthentication},
		{"a stranger with the client's certificate", wssec.Identity{Certificate: ids.client.Certificate, Key: ids.stranger.Key}, wssec.FailedCheck},
	} {
		t.Run(c.name, func(t *testing.T) {
			message := recode(t, sealed(t, m, p), "wsse:Security", "wsse:BinarySecurityToken",
				func([]byte) []byte { return c.signer.Certificate.Raw })
			message = resign(t, message, c.signer.Key)
			if c.want == "" {
				if got := opened(t, server, message); !got.Signer.Equal(c.signer.Certificate) {
					t.Errorf("signer %s", got.Signer.Subject)
				}
				return
			}
			refused(t, server, message, c.want)
		})
	}
	c := Config(wssec.Recipient, p)
	c.Trust = wssec.TrustIn(nil)
	refused(t, engine(t, m, c), sealed(t, m, p), wssec.FailedAuthentication)
	ownKey(t, m)
}

// ownKey signs with a key that the message itself brings. Only the KeyInfo differs from a good message.
func ownKey(t *testing.T, m Maker) {
	p := wssec.Sign(wssec.Basic256Sha256GCM)
	server := engine(t, m, Config(wssec.Recipient, p))
	stranger := identities().stranger
	message := sealed(t, m, p)
	info := content(t, message, "ds:KeyInfo")
	der := base64.StdEncoding.EncodeToString(stranger.Certificate.Raw)
	spki, _ := x509.MarshalPKIXPublicKey(stranger.Key.Public())
	embedded := `<ds:X509Data><ds:X509Certificate>` + der + `</ds:X509Certificate></ds:X509Data>`
	value := `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>` + base64.StdEncoding.EncodeToString(spki) + `</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`
	for _, c := range []struct {
		name, info string
		want       wssec.FaultCode
	}{
		{"embedded certificate", embedded, wssec.FailedAuthentication},
		{"key by value", value, wssec.UnsupportedSecurityToken},
		{"good reference and key by value", info + value, wssec.InvalidSecurity},
		{"key by value and good reference", value + info, wssec.InvalidSecurity},
		{"key by name", `<ds:KeyName>client</ds:KeyName>`, wssec.UnsupportedSecurityToken},
		{"key elsewhere", `<ds:RetrievalMethod URI="#x"/>`, wssec.UnsupportedSecurityToken},
		{"nothing", "", wssec.InvalidSecurity},
		{"two certificates", `<ds:X509Data><ds:X509Certificate>` + der + `</ds:X509Certificate><ds:X509Certificate>` + der + `</ds:X509Certificate></ds:X509Data>`, wssec.InvalidSecurity},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, server, resign(t, replace(t, message, info, c.info), stranger.Key), c.want)
		})
	}
}
