package enginetest

import (
	"crypto/sha1"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

const (
	base64Binary     = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary"
	x509v3           = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3"
	subjectKey       = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509SubjectKeyIdentifier"
	encryptedKeySHA1 = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKeySHA1"
	encryptedKey     = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey"
	wsse11           = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd"
	thumbprint       = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1"
)

// computedKeyID is the identifier of RFC 5280 section 4.2.1.2 (1).
func computedKeyID(id wssec.Identity) []byte {
	var spki struct {
		Algorithm asn1.RawValue
		Key       asn1.BitString
	}
	must(asn1.Unmarshal(id.Certificate.RawSubjectPublicKeyInfo, &spki))
	sum := sha1.Sum(spki.Key.Bytes)
	return sum[:]
}

func stampID(t testing.TB, message string) string {
	t.Helper()
	_, id, _ := strings.Cut(element(t, message, "wsu:Timestamp"), `wsu:Id="`)
	id, _, _ = strings.Cut(id, `"`)
	return id
}

// ofTokens edits the BinarySecurityToken.
func ofTokens(t *testing.T, server wssec.Engine, message string) {
	token := element(t, message, "wsse:BinarySecurityToken")
	value, path := content(t, token, "wsse:BinarySecurityToken"), strings.Replace(x509v3, "X509v3", "X509PKIPathv1", 1)
	edit := func(old, with string) string { return replace(t, message, token, replace(t, token, old, with)) }
	pathOf := func(certs ...wssec.Identity) string {
		var all []asn1.RawValue
		for _, c := range certs {
			all = append(all, asn1.RawValue{FullBytes: c.Certificate.Raw})
		}
		with := replace(t, replace(t, token, x509v3, path), value, base64.StdEncoding.EncodeToString(must(asn1.Marshal(all))))
		return replace(t, message, token, with)
	}
	ids := identities()
	for name, edited := range map[string]string{
		"no EncodingType":               edit(` EncodingType="`+base64Binary+`"`, ""),
		"no ValueType":                  edit(` ValueType="`+x509v3+`"`, ""),
		"no ValueType in the reference": replace(t, message, content(t, element(t, message, "ds:Signature"), "wsse:SecurityTokenReference"), `<wsse:Reference URI="#`+tokenID(token)+`"/>`),
		"named by its thumbprint":       named(t, message, thumbprint, thumb(identities().client)),
		"a path, the signer last":       pathOf(ids.ca, ids.client),
		"a path of one":                 pathOf(ids.client),
	} {
		t.Run("token/"+name, func(t *testing.T) { opened(t, server, edited) })
	}
	for _, c := range []struct {
		name, message string
		want          wssec.FaultCode
	}{
		{"hexadecimal", edit(base64Binary, strings.Replace(base64Binary, "Base64", "Hex", 1)), wssec.UnsupportedSecurityToken},
		{"a certificate as a path", edit(x509v3, path), wssec.InvalidSecurityToken},
		{"an empty path", replace(t, message, token, replace(t, replace(t, token, x509v3, path), value, "MAA=")), wssec.InvalidSecurityToken},
		{"a path, the signer first", pathOf(ids.client, ids.ca), wssec.FailedCheck},
		{"a path that ends in a stranger", pathOf(ids.client, ids.stranger), wssec.FailedAuthentication},
		{"a PKCS #7", edit(x509v3, strings.Replace(x509v3, "X509v3", "PKCS7", 1)), wssec.UnsupportedSecurityToken},
		{"no base64", edit(value, "%%%"), wssec.InvalidSecurityToken},
		{"empty", edit(value, ""), wssec.InvalidSecurityToken},
		{"an attachment", edit(value, `<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:a"/>`), wssec.InvalidSecurityToken},
		{"within another token", replace(t, message, token, "<x>"+token+"</x>"), wssec.SecurityTokenUnavailable},
	} {
		t.Run("token/"+c.name, func(t *testing.T) { refused(t, server, c.message, c.want) })
	}
}

func tokenID(token string) string {
	_, id, _ := strings.Cut(token, `wsu:Id="`)
	id, _, _ = strings.Cut(id, `"`)
	return id
}

func thumb(id wssec.Identity) []byte {
	sum := sha1.Sum(id.Certificate.Raw)
	return sum[:]
}

// named lets the Signature name its certificate by a KeyIdentifier.
func named(t testing.TB, message, kind string, value []byte) string {
	t.Helper()
	sig := element(t, message, "ds:Signature")
	return replace(t, message, sig, replace(t, sig, content(t, sig, "ds:KeyInfo"),
		`<wsse:SecurityTokenReference xmlns:wsse="`+soap.WSSE+`"><wsse:KeyIdentifier ValueType="`+kind+`">`+
			base64.StdEncoding.EncodeToString(value)+`</wsse:KeyIdentifier></wsse:SecurityTokenReference>`))
}

// strangers names certificates that the Recipient does not have, and messages that are not for him.
func strangers(t *testing.T, m Maker, message string) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	ids := identities()
	alone := Config(wssec.Recipient, p)
	alone.Peer = nil
	byThumb := remove(t, named(t, message, thumbprint, thumb(ids.client)), "wsse:BinarySecurityToken")
	refused(t, engine(t, m, alone), byThumb, wssec.SecurityTokenUnavailable)
	alone.Known = []*x509.Certificate{ids.ca.Certificate, ids.client.Certificate}
	opened(t, engine(t, m, alone), byThumb)

	c := Config(wssec.Initiator, p)
	c.Peer = ids.client.Certificate
	forOthers, err := engine(t, m, c).Seal(nil, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	refused(t, engine(t, m, Config(wssec.Recipient, p)), string(forOthers), wssec.SecurityTokenUnavailable)
}
