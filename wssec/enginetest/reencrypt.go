package enginetest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"testing"

	"seismark/wssec"
	"seismark/wssec/xmlenc"
)

// reencrypt puts another plain text in the place of the encrypted one, under a key of zeros.
func reencrypt(t testing.TB, s wssec.Suite, message, plain string) string {
	t.Helper()
	c := must(xmlenc.CipherOf(s.Algorithms().Cipher))
	message = rewrap(t, s, message, make([]byte, c.KeySize))
	block := must(aes.NewCipher(make([]byte, c.KeySize)))
	iv := make([]byte, 16)
	return recode(t, message, "xenc:EncryptedData", "xenc:CipherValue", func([]byte) []byte {
		if c.GCM {
			return append(iv[:12:12], must(cipher.NewGCM(block)).Seal(nil, iv[:12], []byte(plain), nil)...)
		}
		pad := 16 - len(plain)%16
		padded := append([]byte(plain), bytes.Repeat([]byte{byte(pad)}, pad)...)
		cipher.NewCBCEncrypter(block, iv).CryptBlocks(padded, padded)
		return append(iv, padded...)
	})
}

// rewrap enciphers another session key for the Recipient.
func rewrap(t testing.TB, s wssec.Suite, message string, session []byte) string {
	t.Helper()
	transport := must(xmlenc.TransportFor(s))
	key := must((&wssec.Config{}).PublicKey(pairFor(s).server.Certificate))
	value := must(transport.Wrap(key, session))
	if transport.Ephemeral != nil {
		message = recode(t, message, "xenc:EncryptedKey", "dsig11:PublicKey", func([]byte) []byte { return transport.Ephemeral })
	}
	return recode(t, message, "xenc:EncryptedKey", "xenc:CipherValue", func([]byte) []byte { return value })
}
