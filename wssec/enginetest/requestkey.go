package enginetest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"encoding/base64"
	"strings"
	"testing"

	"seismark/wssec"
)

// requestKeys encrypts answers under the keys of their requests (SOAP Message Security 1.1.1 section 7.3).
func requestKeys(t *testing.T, m Maker) {
	for _, suite := range []wssec.Suite{wssec.Basic256Sha256GCM, wssec.Basic256Sha256, wssec.Basic128Sha256GCM, wssec.P256AES256GCM} {
		t.Run(suite.String(), func(t *testing.T) { requestKey(t, m, suite) })
	}
	t.Run("by hand", func(t *testing.T) { requestKeyByHand(t, m) })
	t.Run("anonymous", func(t *testing.T) { anonymous(t, m) })
}

// referring is a policy whose answers use the keys of their requests.
func referring(s wssec.Suite) wssec.Policy {
	p := wssec.SignEncrypt(s)
	p.Response.EncryptionKey = wssec.ByEncryptedKeySHA1
	return p
}

func requestKey(t *testing.T, m Maker, suite wssec.Suite) {
	p := referring(suite)
	c, other := calling(t, m, p), calling(t, m, p)
	judge(t, opened(t, c.client, c.answer), p, wssec.SOAP11, p.Response)
	value, err := base64.StdEncoding.DecodeString(content(t, element(t, c.request, "xenc:EncryptedKey"), "xenc:CipherValue"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha1.Sum(value)
	digest := base64.StdEncoding.EncodeToString(sum[:])
	data := element(t, c.answer, "xenc:EncryptedData")
	reference := element(t, data, "wsse:SecurityTokenReference")
	if want := `<wsse:KeyIdentifier EncodingType="` + base64Binary + `" ValueType="` + encryptedKeySHA1 + `">` + digest + `</wsse:KeyIdentifier>`; content(t, reference, "wsse:SecurityTokenReference") != want ||
		!strings.Contains(reference, `wsse11:TokenType="`+encryptedKey+`"`) {
		t.Errorf("%s\nwant %s", reference, want)
	}
	if strings.Contains(c.answer, "xenc:EncryptedKey>") {
		t.Error("the answer has a key of its own")
	}
	list := element(t, content(t, c.answer, "wsse:Security"), "xenc:ReferenceList")
	if !strings.Contains(list, `URI="#`+tokenID(strings.Replace(data, " Id=", " wsu:Id=", 1))+`"`) {
		t.Errorf("the list is %s", list)
	}
	// With who writes so, all can speak who keep their requests.
	usual := wssec.SignEncrypt(suite)
	client := wssec.Exchange(engine(t, m, Config(wssec.Initiator, usual)), new(wssec.Request))
	server := engine(t, m, Config(wssec.Recipient, p))
	request, err := client.Seal(nil, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := server.Reply(nil, []byte(payload), opened(t, server, string(request)))
	if err != nil {
		t.Fatal(err)
	}
	judge(t, opened(t, client, string(answer)), usual, wssec.SOAP11, usual.Response)

	refused(t, other.client, c.answer, wssec.SecurityTokenUnavailable)
	refused(t, engine(t, m, Config(wssec.Initiator, p)), c.answer, wssec.SecurityTokenUnavailable)
	refused(t, server, c.answer, wssec.SecurityTokenUnavailable)
	refused(t, c.client, recode(t, c.answer, "xenc:EncryptedData", "wsse:KeyIdentifier", flip), wssec.SecurityTokenUnavailable)
	refused(t, c.client, recode(t, c.answer, "xenc:EncryptedData", "xenc:CipherValue", flip), wssec.FailedCheck)
	refused(t, c.client, replace(t, c.answer, `"`+encryptedKeySHA1+`"`, `"`+thumbprint+`"`), wssec.SecurityTokenUnavailable)
	opened(t, c.client, replace(t, c.answer, list, ""))
	// The request itself, its data named as that of an answer.
	back := remove(t, c.request, "xenc:EncryptedKey")
	back = replace(t, back, element(t, element(t, back, "xenc:EncryptedData"), "wsse:SecurityTokenReference"), reference)
	refused(t, c.client, back, wssec.SecurityTokenUnavailable)
	if got, err := engine(t, m, Config(wssec.Recipient, p)).Seal(nil, nil); err == nil || !strings.Contains(err.Error(), "answer with Reply") {
		t.Errorf("sealed without a request: %s, %v", got, err)
	}
}

// requestKeyByHand decrypts an answer with the key of its request, without an engine.
func requestKeyByHand(t *testing.T, m Maker) {
	c := calling(t, m, referring(wssec.Basic256Sha256GCM))
	decode := func(part string) []byte {
		return must(base64.StdEncoding.DecodeString(content(t, part, "xenc:CipherValue")))
	}
	enciphered := decode(element(t, c.request, "xenc:EncryptedKey"))
	session, err := rsa.DecryptOAEP(sha1.New(), rand.Reader, identities().server.Key.(*rsa.PrivateKey), enciphered, nil)
	if err != nil {
		t.Fatal(err)
	}
	gcm := must(cipher.NewGCM(must(aes.NewCipher(session))))
	var nonces [][]byte
	for _, message := range []string{c.request, c.answer} {
		data := decode(element(t, message, "xenc:EncryptedData"))
		plain, err := gcm.Open(nil, data[:12], data[12:], nil)
		if err != nil || string(plain) != payload {
			t.Errorf("%s, %v", plain, err)
		}
		nonces = append(nonces, data[:12])
	}
	if bytes.Equal(nonces[0], nonces[1]) {
		t.Error("request and answer have the same nonce under the same key")
	}
}

// anonymous asks without a signature: the answer is for who has the key.
func anonymous(t *testing.T, m Maker) {
	p := referring(wssec.Basic256Sha256GCM)
	p.Request.Sign, p.Request.Lifetime = nil, 0
	c := calling(t, m, confirming(p))
	got := opened(t, c.client, c.answer)
	if len(got.Encrypted) != 1 {
		t.Errorf("encrypted %v", got.Encrypted)
	}
	p.Request.Encrypt = nil
	if _, err := m(Config(wssec.Recipient, p)); err == nil || !strings.Contains(err.Error(), "which are not encrypted") {
		t.Errorf("without a key to refer to: %v", err)
	}
	// Requests that nobody had to encrypt.
	p.Request.Encrypt = []wssec.Part{wssec.PartBody}
	server := engine(t, m, Config(wssec.Recipient, p))
	clear := &wssec.Message{Facts: wssec.Facts{Version: wssec.SOAP11, Request: new(wssec.Request)}}
	if _, err := server.Reply(nil, nil, clear); err == nil || !strings.Contains(err.Error(), "no key of a request") {
		t.Errorf("answering what was not encrypted: %v", err)
	}
}
