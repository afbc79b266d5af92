package dom

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/xmlenc"
	"seismark/wssec/xmltok"
)

const vectors = "../../../shared/vectors/xmlsec/"

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// documentOf gives the EncryptedData of a document.
func documentOf(t testing.TB, name string) *etree.Element {
	t.Helper()
	all, err := places(readFile(t, name))
	if err != nil {
		t.Fatal(name, err)
	}
	for _, p := range all {
		if el, err := parse(p.octets, p.scope); err == nil && is(el, "http://www.w3.org/2001/04/xmlenc#", "EncryptedData") {
			return el
		}
	}
	t.Fatal(name, ": no EncryptedData")
	return nil
}

// TestGCM has NIST's vectors: the nonce before, the tag behind. Those without a plain text must fail.
func TestGCM(t *testing.T) {
	files, _ := filepath.Glob(vectors + "nist-aesgcm/aes*/*.xml")
	if len(files) == 0 {
		t.Skip("no ../shared/vectors beside the repository")
	}
	keys := map[string][]byte{}
	lists, _ := filepath.Glob(vectors + "nist-aesgcm/keys-*.xml")
	for _, list := range lists {
		for _, m := range regexp.MustCompile(`(?s)<KeyName>(.*?)</KeyName>.*?<AESKeyValue[^>]*>(.*?)<`).FindAllSubmatch(readFile(t, list), -1) {
			keys[string(m[1])], _ = base64.StdEncoding.DecodeString(string(m[2]))
		}
	}
	good, bad := 0, 0
	for _, file := range files {
		el := documentOf(t, file)
		e, err := readEncryptedType(el)
		if err != nil {
			t.Fatal(file, err)
		}
		name, _ := text(e.info.ChildElements()[0])
		c, err := xmlenc.CipherOf(wssec.Algorithm(attr(e.method, "Algorithm")))
		if err != nil {
			t.Fatal(file, err)
		}
		plain, err := c.Open(keys[name], bytes.Clone(e.value))
		want, missing := os.ReadFile(strings.TrimSuffix(file, ".xml") + ".data")
		if missing != nil {
			if bad++; err == nil {
				t.Errorf("%s: decrypted to %x", file, plain)
			}
			continue
		}
		good++
		if got := base64.StdEncoding.EncodeToString(plain); err != nil || got != strings.TrimSpace(string(want)) {
			t.Errorf("%s: %s, %v", file, got, err)
		}
		if sealed, err := c.Seal(keys[name], append(make([]byte, c.Front()), plain...)); err != nil || len(sealed) != len(e.value) || bytes.Equal(sealed, e.value) {
			t.Errorf("%s: encrypted anew to %x, %v", file, sealed, err)
		}
	}
	if good+bad != 180 || bad == 0 {
		t.Errorf("%d good and %d bad vectors, want 180 in all", good, bad)
	}
}

// TestOAEP has the vectors of Aleksey Sanin's library: every digest, mask and label that this engine has.
func TestOAEP(t *testing.T) {
	files, _ := filepath.Glob(vectors + "aleksey-xmlenc-01/enc-*-kt-rsa*.xml")
	if len(files) == 0 {
		t.Skip("no ../shared/vectors beside the repository")
	}
	key := vectorKey(t, vectors+"keys/rsa/rsa-4096-key.pem")
	r := &reader{cfg: &wssec.Config{Accept: []wssec.Algorithm{wssec.RSAOAEP, wssec.RSAOAEPMGF1P, wssec.RSA15, wssec.SHA256, wssec.SHA384, wssec.SHA512}}}
	done := 0
	for _, file := range files {
		data, err := readEncryptedType(documentOf(t, file))
		if err != nil {
			t.Fatal(file, err)
		}
		wrapped, err := readEncryptedType(data.info.ChildElements()[0])
		if err != nil || wrapped.method == nil {
			continue
		}
		transport, _, err := xmlenc.ReadTransport(r.cfg, node{wrapped.method}, node{wrapped.info}, "")
		if err != nil {
			if !regexp.MustCompile(`md5|ripemd160|sha224|sha3`).MatchString(file) {
				t.Errorf("%s: %v", file, err)
			}
			continue
		}
		c, err := xmlenc.CipherOf(wssec.Algorithm(attr(data.method, "Algorithm")))
		if err != nil {
			continue // Triple DES
		}
		session, err := transport.Unwrap(key, wrapped.value, c.KeySize)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		plain, err := c.Open(session, data.value)
		if err != nil || !bytes.Contains(plain, []byte("<Number>4019 2445 0277 5567</Number>")) {
			t.Errorf("%s: %q, %v", file, plain, err)
		}
		p := part{}
		p.Scope = xmltok.Scope{}
		if err := xmlenc.CheckPlain(plain, p.Scope, p.whole); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		done++
	}
	t.Logf("%d of %d vectors; the others have digests or ciphers that this engine does not have", done, len(files))
	if done < 15 {
		t.Errorf("only %d vectors were read", done)
	}
}

func vectorKey(t testing.TB, name string) crypto.Decrypter {
	t.Helper()
	raw := readFile(t, name)
	for {
		block, rest := pem.Decode(raw)
		if block == nil {
			t.Fatal(name, ": no key")
		}
		if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
			return key.(crypto.Decrypter)
		}
		if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
			return key
		}
		raw = rest
	}
}

// TestNotOneSignature has the negatives of the library xml-crypto: shapes of SignedInfo that are no one
// signature. They are SAML, not SOAP: what is tried is whether their Signature has a shape that is read.
func TestNotOneSignature(t *testing.T) {
	const dir = "../../../shared/vectors/xml-crypto/"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared/vectors beside the repository: ", err)
	}
	for _, c := range []struct {
		file string
		good bool
	}{
		{"valid_saml.xml", true},
		{"saml_multiple_signed_info_nodes.xml", false},
		{"saml_wrapped_signed_info_node.xml", false},
		{"invalid_saml_no_signed_info.xml", false},
		{"valid_saml_with_digest_comment.xml", false},
	} {
		all, err := places(readFile(t, dir+c.file))
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		good := true
		for _, p := range all {
			el, err := parse(p.octets, p.scope)
			if err != nil || !is(el, "http://www.w3.org/2000/09/xmldsig#", "Signature") {
				continue
			}
			if _, err := shape(el, "http://www.w3.org/2000/09/xmldsig#", "SignedInfo", "SignatureValue", "KeyInfo"); err != nil {
				good = false
				continue
			}
			for _, value := range el.FindElements(".//DigestValue") {
				if _, err := octets(value); err != nil {
					good = false
				}
			}
		}
		if good != c.good {
			t.Errorf("%s: read %v, want %v", c.file, good, c.good)
		}
	}
}
