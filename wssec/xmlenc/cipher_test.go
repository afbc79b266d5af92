package xmlenc

import (
	"bytes"
	"encoding/hex"
	"testing"

	"seismark/wssec"
)

const plain = "Quakes of 6.5 and more"

// sealed are by OpenSSL: openssl enc -aes-N-cbc -K 0001.. -iv 1011.., whose padding is all of its length,
// and AES-GCM of pyca/cryptography with the nonce 1011...
var sealed = map[wssec.Algorithm]string{
	wssec.AES128CBC: "c91ed2c3146c03a681ccf357b84278ced520fd4ea0ab001843ff10c3c3709f1a",
	wssec.AES192CBC: "98cb7aadb2cca62efa2298415b3b2c41dc1119628ad090a402341e40048a737b",
	wssec.AES256CBC: "3f0910c7820f2f4e3ce60136933dd95b1a6b85aff70af6e003ade67efdf507ab",
	wssec.AES256GCM: "2c8bf97d2cba1adcac553e333a59083db370236169a739466f210a9e159ec3aa95453cad591f",
}

func octetsFrom(first byte, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = first + byte(i)
	}
	return b
}

func TestOpen(t *testing.T) {
	for a, text := range sealed {
		c, err := CipherOf(a)
		if err != nil {
			t.Fatal(err)
		}
		value, _ := hex.DecodeString(text)
		data := append(octetsFrom(0x10, c.Front()), value...)
		for n := range data { // cut, and with an octet changed
			cut := bytes.Clone(data[:n])
			if got, err := c.Open(octetsFrom(0, c.KeySize), cut); err == nil {
				t.Errorf("%s: cut to %d octets gives %q", a, n, got)
			}
			changed := bytes.Clone(data)
			changed[n] ^= 0x80
			if got, err := c.Open(octetsFrom(0, c.KeySize), changed); err == nil && (c.GCM || string(got) == plain) {
				t.Errorf("%s: with octet %d changed gives %q", a, n, got)
			}
		}
		got, err := c.Open(octetsFrom(0, c.KeySize), data)
		if err != nil || string(got) != plain {
			t.Errorf("%s: got %q, %v", a, got, err)
		}
		if &got[0] != &data[c.Front()] {
			t.Errorf("%s: not in place", a)
		}
	}
}

func TestSeal(t *testing.T) {
	for _, a := range []wssec.Algorithm{
		wssec.AES128CBC, wssec.AES192CBC, wssec.AES256CBC, wssec.AES128GCM, wssec.AES192GCM, wssec.AES256GCM,
	} {
		c, err := CipherOf(a)
		if err != nil {
			t.Fatal(err)
		}
		key := octetsFrom(0, c.KeySize)
		last := map[string]bool{}
		for n := range 50 {
			buf := make([]byte, c.Front()+n, c.Front()+n+MaxBack)
			copy(buf[c.Front():], octetsFrom(byte(n), n))
			data, err := c.Seal(key, buf)
			if err != nil {
				t.Fatal(err)
			}
			if &data[0] != &buf[0] {
				t.Errorf("%s: not in place", a)
			}
			if bytes.Contains(data, octetsFrom(byte(n), n)) && n > 1 {
				t.Errorf("%s: the plain text stands in the cipher text", a)
			}
			if last[string(data[:c.Front()])] {
				t.Errorf("%s: an IV twice", a)
			}
			last[string(data[:c.Front()])] = true
			got, err := c.Open(key, data)
			if err != nil || !bytes.Equal(got, octetsFrom(byte(n), n)) {
				t.Errorf("%s: %d octets come back as %x, %v", a, n, got, err)
			}
		}
		grown, err := c.Seal(key, append(make([]byte, c.Front(), c.Front()+len(plain)), plain...)) // no room behind
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.Open(key, grown); err != nil || string(got) != plain {
			t.Errorf("%s: got %q, %v", a, got, err)
		}
	}
}

func TestKeySizes(t *testing.T) {
	for a := range sealed {
		c, _ := CipherOf(a)
		for _, n := range []int{0, 15, 16, 24, 32, 33} {
			if n == c.KeySize {
				continue
			}
			if got, err := c.Open(make([]byte, n), make([]byte, 64)); err == nil {
				t.Errorf("%s with a key of %d octets gives %x", a, n, got)
			}
		}
	}
	if _, err := CipherOf("http://www.w3.org/2001/04/xmlenc#tripledes-cbc"); err == nil {
		t.Error("a cipher that is not there")
	}
}

func FuzzOpen(f *testing.F) {
	for a, text := range sealed {
		value, _ := hex.DecodeString(text)
		c, _ := CipherOf(a)
		f.Add(c.GCM, octetsFrom(0, c.KeySize), append(octetsFrom(0x10, c.Front()), value...))
	}
	f.Fuzz(func(t *testing.T, gcm bool, key, data []byte) {
		c := Cipher{KeySize: 32, GCM: gcm}
		given := bytes.Clone(data)
		got, err := c.Open(key, data)
		if err == nil && len(got) >= len(given)-c.Front() {
			t.Errorf("%d octets from %d", len(got), len(given))
		}
	})
}
