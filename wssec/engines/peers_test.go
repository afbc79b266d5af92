package engines

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	jks "github.com/pavlo-v-chernykh/keystore-go/v4"

	"seismark/wssec"
	"seismark/wssec/keystore"
	"seismark/wssec/soap"
)

func pool(certs ...*x509.Certificate) *x509.CertPool {
	p := x509.NewCertPool()
	for _, c := range certs {
		p.AddCert(c)
	}
	return p
}

// TestXMLSec lets xmlsec1 verify and decrypt what we seal, both ways.
func TestXMLSec(t *testing.T) {
	if _, err := exec.LookPath("xmlsec1"); err != nil {
		t.Skip("no xmlsec1: apt-get install xmlsec1 libxmlsec1-openssl")
	}
	dir := t.TempDir()
	keys, err := keystore.Init(dir, keystore.Options{Kinds: []wssec.Key{wssec.RSA3072, wssec.P256, wssec.P384}})
	if err != nil {
		t.Fatal(err)
	}
	const payload = `<q:match xmlns:q="urn:quakes" xmlns:unused="urn:u" b='2' a="1&#10;">é &amp; ]]&gt;<!-- no --><![CDATA[<x>]]>` + "\r\n" + `<n xmlns="urn:n"><m xmlns=""/></n></q:match>`
	for _, suite := range wssec.Suites() {
		if suite.Key() == wssec.RSA4096 { // whose keys take seconds to make, and are as those of 3072 bits
			continue
		}
		algs, kind := suite.Algorithms(), ""
		if suite.Key() != wssec.RSA2048 {
			kind = "-" + suite.Key().String()
		}
		for _, p := range []wssec.Policy{wssec.Sign(suite), wssec.SignEncrypt(suite)} {
			if !inXMLSec(algs.Signature) || len(p.Request.Encrypt) > 0 && !inXMLSec(algs.KeyTransport) {
				continue
			}
			versions := []wssec.Version{wssec.SOAP11}
			if suite == wssec.Basic256Sha256GCM {
				versions = append(versions, wssec.SOAP12)
			}
			for _, v := range versions {
				for first, writer := range Names() {
					x := xmlsec{t, dir, v, writer + " " + p.Name + " " + suite.String()}
					request, answer := conversation(t, first, p, v, keys, []byte(payload))
					x.confirm(string(request), "client"+kind, "server"+kind)
					x.confirm(string(answer), "server"+kind, "client"+kind)
				}
			}
		}
	}
}

// TestXMLSecReferences lets xmlsec1 verify and decrypt messages that name keys in every way.
func TestXMLSecReferences(t *testing.T) {
	if _, err := exec.LookPath("xmlsec1"); err != nil {
		t.Skip("no xmlsec1: apt-get install xmlsec1 libxmlsec1-openssl")
	}
	dir := t.TempDir()
	keys, err := keystore.Init(dir, keystore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range wssec.KeyReferences() {
		p := wssec.SignEncrypt(wssec.Basic256Sha256GCM)
		p.Response.EncryptionKey, p.Response.Confirm = by, true
		if by != wssec.ByEncryptedKeySHA1 {
			p.Request.SignatureKey, p.Request.EncryptionKey, p.Response.SignatureKey = by, by, by
		}
		for first, writer := range Names() {
			x := xmlsec{t, dir, wssec.SOAP11, writer + " " + by.String()}
			request, answer := conversation(t, first, p, wssec.SOAP11, keys, []byte(`<q:match xmlns:q="urn:quakes">x</q:match>`))
			x.confirm(string(request), "client", "server")
			if by == wssec.ByEncryptedKeySHA1 { // whose key only the service can decipher
				key := regexp.MustCompile(`(?s)<xenc:EncryptedKey.*</xenc:EncryptedKey>`).Find(request)
				list := regexp.MustCompile(`(?s)<xenc:ReferenceList.*</xenc:ReferenceList>`).Find(answer)
				x.confirm(strings.Replace(string(answer), string(list), string(key), 1), "server", "server")
				continue
			}
			x.confirm(string(answer), "server", "client")
		}
	}
}

// conversation is a request and an answer with a payload.
func conversation(t *testing.T, first int, p wssec.Policy, v wssec.Version, keys *keystore.Keys, payload []byte) (request, answer []byte) {
	t.Helper()
	trust, pair := wssec.TrustIn(pool(keys.CA)), keys.For(p.Suite)
	client, err := newTwin(t, first, wssec.Config{Role: wssec.Initiator, Policy: p, Version: v, Self: pair.Client, Peer: pair.Server.Certificate, Trust: trust})
	if err != nil {
		t.Fatal(err)
	}
	server, err := newTwin(t, first, wssec.Config{Role: wssec.Recipient, Policy: p, Self: pair.Server, Peer: pair.Client.Certificate, Trust: trust})
	if err != nil {
		t.Fatal(err)
	}
	exchange := client.Exchange(new(wssec.Request))
	if request, err = exchange.Seal(nil, payload); err != nil {
		t.Fatal(err)
	}
	opened, err := server.Open(request)
	if err != nil {
		t.Fatal(err)
	}
	if answer, err = server.Reply(nil, payload, opened); err != nil {
		t.Fatal(err)
	}
	if _, err := exchange.Open(answer); err != nil {
		t.Fatal(err)
	}
	return request, answer
}

// inXMLSec reports whether xmlsec1 has an algorithm in all versions that are about. For the others speaks WSS4J, by
// its messages in package enginetest.
func inXMLSec(a wssec.Algorithm) bool {
	return a != wssec.RSAPSSSHA256 && a != wssec.RSAOAEP && a != wssec.ECDHES
}

// xmlsec runs xmlsec1 on messages.
type xmlsec struct {
	*testing.T
	dir     string
	version wssec.Version
	what    string
}

func (x xmlsec) confirm(message, signer, recipient string) {
	x.Helper()
	if strings.Contains(message, "EncryptedData") {
		key := filepath.Join(x.dir, recipient+".key")
		out, err := x.run(joinKey(message), "--decrypt", "--privkey-pem", key)
		if err != nil {
			x.Errorf("%s: %v", x.what, err)
			return
		}
		message = out
	}
	if !strings.Contains(message, "<q:match") {
		x.Errorf("%s: no payload in\n%s", x.what, message)
	}
	cert := filepath.Join(x.dir, signer+".crt")
	if _, err := x.verify(message, cert); err != nil {
		x.Errorf("%s: %v", x.what, err)
	}
	for _, edit := range []string{"Body>", "T"} { // of the Body, and of a time
		tampered := strings.Replace(message, "</q:match>", "x</q:match>", 1)
		if edit == "T" {
			tampered = regexp.MustCompile(`(Created>\d{3})\d`).ReplaceAllString(message, "${1}0")
		}
		if _, err := x.verify(tampered, cert); err == nil {
			x.Errorf("%s: xmlsec1 verifies a tampered message, so that its word means nothing", x.what)
		}
	}
}

func (x xmlsec) verify(message, cert string) (string, error) {
	trust := []string{"--pubkey-cert-pem", cert}
	if strings.Contains(message, "</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>") {
		// The certificate is the message's own, and found good by who issued it.
		trust = []string{"--enabled-key-data", "x509", "--trusted-pem", filepath.Join(x.dir, "ca.crt")}
	}
	return x.run(message, append(append([]string{"--verify"}, trust...),
		"--id-attr:Id", x.version.Namespace()+":Body", "--id-attr:Id", soap.WSU+":Timestamp", "--id-attr:Id", soap.WSSE11+":SignatureConfirmation")...)
}

func (x xmlsec) run(message string, args ...string) (string, error) {
	file, out := filepath.Join(x.dir, "in.xml"), filepath.Join(x.dir, "out.xml")
	if err := os.WriteFile(file, []byte(message), 0o600); err != nil {
		x.Fatal(err)
	}
	if args[0] == "--decrypt" {
		args = append(args, "--output", out)
	}
	if said, err := exec.Command("xmlsec1", append(args, file)...).CombinedOutput(); err != nil {
		return "", &exec.Error{Name: string(said), Err: err}
	}
	decrypted, _ := os.ReadFile(out)
	return string(decrypted), nil
}

// joinKey puts the EncryptedKey where xmlsec1 looks for it: into the KeyInfo of the data, without its own.
func joinKey(message string) string {
	key := regexp.MustCompile(`(?s)<xenc:EncryptedKey.*</xenc:EncryptedKey>`).FindString(message)
	for _, part := range []string{`(?s)<ds:KeyInfo.*?</ds:KeyInfo>`, `(?s)<xenc:ReferenceList.*?</xenc:ReferenceList>`} {
		key = regexp.MustCompile(part).ReplaceAllLiteralString(key, "")
	}
	data := regexp.MustCompile(`(?s)<xenc:EncryptedData.*</xenc:EncryptedData>`).FindString(message)
	joined := regexp.MustCompile(`(?s)<ds:KeyInfo.*</ds:KeyInfo>`).ReplaceAllLiteralString(data, `<ds:KeyInfo xmlns:ds="`+soap.DS+`">`+key+`</ds:KeyInfo>`)
	return strings.Replace(message, data, joined, 1)
}

// TestWSS4J opens the messages of CXF's own tests, of 2010, with all that they need let in. What is refused
// is refused for a reason that its error names.
func TestWSS4J(t *testing.T) {
	const dir = "../../../shared/vectors/cxf/"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared/vectors beside the repository: ", err)
	}
	self := oldIdentity(t, dir+"privatestore.jks", "keyStorePassword", "myAlias", "myAliasPassword")
	certs := pool(self.Certificate)
	message := func(name string) []byte {
		b, err := os.ReadFile(dir + name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	certs.AddCert(firstOfPath(t, message("request-with-comment.xml")))
	e := newEngine(t, wssec.Config{Role: wssec.Recipient, Policy: wssec.Plain(), Self: self, Trust: wssec.TrustIn(certs),
		Accept: []wssec.Algorithm{wssec.RSASHA1, wssec.SHA1, wssec.ExclusiveC14N, wssec.RSA15, wssec.RSAOAEPMGF1P, wssec.AES128CBC}})
	for _, c := range []struct{ name, want string }{ // what is signed, or what the error says
		{"signed_x509_direct_ref.xml", "Envelope/Header/Header Envelope/Header/Header Envelope/Body by CN=myAlias"},
		{"signed_x509_direct_ref_token_prot.xml", "Envelope/Header/Header Envelope/Header/Header Envelope/Body Envelope/Header/Security/BinarySecurityToken by CN=myAlias"},
		{"signed_x509_issuer_serial.xml", "Envelope/Header/Header Envelope/Header/Header Envelope/Body by CN=myAlias"},
		{"signed_x509_issuer_serial_missing_signed_body.xml", "Envelope/Header/Header Envelope/Header/Header by CN=myAlias"},
		{"request-with-comment.xml", "Envelope/Body by CN=bob,OU=eng,O=apache.org"},
		{"signed_invalid.xml", "nothing"}, // its Security is for another actor
		{"signed_x509_issuer_serial_token_prot.xml", "the STR-Transform"},
		{"encrypted_body_content.xml", "encrypted headers are not read"},
		{"encrypted_body_content_signed.xml", "hmac-sha1 is not of the suite"},
		{"encrypted_body_element.xml", "at most one Header, then one Body"},
		{"encrypted_missing_enc_body.xml", "encrypted headers are not read"},
		{"signed_x509_issuer_serial_encrypted.xml", "encrypted headers are not read"},
		{"wss-242.xml", "encrypted headers are not read"},
		{"wss-242-with-encryptedheader.xml", "encrypted headers are not read"},
	} {
		got := signedParts(e.Read(message(c.name)))
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	forUs := bytes.Replace(message("signed_invalid.xml"), []byte(`actor="actor1"`), []byte(`actor=""`), 1)
	if got := signedParts(e.Read(forUs)); !strings.Contains(got, "a key named by X509IssuerSerial") {
		t.Errorf("signed_invalid.xml for us: %s", got)
	}
}

func signedParts(m *wssec.Message, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case m.Signer == nil:
		return "nothing"
	}
	var paths []string
	for _, r := range m.References {
		paths = append(paths, r.Element)
	}
	return strings.Join(paths, " ") + " by " + m.Signer.Subject.String()
}

// firstOfPath gives the authority that a message brings along, for the test to trust.
func firstOfPath(t *testing.T, message []byte) *x509.Certificate {
	t.Helper()
	token := regexp.MustCompile(`BinarySecurityToken [^>]*>([^<]*)<`).FindSubmatch(message)[1]
	der, err := base64.StdEncoding.DecodeString(string(token))
	if err != nil {
		t.Fatal(err)
	}
	var path []asn1.RawValue
	if _, err := asn1.Unmarshal(der, &path); err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(path[0].FullBytes)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// oldIdentity reads a store whose two passwords differ.
func oldIdentity(t *testing.T, path, storePassword, alias, keyPassword string) wssec.Identity {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	store := jks.New()
	if err := store.Load(f, []byte(storePassword)); err != nil {
		t.Fatal(err)
	}
	entry, err := store.GetPrivateKeyEntry(alias, []byte(keyPassword))
	if err != nil {
		t.Fatal(err)
	}
	key, err := x509.ParsePKCS8PrivateKey(entry.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(entry.CertificateChain[0].Content)
	if err != nil {
		t.Fatal(err)
	}
	return wssec.Identity{Certificate: cert, Key: key.(crypto.Signer)}
}
