package enginetest

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"errors"
	"fmt"
	"strings"
	"testing"

	"seismark/wssec"
)

// cipherText gives cipher texts of all wrong lengths, keys of other sizes, and plain texts that are not what
// they should be. The signature over SignedInfo stays good, so that it is the decryption that must refuse.
func cipherText(t *testing.T, m Maker) {
	for _, suite := range wssec.Suites() {
		p := wssec.SignEncrypt(suite)
		message := sealed(t, m, p)
		server := engine(t, m, Config(wssec.Recipient, p))
		opened(t, server, message)
		for _, n := range []int{0, 1, 3, 11, 12, 15, 16, 17, 27, 28, 31, 32, 33, 48, 64} {
			t.Run(fmt.Sprintf("%s/%d bytes", p.Suite, n), func(t *testing.T) {
				refused(t, server, recode(t, message, "xenc:EncryptedData", "xenc:CipherValue",
					func(b []byte) []byte { return b[:n] }), wssec.FailedCheck)
			})
		}
		for name, change := range map[string]func([]byte) []byte{
			"tag cut to four bytes": func(b []byte) []byte { return b[:len(b)-12] },
			"a block more":          func(b []byte) []byte { return append(b, make([]byte, 16)...) },
			"first octet":           flip,
			"last octet":            func(b []byte) []byte { b[len(b)-1] ^= 1; return b },
			"in the middle":         func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
			"padding":               func(b []byte) []byte { b[len(b)-17] ^= 0x40; return b },
			"zeros":                 func(b []byte) []byte { return make([]byte, len(b)) },
		} {
			t.Run(fmt.Sprintf("%s/%s", p.Suite, name), func(t *testing.T) {
				refused(t, server, recode(t, message, "xenc:EncryptedData", "xenc:CipherValue", change), wssec.FailedCheck)
			})
		}
		sessionKeys(t, suite, server, message)
		plainTexts(t, suite, server, message)
	}
}

// sessionKeys changes the EncryptedKey. All failures to decipher one are the same.
func sessionKeys(t *testing.T, suite wssec.Suite, server wssec.Engine, message string) {
	changes := map[string]func([]byte) []byte{
		"first octet":     flip,
		"last octet":      func(b []byte) []byte { b[len(b)-1] ^= 1; return b },
		"empty":           func([]byte) []byte { return nil },
		"an octet":        func([]byte) []byte { return []byte{0} },
		"cut":             func(b []byte) []byte { return b[:len(b)-1] },
		"cut by eight":    func(b []byte) []byte { return b[:len(b)-8] },
		"cut to eight":    func(b []byte) []byte { return b[:8] },
		"longer":          func(b []byte) []byte { return append(b, 0) },
		"longer by eight": func(b []byte) []byte { return append(b, make([]byte, 8)...) },
		"fifty times":     func(b []byte) []byte { return bytes.Repeat(b, 50) },
		"zeros":           func(b []byte) []byte { return make([]byte, len(b)) },
		"ones":            func(b []byte) []byte { return bytes.Repeat([]byte{0xff}, len(b)) },
	}
	if suite == wssec.Basic256Sha256GCM || suite == wssec.Basic256Sha256 {
		changes["a key of 33 bytes"] = func([]byte) []byte { return wrap(make([]byte, 33)) }
		changes["an empty key"] = func([]byte) []byte { return wrap(nil) }
		changes["PKCS #1 v1.5 padding"] = func([]byte) []byte { return wrapOld(make([]byte, 32)) }
	}
	for name, change := range changes {
		t.Run(fmt.Sprintf("%s/key/%s", suite, name), func(t *testing.T) {
			refused(t, server, recode(t, message, "xenc:EncryptedKey", "xenc:CipherValue", change), wssec.FailedCheck)
		})
	}
	for _, n := range []int{16, 24, 32} { // of which one is as long as it should be
		t.Run(fmt.Sprintf("%s/key/another of %d bytes", suite, n), func(t *testing.T) {
			refused(t, server, rewrap(t, suite, message, make([]byte, n)), wssec.FailedCheck)
		})
	}
}

func serverKey() *rsa.PublicKey { return identities().server.Certificate.PublicKey.(*rsa.PublicKey) }

// wrap enciphers a session key for the Recipient.
func wrap(session []byte) []byte {
	return must(rsa.EncryptOAEP(sha1.New(), rand.Reader, serverKey(), session, nil))
}

// wrapOld does it by PKCS #1 v1.5.
func wrapOld(session []byte) []byte {
	//lint:ignore SA1019 what is dangerous is what is tested
	return must(rsa.EncryptPKCS1v15(rand.Reader, serverKey(), session))
}

// plainTexts decrypt well to something that cannot stand there, or was not signed.
func plainTexts(t *testing.T, suite wssec.Suite, server wssec.Engine, message string) {
	opened(t, server, reencrypt(t, suite, message, payload)) // and so the others fail for what they are
	opened(t, server, reencrypt(t, suite, message, strings.ReplaceAll(payload, `"`, `'`)))
	for name, plain := range map[string]string{
		"another payload":        strings.Replace(payload, ">178<", ">179<", 1),
		"nothing":                "",
		"no XML":                 "<",
		"not closed":             "<a>",
		"closes the Body":        payload + "</soap:Body><soap:Body>",
		"a comment left open":    payload + "<!--",
		"a DOCTYPE":              `<!DOCTYPE x>` + payload,
		"an entity":              "&nbsp;" + payload,
		"an instruction":         "<?x y?>" + payload,
		"an XML declaration":     `<?xml version="1.0"?>` + payload,
		"an undeclared prefix":   "<zzz:a/>",
		"no UTF-8":               "\xff\xfe",
		"an id of the message":   `<a xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" u:Id="` + bodyID(t, message) + `"/>`,
		"more than the Depth":    strings.Repeat("<a>", 70) + strings.Repeat("</a>", 70),
		"another EncryptedData":  element(t, message, "xenc:EncryptedData"),
		"the payload with space": payload + " ",
	} {
		t.Run("plain/"+name, func(t *testing.T) {
			refused(t, server, reencrypt(t, suite, message, plain), wssec.FailedCheck)
		})
	}
}

func bodyID(t testing.TB, message string) string {
	t.Helper()
	body := element(t, message, "soap:Body")
	_, id, _ := strings.Cut(body, `wsu:Id="`)
	id, _, _ = strings.Cut(id, `"`)
	return id
}

// oracle tries every value of the octet that CBC turns into the padding: all answers are the same.
func oracle(t *testing.T, m Maker) {
	p := wssec.SignEncrypt(wssec.Basic256Sha256)
	message := sealed(t, m, p)
	server := engine(t, m, Config(wssec.Recipient, p))
	for i := 1; i < 256; i++ {
		_, err := server.Open([]byte(recode(t, message, "xenc:EncryptedData", "xenc:CipherValue", func(b []byte) []byte {
			b[len(b)-17] ^= byte(i)
			return b
		})))
		if fault := (*wssec.FaultError)(nil); !errors.As(err, &fault) || fault.Code != wssec.FailedCheck {
			t.Fatalf("octet changed by %d: %v", i, err)
		}
	}
	// Without a signature over the cipher text's place there is no decrypting CBC at all.
	key := identities().client.Key
	unsigned := resign(t, remove(t, message, "ds:Reference"), key)
	refused(t, server, unsigned, wssec.InvalidSecurity)
	refused(t, server, recode(t, unsigned, "xenc:EncryptedData", "xenc:CipherValue", flip), wssec.InvalidSecurity)
	refused(t, server, remove(t, message, "ds:Signature"), wssec.InvalidSecurity)
}
