package enginetest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// algorithms names others than those of the suite. They are refused before they are used: the code is not
// that of a wrong digest or signature.
func algorithms(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	server := engine(t, m, Config(wssec.Recipient, p))
	key := identities().client.Key
	swap := func(in, old, with string) func(string) string {
		return func(s string) string {
			e := element(t, s, in)
			return resign(t, replace(t, s, e, strings.Replace(e, old, with, 1)), key)
		}
	}
	const dsig, more, enc = soap.DS, "http://www.w3.org/2001/04/xmldsig-more#", soap.XENC
	a := p.Suite.Algorithms()
	edits{
		{"rsa-sha1", swap("ds:SignatureMethod", string(a.Signature), dsig+"rsa-sha1"), wssec.UnsupportedAlgorithm},
		{"rsa-sha512", swap("ds:SignatureMethod", string(a.Signature), more+"rsa-sha512"), wssec.UnsupportedAlgorithm},
		{"hmac-sha256", swap("ds:SignatureMethod", string(a.Signature), more+"hmac-sha256"), wssec.UnsupportedAlgorithm},
		{"hmac-sha1", swap("ds:SignatureMethod", string(a.Signature), dsig+"hmac-sha1"), wssec.UnsupportedAlgorithm},
		{"HMACOutputLength", swap("ds:SignatureMethod", "></", `><ds:HMACOutputLength>8</ds:HMACOutputLength></`), wssec.UnsupportedAlgorithm},
		{"no signature algorithm", swap("ds:SignatureMethod", ` Algorithm="`+string(a.Signature)+`"`, ""), wssec.UnsupportedAlgorithm},
		{"an unknown signature algorithm", swap("ds:SignatureMethod", string(a.Signature), "urn:x"), wssec.UnsupportedAlgorithm},
		{"sha1", swap("ds:Reference", string(a.Digest), dsig+"sha1"), wssec.UnsupportedAlgorithm},
		{"sha512", swap("ds:Reference", string(a.Digest), enc+"sha512"), wssec.UnsupportedAlgorithm},
		{"inclusive canonicalization", swap("ds:CanonicalizationMethod", string(a.Canonicalization), string(wssec.InclusiveC14N)), wssec.UnsupportedAlgorithm},
		{"inclusive transform", swap("ds:Reference", string(a.Canonicalization), string(wssec.InclusiveC14N)), wssec.UnsupportedAlgorithm},
		{"no transforms, which means inclusive", func(s string) string { return resign(t, remove(t, s, "ds:Transforms"), key) }, wssec.UnsupportedAlgorithm},
		{"enveloped signature", swap("ds:Reference", string(a.Canonicalization), dsig+"enveloped-signature"), wssec.UnsupportedAlgorithm},
		{"enveloped signature before", swap("ds:Reference", "<ds:Transform ", `<ds:Transform Algorithm="`+dsig+`enveloped-signature"></ds:Transform><ds:Transform `), wssec.InvalidSecurity},
		{"XPath", swap("ds:Reference", string(a.Canonicalization), "http://www.w3.org/TR/1999/REC-xpath-19991116"), wssec.UnsupportedAlgorithm},
		{"XSLT", swap("ds:Reference", string(a.Canonicalization), "http://www.w3.org/TR/1999/REC-xslt-19991116"), wssec.UnsupportedAlgorithm},
		{"STR-Transform", swap("ds:Reference", string(a.Canonicalization), "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform"), wssec.UnsupportedAlgorithm},
		{"rsa-1_5", swap("xenc:EncryptedKey", string(a.KeyTransport), enc+"rsa-1_5"), wssec.UnsupportedAlgorithm},
		{"rsa-oaep of 2009", swap("xenc:EncryptedKey", string(a.KeyTransport), string(wssec.RSAOAEP)), wssec.UnsupportedAlgorithm},
		{"aes128-gcm", swap("xenc:EncryptedData", string(a.Cipher), string(wssec.AES128GCM)), wssec.UnsupportedAlgorithm},
		{"aes256-cbc", swap("xenc:EncryptedData", string(a.Cipher), string(wssec.AES256CBC)), wssec.UnsupportedAlgorithm},
		{"tripledes-cbc", swap("xenc:EncryptedData", string(a.Cipher), enc+"tripledes-cbc"), wssec.UnsupportedAlgorithm},
		{"no cipher", swap("xenc:EncryptedData", ` Algorithm="`+string(a.Cipher)+`"`, ""), wssec.UnsupportedAlgorithm},
	}.run(t, server, message)
	refused(t, engine(t, m, Config(wssec.Recipient, wssec.SignEncrypt(wssec.Basic256Sha256))), message, wssec.UnsupportedAlgorithm)
	refused(t, engine(t, m, Config(wssec.Recipient, wssec.Plain())), message, wssec.UnsupportedAlgorithm)
	accepted(t, m)
	oaep(t, m, message)
}

// accepted takes by Config.Accept what is refused without.
func accepted(t *testing.T, m Maker) {
	p := wssec.Sign(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	key := identities().client.Key
	exclusive := string(wssec.ExclusiveC14N)
	for name, c := range map[string]struct {
		message string
		accept  wssec.Algorithm
	}{
		"SignedInfo in inclusive form": {strings.Replace(message, exclusive, string(wssec.InclusiveC14N), 1), wssec.InclusiveC14N},
		"all in inclusive form":        {strings.ReplaceAll(message, exclusive, string(wssec.InclusiveC14N)), wssec.InclusiveC14N},
		"all in the form of 1.1":       {strings.ReplaceAll(message, exclusive, string(wssec.InclusiveC14N11)), wssec.InclusiveC14N11},
		"no transforms":                {remove(t, message, "ds:Transforms"), wssec.InclusiveC14N},
		"with comments, which a bare name drops": {
			replace(t, strings.ReplaceAll(message, exclusive, string(wssec.ExclusiveC14NWithComments)), ">178<", ">1<!-- -->78<"), wssec.ExclusiveC14NWithComments,
		},
	} {
		t.Run(name, func(t *testing.T) {
			edited := resign(t, c.message, key)
			cfg := Config(wssec.Recipient, p)
			refused(t, engine(t, m, cfg), edited, wssec.UnsupportedAlgorithm)
			cfg.Accept = []wssec.Algorithm{c.accept}
			digested(t, opened(t, engine(t, m, cfg), edited), edited)
		})
	}
}

// digested checks that the Body that Open gave is the octets whose digest the message has.
func digested(t testing.TB, got *wssec.Message, message string) {
	t.Helper()
	digest := sha256.Sum256(got.Body)
	if !strings.Contains(message, ">"+base64.StdEncoding.EncodeToString(digest[:])+"<") {
		t.Errorf("no Reference has the digest of the Body\n%s", got.Body)
	}
}

// oaep wraps the session key with other digests, masks and labels (XML Encryption 1.1 section 5.5.2).
func oaep(t *testing.T, m Maker, message string) {
	session := make([]byte, 32)
	message = reencrypt(t, wssec.Basic256Sha256GCM, message, payload)
	method := element(t, message, "xenc:EncryptionMethod")
	const ds = `<ds:DigestMethod xmlns:ds="` + soap.DS + `" Algorithm="`
	wrapped := func(hash, mask crypto.Hash, label string) func([]byte) []byte {
		return func([]byte) []byte {
			return must(rsa.EncryptOAEPWithOptions(rand.Reader, serverKey(), session, &rsa.OAEPOptions{
				Hash: hash, MGFHash: mask, Label: []byte(label),
			}))
		}
	}
	for _, c := range []struct {
		name, algorithm, inside string
		wrap                    func([]byte) []byte
		want                    wssec.FaultCode
	}{
		{"sha1 named", string(wssec.RSAOAEPMGF1P), ds + string(wssec.SHA1) + `"/>`, wrapped(crypto.SHA1, crypto.SHA1, ""), ""},
		{"sha256", string(wssec.RSAOAEPMGF1P), ds + string(wssec.SHA256) + `"/>`, wrapped(crypto.SHA256, crypto.SHA1, ""), ""},
		{"a label", string(wssec.RSAOAEPMGF1P), `<xenc:OAEPparams>bGFi ZWw=</xenc:OAEPparams>`, wrapped(crypto.SHA1, crypto.SHA1, "label"), ""},
		{"a label that is not the message's", string(wssec.RSAOAEPMGF1P), `<xenc:OAEPparams>bGFiZWw=</xenc:OAEPparams>`, wrapped(crypto.SHA1, crypto.SHA1, ""), wssec.FailedCheck},
		{"2009 with nothing", string(wssec.RSAOAEP), "", wrapped(crypto.SHA1, crypto.SHA1, ""), ""},
		{"2009 with sha256 and its mask", string(wssec.RSAOAEP), ds + string(wssec.SHA256) + `"/><m:MGF xmlns:m="` + soap.XENC11 + `" Algorithm="` + soap.XENC11 + `mgf1sha256"/>`, wrapped(crypto.SHA256, crypto.SHA256, ""), ""},
		{"2009 with sha256 and the other mask", string(wssec.RSAOAEP), ds + string(wssec.SHA256) + `"/>`, wrapped(crypto.SHA256, crypto.SHA1, ""), ""},
		{"a mask with the old name", string(wssec.RSAOAEPMGF1P), `<m:MGF xmlns:m="` + soap.XENC11 + `" Algorithm="` + soap.XENC11 + `mgf1sha256"/>`, wrapped(crypto.SHA1, crypto.SHA256, ""), ""},
		{"an unknown digest", string(wssec.RSAOAEPMGF1P), ds + `urn:x"/>`, wrapped(crypto.SHA1, crypto.SHA1, ""), wssec.UnsupportedAlgorithm},
		{"an unknown mask", string(wssec.RSAOAEP), `<m:MGF xmlns:m="` + soap.XENC11 + `" Algorithm="urn:x"/>`, wrapped(crypto.SHA1, crypto.SHA1, ""), wssec.UnsupportedAlgorithm},
		{"an unknown parameter", string(wssec.RSAOAEPMGF1P), "<x/>", wrapped(crypto.SHA1, crypto.SHA1, ""), wssec.UnsupportedAlgorithm},
	} {
		t.Run("OAEP/"+c.name, func(t *testing.T) {
			cfg := Config(wssec.Recipient, wssec.SignEncrypt(wssec.Basic256Sha256GCM))
			cfg.Accept = []wssec.Algorithm{wssec.RSAOAEP}
			edited := replace(t, message, method, `<xenc:EncryptionMethod Algorithm="`+c.algorithm+`">`+c.inside+`</xenc:EncryptionMethod>`)
			edited = recode(t, edited, "xenc:EncryptedKey", "xenc:CipherValue", c.wrap)
			if c.want == "" {
				opened(t, engine(t, m, cfg), edited)
				return
			}
			refused(t, engine(t, m, cfg), edited, c.want)
		})
	}
	t.Run("PKCS #1 v1.5", func(t *testing.T) {
		cfg := Config(wssec.Recipient, wssec.SignEncrypt(wssec.Basic256Sha256GCM))
		cfg.Accept = []wssec.Algorithm{wssec.RSA15}
		edited := replace(t, message, string(wssec.RSAOAEPMGF1P), string(wssec.RSA15))
		refused(t, engine(t, m, cfg), edited, wssec.FailedCheck)
		edited = recode(t, edited, "xenc:EncryptedKey", "xenc:CipherValue", func([]byte) []byte {
			return wrapOld(session)
		})
		opened(t, engine(t, m, cfg), edited)
	})
}
