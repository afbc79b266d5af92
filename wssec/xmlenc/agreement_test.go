package xmlenc

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"seismark/wssec"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestKeyWrap has the vectors of RFC 3394 section 4.
func TestKeyWrap(t *testing.T) {
	const key = "00112233445566778899AABBCCDDEEFF0001020304050607 08090A0B0C0D0E0F"
	for _, c := range []struct {
		kek, key int
		want     string
	}{
		{16, 16, "1FA68B0A8112B447 AEF34BD8FB5A7B82 9D3E862371D2CFE5"},
		{24, 16, "96778B25AE6CA435 F92B5B97C050AED2 468AB8A17AD84E5D"},
		{32, 16, "64E8C3F9CE0F5BA2 63E9777905818A2A 93C8191E7D6E8AE7"},
		{24, 24, "031D33264E15D332 68F24EC260743EDC E1C6C7DDEE725A93 6BA814915C6762D2"},
		{32, 24, "A8F9BC1612C68B3F F6E6F4FBE30E71E4 769C8B80A32CB895 8CD5D17D6B254DA1"},
		{32, 32, "28C9F404C4B810F4 CBCCB35CFB87F826 3F5786E2D80ED326 CBC7F0E71A99F43B FB988B9B7A02DD21"},
	} {
		kek, want := octetsFrom(0, c.kek), unhex(t, c.want)
		got, err := wrapAES(kek, unhex(t, key)[:c.key])
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d under %d: %X, %v", c.key, c.kek, got, err)
		}
		back, err := unwrapAES(kek, want)
		if err != nil || !bytes.Equal(back, unhex(t, key)[:c.key]) {
			t.Errorf("%d under %d: unwrapped to %X, %v", c.key, c.kek, back, err)
		}
		for n := range want {
			if got, err := unwrapAES(kek, want[:n]); err == nil {
				t.Errorf("cut to %d octets gives %X", n, got)
			}
			changed := bytes.Clone(want)
			changed[n] ^= 0x10
			if got, err := unwrapAES(kek, changed); err == nil {
				t.Errorf("with octet %d changed gives %X", n, got)
			}
		}
	}
	for _, n := range []int{0, 8, 15, 17, 31} {
		if got, err := wrapAES(octetsFrom(0, 16), make([]byte, n)); err == nil {
			t.Errorf("a key of %d octets is wrapped to %X", n, got)
		}
	}
}

// TestConcatKDF has the example of RFC 7518 appendix C, and one of two rounds by OpenSSL (openssl kdf -keylen 40
// -kdfopt digest:SHA2-256 -kdfopt hexsecret:00..1f -kdfopt hexinfo:a0a1a2 SSKDF).
func TestConcatKDF(t *testing.T) {
	secret := []byte{158, 86, 217, 29, 129, 113, 53, 211, 114, 131, 66, 131, 191, 132, 38, 156,
		251, 49, 110, 163, 218, 128, 106, 72, 246, 218, 167, 121, 140, 254, 144, 196}
	info := []byte("\x00\x00\x00\x07A128GCM\x00\x00\x00\x05Alice\x00\x00\x00\x03Bob\x00\x00\x00\x80")
	got := base64.RawURLEncoding.EncodeToString(concatKDF(crypto.SHA256, secret, info, 16))
	if want := "VqqN6vgjbSBcIijNcacQGg"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	got = hex.EncodeToString(concatKDF(crypto.SHA256, octetsFrom(0, 32), unhex(t, "a0a1a2"), 40))
	if want := "304783714fa377e2ceb4c9a299d4b6c8d1e658647e613a3150f7ac6eac703b13c0a807d83aa7c27c"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestBits joins strings of bits: 11011 and 11010 are those of XML Encryption 1.1 section 5.4.1.
func TestBits(t *testing.T) {
	for _, c := range []struct {
		list   string
		want   string
		length int
	}{
		{"", "", 0},
		{"00", "", 0},
		{"00123456", "123456", 24},
		{"0012 003456", "123456", 24},
		{"03D8 03D0", "de80", 10},            // 11011 11010
		{"03D8 00FF", "dff8", 13},            // 11011 11111111
		{"0780 0780 0700 0780", "d0", 4},     // 1 1 0 1
		{"03D8 00ABCD 04f0", "dd5e6f80", 25}, // 11011 1010101111001101 1111
		{"01FE 0780", "ff", 8},               // 1111111 1
		{" 00aB ", "ab", 8},
	} {
		var got bits
		for _, text := range strings.Fields(c.list) {
			b, err := parseBits(text)
			if err != nil {
				t.Fatal(text, err)
			}
			before := bytes.Clone(got.octets)
			joined := got.append(b)
			if !bytes.Equal(before, got.octets) {
				t.Errorf("%s: append changes what it is given", c.list)
			}
			got = joined
		}
		if hex.EncodeToString(got.octets) != c.want || got.length != c.length {
			t.Errorf("%s: %x of %d bits, want %s of %d", c.list, got.octets, got.length, c.want, c.length)
		}
	}
	for _, bad := range []string{"0", "x", "001", "00 12", "08FF", "0812", "01", "03", "FF00", "01FF", "07FF", "0340aa01", "-1", "0x12"} {
		if got, err := parseBits(bad); err == nil {
			t.Errorf("%q is taken as %+v", bad, got)
		}
	}
	if got := formatBits([]byte("\x12\xab")); got != "0012AB" {
		t.Error(got)
	}
}

// TestECDH has the vectors of Aleksey Sanin's library with the hashes that the engines have. Both keys in them
// are named, neither is ephemeral.
func TestECDH(t *testing.T) {
	const dir = "../../../shared/vectors/xmlsec/"
	files, _ := filepath.Glob(dir + "aleksey-xmlenc-01/enc_ecdh_*_concatkdf_*.xml")
	if len(files) == 0 {
		t.Skip("no ../shared/vectors beside the repository")
	}
	done := 0
	for _, file := range files {
		message := string(readFile(t, file))
		one := func(pattern string, n int) string {
			return regexp.MustCompile(pattern).FindAllStringSubmatch(message, -1)[n][1]
		}
		curve := map[string]string{"p256": "prime256v1", "p384": "prime384v1"}[regexp.MustCompile(`_(p\d+)_`).FindStringSubmatch(file)[1]]
		digest := wssec.Algorithm(one(`DigestMethod Algorithm="([^"]*)"`, 0))
		if curve == "" || digest.Hash() == 0 {
			continue
		}
		first := ecKey(t, dir+"keys/ec/ec-"+curve+"-key.pem")
		second := ecKey(t, dir+"keys/ec/ec-"+curve+"-second-key.pem")
		var info bits
		for _, name := range []string{"AlgorithmID", "PartyUInfo", "PartyVInfo"} {
			b, err := parseBits(one(name+`="([^"]*)"`, 0))
			if err != nil {
				t.Fatal(file, err)
			}
			info = info.append(b)
		}
		c, err := CipherOf(wssec.Algorithm(one(`EncryptionMethod Algorithm="([^"]*)"`, 0)))
		if err != nil {
			t.Fatal(file, err)
		}
		point, _ := first.PublicKey.Bytes()
		transport := Transport{Algorithm: wssec.ECDHES, Hash: digest.Hash(), Info: info.octets, Ephemeral: point,
			KeyWrap: wssec.Algorithm(one(`EncryptionMethod Algorithm="([^"]*)"`, 1))}
		value := func(n int) []byte {
			b, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(one(`<xenc:CipherValue>([^<]*)<`, n), "\n", ""))
			if err != nil {
				t.Fatal(file, err)
			}
			return b
		}
		// That library wraps keys of 32 octets for ciphers of 16, and takes the first half.
		session, err := transport.Unwrap(wssec.Identity{Key: second}.Decrypter(), value(0), len(value(0))-semiblock)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		plain, err := c.Open(session[:c.KeySize], value(1))
		want := readFile(t, strings.TrimSuffix(file, ".xml")+".data")
		if err != nil || !bytes.Contains(want, plain) {
			t.Errorf("%s: %q, %v, want a piece of %q", file, plain, err, want)
		}
		done++
	}
	if t.Logf("%d of %d vectors; the others have hashes or curves that the engines do not have", done, len(files)); done < 5 {
		t.Errorf("only %d vectors were read", done)
	}
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func ecKey(t testing.TB, name string) *ecdsa.PrivateKey {
	t.Helper()
	block, _ := pem.Decode(readFile(t, name))
	if block == nil {
		t.Fatal(name, ": no PEM")
	}
	if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
		return key.(*ecdsa.PrivateKey)
	}
	key, err := x509.ParseECPrivateKey(block.Bytes)
	if err != nil {
		t.Fatal(name, err)
	}
	return key
}

// TestAgreement wraps for a key and unwraps with it, and with what is wrong.
func TestAgreement(t *testing.T) {
	for _, s := range []wssec.Suite{wssec.P256AES128GCM, wssec.P256AES256GCM, wssec.P384AES256GCM} {
		t.Run(s.String(), func(t *testing.T) {
			key, other := onCurve(t, s.Key().Curve()), onCurve(t, s.Key().Curve())
			transport, err := TransportFor(s)
			if err != nil {
				t.Fatal(err)
			}
			c, err := CipherOf(s.Algorithms().Cipher)
			if err != nil {
				t.Fatal(err)
			}
			session := octetsFrom(1, c.KeySize)
			value, err := transport.Wrap(publicOf(t, key), session)
			if err != nil || len(value) != c.KeySize+8 {
				t.Fatalf("%x, %v", value, err)
			}
			again := transport
			if second, err := again.Wrap(publicOf(t, key), session); err != nil || bytes.Equal(second, value) || bytes.Equal(again.Ephemeral, transport.Ephemeral) {
				t.Errorf("the second time %x, %v", second, err)
			}
			own := wssec.Identity{Key: key}.Decrypter()
			if got, err := transport.Unwrap(own, value, c.KeySize); err != nil || !bytes.Equal(got, session) {
				t.Errorf("got %x, %v", got, err)
			}
			change := func(edit func(*Transport)) Transport {
				changed := transport
				changed.Info, changed.Ephemeral = bytes.Clone(changed.Info), bytes.Clone(changed.Ephemeral)
				edit(&changed)
				return changed
			}
			elsewhere := onCurve(t, map[bool]elliptic.Curve{true: elliptic.P384(), false: elliptic.P256()}[s.Key() == wssec.P256])
			foreign, _ := elsewhere.PublicKey.Bytes()
			for name, bad := range map[string]struct {
				t     Transport
				key   *ecdsa.PrivateKey
				value []byte
			}{
				"another's key":         {transport, other, value},
				"a key elsewhere":       {transport, elsewhere, value},
				"another digest":        {change(func(t *Transport) { t.Hash = crypto.SHA512 }), key, value},
				"other information":     {change(func(t *Transport) { t.Info[0] ^= 1 }), key, value},
				"another point":         {again, key, value},
				"no point of the curve": {change(func(t *Transport) { t.Ephemeral[40] ^= 1 }), key, value},
				"a point elsewhere":     {change(func(t *Transport) { t.Ephemeral = foreign }), key, value},
				"a point at infinity":   {change(func(t *Transport) { t.Ephemeral = []byte{0} }), key, value},
				"no point":              {change(func(t *Transport) { t.Ephemeral = nil }), key, value},
				"a compressed point":    {change(func(t *Transport) { n := len(t.Ephemeral) / 2; t.Ephemeral = append([]byte{2}, t.Ephemeral[1:n+1]...) }), key, value},
				"nothing":               {transport, key, nil},
				"cut":                   {transport, key, value[:len(value)-8]},
			} {
				got, err := bad.t.Unwrap(wssec.Identity{Key: bad.key}.Decrypter(), bad.value, c.KeySize)
				if err == nil || len(got) != c.KeySize || bytes.Equal(got, session) {
					t.Errorf("%s: %x, %v", name, got, err)
				}
			}
			if got, err := transport.Wrap(publicOf(t, elsewhere), session); err == nil {
				t.Errorf("wrapped for a key elsewhere: %x", got)
			}
		})
	}
}

func onCurve(t testing.TB, c elliptic.Curve) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(c, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func publicOf(t testing.TB, key crypto.Signer) wssec.PublicKey {
	t.Helper()
	public, err := (&wssec.Config{}).PublicKey(&x509.Certificate{PublicKey: key.Public()})
	if err != nil {
		t.Fatal(err)
	}
	return public
}

func FuzzBits(f *testing.F) {
	f.Add("03D8", "00ABCD")
	f.Fuzz(func(t *testing.T, one, other string) {
		a, err := parseBits(one)
		b, wrong := parseBits(other)
		if err != nil || wrong != nil {
			return
		}
		got := a.append(b)
		if got.length != a.length+b.length || len(got.octets) != (got.length+7)/8 {
			t.Fatalf("%q and %q: %+v", one, other, got)
		}
		for i := range got.length { // bit by bit
			from, at := a, i
			if i >= a.length {
				from, at = b, i-a.length
			}
			if got.octets[i/8]>>(7-i%8)&1 != from.octets[at/8]>>(7-at%8)&1 {
				t.Fatalf("%q and %q: bit %d of %x", one, other, i, got.octets)
			}
		}
	})
}

func FuzzUnwrap(f *testing.F) {
	f.Add(octetsFrom(0, 16), unwrapSeed)
	f.Fuzz(func(t *testing.T, kek, value []byte) {
		key, err := unwrapAES(kek, value)
		if err != nil {
			return
		}
		if again, err := wrapAES(kek, key); err != nil || !bytes.Equal(again, value) {
			t.Fatalf("%x unwraps to %x, which wraps to %x, %v", value, key, again, err)
		}
	})
}

var unwrapSeed = []byte("\x1F\xA6\x8B\x0A\x81\x12\xB4\x47\xAE\xF3\x4B\xD8\xFB\x5A\x7B\x82\x9D\x3E\x86\x23\x71\xD2\xCF\xE5")
