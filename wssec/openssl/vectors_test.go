package openssl_test

import (
	"bytes"
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const vectors = "../../../shared/vectors/xmlsec/"

// encrypted is the EncryptedData of a vector, with its EncryptedKey (XML Encryption 1.1 section 3).
type encrypted struct {
	Key struct {
		Method struct {
			Algorithm string `xml:",attr"`
			Digest    struct {
				Algorithm string `xml:",attr"`
			} `xml:"DigestMethod"`
			MGF struct {
				Algorithm string `xml:",attr"`
			}
			Params string `xml:"OAEPparams"`
		} `xml:"EncryptionMethod"`
		Value string `xml:"CipherData>CipherValue"`
	} `xml:"CreditCard>EncryptedData>KeyInfo>EncryptedKey"`
	Value string `xml:"CreditCard>EncryptedData>CipherData>CipherValue"`
}

// Keys that xmlsec encrypted, over digests, MGF1 hashes and a label; each opens the data that it is for.
func TestVectors(t *testing.T) {
	files, _ := filepath.Glob(vectors + "aleksey-xmlenc-01/enc-aes256-kt-rsa_oaep_*.xml")
	if len(files) == 0 {
		t.Skip("no vectors of XML Encryption beside the repository, in shared/vectors")
	}
	key := open(t, vectorKey(t))
	opened := 0
	for _, file := range files {
		if strings.Contains(file, "ripemd160") {
			continue // no hash of Go's standard library
		}
		var e encrypted
		if err := xml.Unmarshal(read(t, file), &e); err != nil {
			t.Fatal(err)
		}
		session, err := key.Decrypt(nil, unbase64(t, e.Key.Value), e.options(t))
		if err != nil || len(session) != 32 {
			t.Errorf("%s: %d octets, %v", filepath.Base(file), len(session), err)
			continue
		}
		plain := openCBC(t, session, unbase64(t, e.Value))
		if data := read(t, strings.TrimSuffix(file, "xml")+"data"); !bytes.Contains(data, plain) {
			t.Errorf("%s: opened to %q", filepath.Base(file), plain)
		}
		opened++
	}
	if opened < 20 {
		t.Errorf("only %d of %d vectors were opened", opened, len(files))
	}
}

func vectorKey(t *testing.T) *rsa.PrivateKey {
	p, _ := pem.Decode(read(t, vectors+"keys/rsa/rsa-4096-key.pem"))
	key, err := x509.ParsePKCS8PrivateKey(p.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return key.(*rsa.PrivateKey)
}

func (e *encrypted) options(t *testing.T) *rsa.OAEPOptions {
	m := e.Key.Method
	opts := &rsa.OAEPOptions{Hash: hashNamed(t, m.Digest.Algorithm), MGFHash: crypto.SHA1, Label: unbase64(t, m.Params)}
	if m.MGF.Algorithm != "" {
		opts.MGFHash = hashNamed(t, m.MGF.Algorithm)
	}
	return opts
}

func hashNamed(t *testing.T, uri string) crypto.Hash {
	_, name, _ := strings.Cut(uri, "#")
	h, ok := map[string]crypto.Hash{
		"": crypto.SHA1, "md5": crypto.MD5, "sha1": crypto.SHA1, "sha224": crypto.SHA224, "sha256": crypto.SHA256,
		"sha384": crypto.SHA384, "sha512": crypto.SHA512, "sha3-224": crypto.SHA3_224, "sha3-256": crypto.SHA3_256,
		"sha3-384": crypto.SHA3_384, "sha3-512": crypto.SHA3_512,
	}[strings.TrimPrefix(name, "mgf1")]
	if !ok {
		t.Fatalf("hash %s is not known to the test", uri)
	}
	return h
}

func openCBC(t *testing.T, key, sealed []byte) []byte {
	b, err := aes.NewCipher(key)
	if err != nil || len(sealed) < 32 {
		t.Fatal(len(sealed), err)
	}
	plain := make([]byte, len(sealed)-16)
	cipher.NewCBCDecrypter(b, sealed[:16]).CryptBlocks(plain, sealed[16:])
	return plain[:len(plain)-int(plain[len(plain)-1])]
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func unbase64(t *testing.T, s string) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}
