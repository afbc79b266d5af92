package enginetest

import (
	"encoding/base64"
	"strings"
	"testing"

	"seismark/wssec"
)

// written lets messages of both directions name keys in every way, and holds what stands in them against the
// specifications, written by hand: X.509 Token Profile 1.1.1 section 3.2, SOAP Message Security 1.1.1 section 7.
func written(t *testing.T, m Maker) {
	for _, suite := range []wssec.Suite{wssec.Basic256Sha256GCM, wssec.P256AES128GCM} {
		for _, signature := range certificateReferences() {
			t.Run(suite.String()+"/signature/"+signature.String(), func(t *testing.T) { writtenBy(t, m, suite, signature, wssec.ByDefault) })
		}
		for _, encryption := range certificateReferences() {
			t.Run(suite.String()+"/encryption/"+encryption.String(), func(t *testing.T) { writtenBy(t, m, suite, wssec.ByDefault, encryption) })
		}
		t.Run(suite.String()+"/both by token", func(t *testing.T) { writtenBy(t, m, suite, wssec.ByToken, wssec.ByToken) })
	}
	unidentified(t, m)
}

// certificateReferences are those that name a certificate, the default among them.
func certificateReferences() []wssec.KeyReference {
	return []wssec.KeyReference{
		wssec.ByDefault, wssec.ByToken, wssec.ByIssuerSerial, wssec.BySubjectKeyIdentifier, wssec.ByThumbprintSHA1, wssec.ByX509Data,
	}
}

// writtenBy makes a call whose messages name keys in given ways, in both directions.
func writtenBy(t *testing.T, m Maker, suite wssec.Suite, signature, encryption wssec.KeyReference) {
	p := wssec.SignEncrypt(suite)
	p.Request.SignatureKey, p.Request.EncryptionKey = signature, encryption
	p.Response.SignatureKey, p.Response.EncryptionKey = signature, encryption
	asking, answering := Config(wssec.Initiator, p), Config(wssec.Recipient, p)
	if id := identified(suite); id.Certificate != nil {
		asking.Self, answering.Peer = id, id.Certificate
	} else if signature == wssec.BySubjectKeyIdentifier || encryption == wssec.BySubjectKeyIdentifier {
		t.Skip("no certificates with an identifier for this suite")
	}
	client, server := engine(t, m, asking), engine(t, m, answering)
	request, err := client.Seal(nil, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	got := opened(t, server, string(request))
	judge(t, got, p, wssec.SOAP11, p.Request)
	answer, err := server.Reply(nil, []byte(payload), got)
	if err != nil {
		t.Fatal(err)
	}
	judge(t, opened(t, client, string(answer)), p, wssec.SOAP11, p.Response)
	for _, d := range []struct {
		message           string
		signer, recipient wssec.Identity
	}{
		{string(request), asking.Self, answering.Self}, {string(answer), answering.Self, asking.Self},
	} {
		tokens := 0
		if by := signature; by == wssec.ByDefault || by == wssec.ByToken {
			tokens++
			holds(t, d.message, d.signer)
		}
		if encryption == wssec.ByToken {
			tokens++
			holds(t, d.message, d.recipient)
		}
		if n := strings.Count(d.message, "<wsse:BinarySecurityToken "); n != tokens {
			t.Errorf("%d tokens, want %d", n, tokens)
		}
		names(t, element(t, d.message, "ds:Signature"), signature, d.signer, d.message)
		if encryption == wssec.ByDefault {
			encryption = wssec.ByIssuerSerial
		}
		names(t, element(t, d.message, "xenc:EncryptedKey"), encryption, d.recipient, d.message)
	}
}

// identified is the client's identity with a subject key identifier, where there is one.
func identified(s wssec.Suite) (id wssec.Identity) {
	if s.Key() == wssec.RSA2048 {
		id = identities().identified
	}
	return id
}

// holds checks that a token holds a certificate.
func holds(t *testing.T, message string, id wssec.Identity) {
	t.Helper()
	if token := ">" + base64.StdEncoding.EncodeToString(id.Certificate.Raw) + "</wsse:BinarySecurityToken>"; !strings.Contains(message, token) {
		t.Errorf("no token holds the certificate of %s", id.Certificate.Subject)
	}
}

// names checks the KeyInfo of a part of a message.
func names(t *testing.T, part string, by wssec.KeyReference, id wssec.Identity, message string) {
	t.Helper()
	b64 := base64.StdEncoding.EncodeToString
	identifier := func(kind string, value []byte) string {
		return `<wsse:KeyIdentifier EncodingType="` + base64Binary + `" ValueType="` + kind + `">` + b64(value) + `</wsse:KeyIdentifier>`
	}
	var want string
	switch by {
	case wssec.ByIssuerSerial: // the name in the order of RFC 2253, the number in decimal
		want = `<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>CN=Test CA,O=Test</ds:X509IssuerName><ds:X509SerialNumber>` +
			id.Certificate.SerialNumber.String() + `</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`
	case wssec.BySubjectKeyIdentifier:
		own := "the client's own id"
		if id.Certificate.Subject.CommonName == "the server" {
			own = "the server's own id"
		}
		want = identifier(subjectKey, []byte(own))
	case wssec.ByThumbprintSHA1:
		want = identifier(thumbprint, thumb(id))
	case wssec.ByX509Data:
		want = `<ds:X509Data><ds:X509Certificate>` + b64(id.Certificate.Raw) + `</ds:X509Certificate></ds:X509Data>`
	default:
		before, _, _ := strings.Cut(message, ">"+b64(id.Certificate.Raw)+"</wsse:BinarySecurityToken>")
		want = `<wsse:Reference URI="#` + tokenID(before[strings.LastIndexByte(before, '<'):]) + `" ValueType="` + x509v3 + `"></wsse:Reference>`
	}
	if by != wssec.ByX509Data {
		want = `<wsse:SecurityTokenReference>` + want + `</wsse:SecurityTokenReference>`
	}
	info := "ds:KeyInfo"
	if strings.Contains(part, "<xenc:RecipientKeyInfo>") {
		info = "xenc:RecipientKeyInfo"
	}
	if got := content(t, part, info); got != want {
		t.Errorf("%s: %s holds\n%s\nwant\n%s", by, info, got, want)
	}
}

// unidentified has certificates that have no subject key identifier (X.509 Token Profile 1.1.1 section 3.2.1: its
// value MUST be that of the certificate's extension).
func unidentified(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
	p.Request.SignatureKey = wssec.BySubjectKeyIdentifier
	if _, err := m(Config(wssec.Initiator, p)); err == nil || !strings.Contains(err.Error(), "has no subject key identifier") {
		t.Errorf("signing: %v", err)
	}
	p.Request.SignatureKey, p.Response.EncryptionKey = wssec.ByDefault, wssec.BySubjectKeyIdentifier
	server := engine(t, m, Config(wssec.Recipient, p))
	if _, err := server.Reply(nil, nil, opened(t, server, sealed(t, m, p))); err == nil || !strings.Contains(err.Error(), "CN=client,O=Test has no subject key identifier") {
		t.Errorf("encrypting: %v", err)
	}
}
