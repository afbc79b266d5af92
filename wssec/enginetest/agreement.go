package enginetest

import (
	"crypto/ecdh"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmlenc"
)

const (
	uriP256 = "urn:oid:1.2.840.10045.3.1.7"
	uriP384 = "urn:oid:1.3.132.0.34"
)

// agreements changes how a key was agreed on (XML Encryption 1.1 section 5.6). Much of it is not signed.
func agreements(t *testing.T, m Maker) {
	for _, suite := range wssec.Suites() {
		if suite.Algorithms().KeyTransport != wssec.ECDHES {
			continue
		}
		t.Run(suite.String(), func(t *testing.T) {
			p := wssec.SignEncrypt(suite)
			message := sealed(t, m, p)
			server := engine(t, m, Config(wssec.Recipient, p))
			badAgreements(t, suite, server, message)
			points(t, suite, server, message)
			parameters(t, suite, server, message)
			recipients(t, m, p)
		})
	}
}

// badAgreements are such as no stack writes.
func badAgreements(t *testing.T, suite wssec.Suite, server wssec.Engine, message string) {
	a := suite.Algorithms()
	key := element(t, message, "xenc:EncryptedKey")
	in := func(old, with string) func(string) string {
		return func(s string) string { return replace(t, s, key, replace(t, key, old, with)) }
	}
	method, agreement := element(t, key, "xenc:EncryptionMethod"), element(t, key, "xenc:AgreementMethod")
	derivation, params := element(t, key, "xenc11:KeyDerivationMethod"), element(t, key, "xenc11:ConcatKDFParams")
	originator, recipient := element(t, key, "xenc:OriginatorKeyInfo"), element(t, key, "xenc:RecipientKeyInfo")
	digest, value, point := element(t, params, "ds:DigestMethod"), element(t, originator, "ds:KeyValue"), element(t, originator, "dsig11:PublicKey")
	curve := element(t, originator, "dsig11:NamedCurve")
	otherWrap := map[bool]wssec.Algorithm{true: wssec.AES256Wrap, false: wssec.AES128Wrap}[a.KeyWrap() == wssec.AES128Wrap]
	otherDigest := map[bool]wssec.Algorithm{true: wssec.SHA384, false: wssec.SHA256}[a.Digest == wssec.SHA256]
	edits{
		{"another key wrap", in(string(a.KeyWrap()), string(otherWrap)), wssec.UnsupportedAlgorithm},
		{"kw-aes192", in(string(a.KeyWrap()), string(wssec.AES192Wrap)), wssec.UnsupportedAlgorithm},
		{"kw-tripledes", in(string(a.KeyWrap()), soap.XENC+"kw-tripledes"), wssec.UnsupportedAlgorithm},
		{"ECDH-ES as the method", in(string(a.KeyWrap()), string(wssec.ECDHES)), wssec.UnsupportedAlgorithm},
		{"rsa-oaep-mgf1p", in(string(a.KeyWrap()), string(wssec.RSAOAEPMGF1P)), wssec.UnsupportedAlgorithm},
		{"parameters of the key wrap", in(method, strings.Replace(method, "></", "><xenc:KeySize>128</xenc:KeySize></", 1)), wssec.UnsupportedAlgorithm},
		{"another agreement", in(string(wssec.ECDHES), soap.XENC+"dh"), wssec.UnsupportedAlgorithm},
		{"dh-es", in(string(wssec.ECDHES), soap.XENC11+"dh-es"), wssec.UnsupportedAlgorithm},
		{"no agreement named", in(` Algorithm="`+string(wssec.ECDHES)+`"`, ""), wssec.UnsupportedAlgorithm},
		{"another derivation", in(soap.XENC11+"ConcatKDF", soap.XENC11+"pbkdf2"), wssec.UnsupportedAlgorithm},
		{"HKDF", in(soap.XENC11+"ConcatKDF", "http://www.w3.org/2021/04/xmldsig-more#hkdf"), wssec.UnsupportedAlgorithm},
		{"sha1", in(digest, strings.Replace(digest, string(a.Digest), string(wssec.SHA1), 1)), wssec.UnsupportedAlgorithm},
		{"another digest", in(digest, strings.Replace(digest, string(a.Digest), string(otherDigest), 1)), wssec.UnsupportedAlgorithm},
		{"no digest", in(digest, ""), wssec.InvalidSecurity},
		{"no agreement", in(agreement, recipient), wssec.InvalidSecurity},
		{"the recipient's certificate alone", in(agreement, content(t, recipient, "xenc:RecipientKeyInfo")), wssec.InvalidSecurity},
		{"two agreements", in(agreement, agreement+agreement), wssec.InvalidSecurity},
		{"no derivation", in(derivation, ""), wssec.InvalidSecurity},
		{"two derivations", in(derivation, derivation+derivation), wssec.InvalidSecurity},
		{"no parameters", in(params, ""), wssec.InvalidSecurity},
		{"no originator", in(originator, ""), wssec.InvalidSecurity},
		{"two originators", in(originator, originator+originator), wssec.InvalidSecurity},
		{"the originator by name", in(value, "<ds:KeyName>k</ds:KeyName>"), wssec.InvalidSecurity},
		{"the originator by certificate", in(value, content(t, recipient, "xenc:RecipientKeyInfo")), wssec.InvalidSecurity},
		{"the originator's RSA key", in(element(t, value, "dsig11:ECKeyValue"), "<ds:RSAKeyValue><ds:Modulus>AQAB</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue>"), wssec.InvalidSecurity},
		{"no recipient", in(recipient, ""), wssec.InvalidSecurity},
		{"two recipients", in(recipient, recipient+recipient), wssec.InvalidSecurity},
		{"an empty recipient", in(content(t, recipient, "xenc:RecipientKeyInfo"), ""), wssec.InvalidSecurity},
		{"the recipient first", in(originator+recipient, recipient+originator), wssec.InvalidSecurity},
		{"a nonce", in(derivation, "<xenc:KA-Nonce>AAAA</xenc:KA-Nonce>"+derivation), wssec.InvalidSecurity},
		{"text beside", in(originator, "x"+originator), wssec.InvalidSecurity},
		{"a comment", in(originator, "<!-- -->"+originator), wssec.InvalidSecurity},
		{"no curve", in(curve, ""), wssec.InvalidSecurity},
		{"no point", in(point, ""), wssec.InvalidSecurity},
		{"explicit parameters of a curve", in(curve, "<dsig11:ECParameters/>"), wssec.InvalidSecurity},
		{"an unknown curve", in(curve, `<dsig11:NamedCurve URI="urn:oid:1.3.132.0.10"/>`), wssec.UnsupportedAlgorithm},
		{"a curve without name", in(curve, `<dsig11:NamedCurve/>`), wssec.UnsupportedAlgorithm},
		{"a point that is no base64", in(point, "<dsig11:PublicKey>%</dsig11:PublicKey>"), wssec.InvalidSecurity},
	}.run(t, server, message)
}

// points gives other points for the originator's.
func points(t *testing.T, suite wssec.Suite, server wssec.Engine, message string) {
	own, other := ecdh.Curve(ecdh.P256()), ecdh.Curve(ecdh.P384())
	uri, otherURI := uriP256, uriP384
	if suite.Key() == wssec.P384 {
		own, other, uri, otherURI = other, own, otherURI, uri
	}
	point := func(c ecdh.Curve) []byte { return must(c.GenerateKey(rand.Reader)).PublicKey().Bytes() }
	for _, c := range []struct {
		name, uri string
		change    func([]byte) []byte
		want      wssec.FaultCode
	}{
		{"another point", uri, func([]byte) []byte { return point(own) }, wssec.FailedCheck},
		{"another curve", otherURI, func([]byte) []byte { return point(other) }, wssec.FailedCheck},
		{"the other curve's name", otherURI, func(b []byte) []byte { return b }, wssec.InvalidSecurity},
		{"the other curve's point", uri, func([]byte) []byte { return point(other) }, wssec.InvalidSecurity},
		{"no point of the curve", uri, func(b []byte) []byte { b[len(b)-1] ^= 1; return b }, wssec.InvalidSecurity},
		{"at infinity", uri, func([]byte) []byte { return []byte{0} }, wssec.InvalidSecurity},
		{"zeros", uri, func(b []byte) []byte { clear(b[1:]); return b }, wssec.InvalidSecurity},
		{"beyond the field", uri, func(b []byte) []byte {
			for i := range b[1:] {
				b[1+i] = 0xff
			}
			return b
		}, wssec.InvalidSecurity},
		{"compressed", uri, func(b []byte) []byte { return append([]byte{2 + b[len(b)-1]&1}, b[1:1+len(b)/2]...) }, wssec.InvalidSecurity},
		{"empty", uri, func([]byte) []byte { return nil }, wssec.InvalidSecurity},
		{"cut", uri, func(b []byte) []byte { return b[:len(b)-1] }, wssec.InvalidSecurity},
		{"longer", uri, func(b []byte) []byte { return append(b, 0) }, wssec.InvalidSecurity},
	} {
		t.Run("point/"+c.name, func(t *testing.T) {
			edited := recode(t, message, "xenc:EncryptedKey", "dsig11:PublicKey", c.change)
			refused(t, server, replace(t, edited, uri, c.uri), c.want)
		})
	}
}

// parameters derives with other information.
func parameters(t *testing.T, suite wssec.Suite, server wssec.Engine, message string) {
	params := element(t, message, "xenc11:ConcatKDFParams")
	head, _, _ := strings.Cut(params, ">")
	with := func(s, attributes string) string {
		return replace(t, s, head+">", "<xenc11:ConcatKDFParams "+attributes+">")
	}
	for _, c := range []struct{ attributes, info string }{
		{``, ""},
		{`AlgorithmID="" PartyUInfo="00" PartyVInfo=" "`, ""},
		{`AlgorithmID="03D8" PartyUInfo="03D0"`, "\xde\x80"}, // 11011 11010
		{`PartyVInfo="0002" AlgorithmID="0001" SuppPrivInfo="00ff" SuppPubInfo="0003" `, "\x01\x02\x03\xff"},
	} {
		t.Run("parameters/"+c.attributes, func(t *testing.T) {
			transport := must(xmlenc.TransportFor(suite))
			transport.Info = []byte(c.info)
			session := make([]byte, must(xmlenc.CipherOf(suite.Algorithms().Cipher)).KeySize)
			edited := with(reencrypt(t, suite, message, payload), c.attributes)
			key := must((&wssec.Config{}).PublicKey(pairFor(suite).server.Certificate))
			value := must(transport.Wrap(key, session))
			edited = recode(t, edited, "xenc:EncryptedKey", "dsig11:PublicKey", func([]byte) []byte { return transport.Ephemeral })
			edited = recode(t, edited, "xenc:EncryptedKey", "xenc:CipherValue", func([]byte) []byte { return value })
			opened(t, server, edited)
		})
	}
	for attributes, want := range map[string]wssec.FaultCode{
		`AlgorithmID="00"`:     wssec.FailedCheck,
		`PartyUInfo="0001"`:    wssec.FailedCheck,
		`AlgorithmID="0"`:      wssec.InvalidSecurity,
		`AlgorithmID="0x"`:     wssec.InvalidSecurity,
		`PartyUInfo="08FF"`:    wssec.InvalidSecurity,
		`PartyVInfo="01FF"`:    wssec.InvalidSecurity,
		`SuppPubInfo="07"`:     wssec.InvalidSecurity,
		`SuppPrivInfo="00 12"`: wssec.InvalidSecurity,
	} {
		t.Run("parameters/"+attributes, func(t *testing.T) { refused(t, server, with(message, attributes), want) })
	}
}

// recipients agrees with others.
func recipients(t *testing.T, m Maker, p wssec.Policy) {
	c := Config(wssec.Initiator, p)
	c.Peer = pairFor(p.Suite).client.Certificate
	forOthers, err := engine(t, m, c).Seal(nil, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	refused(t, engine(t, m, Config(wssec.Recipient, p)), string(forOthers), wssec.SecurityTokenUnavailable)
	c.Peer = identities().server.Certificate
	if e, err := m(c); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("suite %s needs a key on the curve", p.Suite)) {
		t.Errorf("an RSA key to agree with: %v, %v", e, err)
	}
}
