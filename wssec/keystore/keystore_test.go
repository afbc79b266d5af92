package keystore

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The serial numbers of the certificates of testdata, as "openssl x509 -serial" prints them.
const (
	serialRSA     = "40684E96E182DD8A5FE4922F7FCC38838425D452"
	serialEC      = "5DC7CEFD78965B15D5799E7EC11F88E006588C3"
	serialEd25519 = "6DF1B49BC10CE23ED9E53B81848B4DCE5095E50B"
)

func TestLoad(t *testing.T) {
	for _, c := range []struct {
		file, password string
		identities     []string // alias and serial
		certificates   []string
		keys           int
	}{
		{file: "rsa.key.pem", keys: 1},
		{file: "rsa-pkcs8.key.pem", keys: 1},
		{file: "ec.key.pem", keys: 1},
		{file: "ed25519.key.pem", keys: 1},
		{file: "rsa.crt.pem", certificates: []string{serialRSA}},
		{file: "rsa.crt.der", certificates: []string{serialRSA}},
		{file: "several.pem", identities: []string{"rsa test " + serialRSA, "ec test " + serialEC}, certificates: []string{serialEd25519}},
		{file: "openssl.p12", password: "changeit", identities: []string{"rsa test " + serialRSA}, certificates: []string{serialEC}},
		{file: "legacy.p12", password: "changeit", identities: []string{"rsa test " + serialRSA}},
		{file: "empty-password.p12", identities: []string{"ec test " + serialEC}},
		{file: "keytool.p12", password: "changeit", identities: []string{"rsa test " + serialRSA}},
		{file: "trust.p12", password: "changeit", certificates: []string{serialEC}},
		{file: "store.jks", password: "changeit", identities: []string{"rsa " + serialRSA}, certificates: []string{serialEC}},
		{file: "trust.jks", password: "changeit", certificates: []string{serialEC}},
	} {
		s, err := Load(filepath.Join("testdata", c.file), c.password)
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		var identities, certificates []string
		for _, id := range s.Identities {
			identities = append(identities, id.Alias+" "+strings.ToUpper(id.Certificate.SerialNumber.Text(16)))
			proves(t, c.file, id.Key, id.Certificate.PublicKey)
		}
		for _, x := range s.Certificates {
			certificates = append(certificates, strings.ToUpper(x.SerialNumber.Text(16)))
		}
		if !slices.Equal(identities, c.identities) || !slices.Equal(certificates, c.certificates) || len(s.Keys) != c.keys {
			t.Errorf("%s: identities %q, certificates %q, %d keys; want %q, %q, %d",
				c.file, identities, certificates, len(s.Keys), c.identities, c.certificates, c.keys)
		}
	}
}

// proves signs with an RSA key and verifies with the certificate's.
func proves(t *testing.T, name string, key crypto.Signer, public crypto.PublicKey) {
	t.Helper()
	r, ok := public.(*rsa.PublicKey)
	if !ok {
		return
	}
	digest := sha256.Sum256([]byte("some text"))
	signature, err := key.Sign(rand.Reader, digest[:], crypto.SHA256)
	if err != nil {
		t.Fatal(name, err)
	}
	if err := rsa.VerifyPKCS1v15(r, crypto.SHA256, digest[:], signature); err != nil {
		t.Error(name, err)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct {
		file, password string
		kind           error
		text           string
	}{
		{"nothing.pem", "", fs.ErrNotExist, "keystore: testdata/nothing.pem: no such file or directory"},
		{".", "", nil, "keystore: testdata: is a directory"},
		{"openssl.p12", "change", ErrPassword, "keystore: testdata/openssl.p12: the password is wrong, or the file is damaged"},
		{"openssl.p12", "", ErrPassword, "the password is wrong"},
		{"legacy.p12", "changeiT", ErrPassword, "the password is wrong"},
		{"store.jks", "change", ErrPassword, "keystore: testdata/store.jks: the password is wrong, or the file is damaged"},
		{"trust.jks", "", ErrPassword, "the password is wrong"},
		{"keypass.jks", "changeit", ErrPassword, `the key of entry "rsa" has a password of its own`},
		{"encrypted.key.pem", "changeit", ErrEncrypted, "the private key is encrypted: write it in the clear"},
		{"encrypted-old.key.pem", "changeit", ErrEncrypted, "the private key is encrypted"},
		{"mismatch.pem", "", ErrMismatch, "private key and certificate do not belong together: of its private keys, number 1"},
		{"public.pem", "", nil, "holds neither a certificate nor a private key, only PUBLIC KEY"},
		{"x25519.key.pem", "", nil, "PEM block 1: the private key is of a kind that cannot sign"},
		{"rsa.key.der", "", nil, "neither PKCS#12 nor a certificate: write a private key as PEM"},
		{"iterations.p12", "changeit", nil, "PKCS#12 asks for more than 2500000 iterations"},
		{"two.p12", "changeit", nil, "PKCS#12 holds several private keys"},
		{"nokeys.p12", "changeit", nil, "PKCS#12: private key missing"},
		{"store.jceks", "changeit", nil, "a JCEKS store cannot be read: convert it: keytool"},
		{"make.sh", "", nil, "neither PEM nor PKCS#12 nor JKS"},
	} {
		s, err := Load(filepath.Join("testdata", c.file), c.password)
		if err == nil || s != nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: got %v, want %q", c.file, err, c.text)
		}
		if c.kind != nil && !errors.Is(err, c.kind) {
			t.Errorf("%s: %v is not %v", c.file, err, c.kind)
		}
		if e := (*Error)(nil); !errors.As(err, &e) || e.Path != filepath.Join("testdata", c.file) {
			t.Errorf("%s: %v does not name the file", c.file, err)
		}
	}
}

func TestParseRefusesDamage(t *testing.T) {
	several := read(t, "several.pem")
	jks := read(t, "store.jks")
	huge := slices.Clone(jks)
	copy(huge[8:], "\xff\xff\xff\xff") // entries
	long := slices.Clone(jks)
	copy(long[12+4+2+3+8:], "\xff\xff\xff\xf0") // the length of a key or certificate, for the alias "rsa"
	flipped := slices.Clone(jks)
	flipped[len(flipped)/2] ^= 1
	for name, c := range map[string]struct {
		data []byte
		text string
	}{
		"empty":              {nil, "empty"},
		"blank":              {[]byte(" \n"), "empty"},
		"cut off":            {several[:len(several)-40], "only 5 can be read"},
		"damaged block":      {[]byte(strings.Replace(string(several), "MI", "M!", 1)), "of 6 PEM blocks"},
		"large":              {make([]byte, maxFile+1), "larger than"},
		"JKS, many entries":  {huge, "JKS: "},
		"JKS, long key":      {long, "JKS: "},
		"JKS, cut off":       {jks[:len(jks)-1], "damaged or cut off"},
		"JKS, one more":      {append(slices.Clone(jks), 0), "damaged or cut off"},
		"JKS, a bit flipped": {flipped, ""},
		"JKS, head alone":    {jks[:4], "JKS: "},
		"BER":                {[]byte{0x30, 0x80, 2, 1, 3}, "BER"},
		"DER of nothing":     {[]byte{0x30, 0}, "neither PKCS#12 nor a certificate"},
	} {
		if _, err := Parse(name, c.data, "changeit"); err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: got %v, want %q", name, err, c.text)
		}
	}
}

// A key of a JKS file too short for its salt and digest would make the library slice before its start.
func TestShortKey(t *testing.T) {
	record := "\xfe\xed\xfe\xed" + "\x00\x00\x00\x02" + "\x00\x00\x00\x01" + // magic, version, entries
		"\x00\x00\x00\x01" + "\x00\x01a" + "\x00\x00\x00\x00\x00\x00\x00\x00" + // private key, alias, time
		"\x00\x00\x00\x06" + "\x30\x04\x30\x00\x04\x00" + "\x00\x00\x00\x00" + strings.Repeat("\x00", 20)
	_, err := Parse("short", []byte(record), "")
	if err == nil || !strings.Contains(err.Error(), "a private key is damaged") {
		t.Error(err)
	}
}

func TestLoadIdentity(t *testing.T) {
	path := func(name string) string { return filepath.Join("testdata", name) }
	id, err := LoadIdentity(path("rsa.crt.pem"), path("rsa.key.pem"), "")
	if err != nil || id.Certificate.Subject.CommonName != "rsa test" {
		t.Fatal(id.Certificate, err)
	}
	if _, err := LoadIdentity(path("openssl.p12"), path("openssl.p12"), "changeit"); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ cert, key, text string }{
		{"rsa.crt.pem", "ec.key.pem", "keystore: testdata/ec.key.pem: private key and certificate do not belong together: give the key that was made for testdata/rsa.crt.pem"},
		{"rsa.key.pem", "rsa.key.pem", "keystore: testdata/rsa.key.pem: holds no certificate"},
		{"rsa.crt.pem", "rsa.crt.pem", "keystore: testdata/rsa.crt.pem: holds no private key"},
	} {
		if _, err := LoadIdentity(path(c.cert), path(c.key), ""); err == nil || err.Error() != c.text {
			t.Errorf("%s, %s: got %v, want %s", c.cert, c.key, err, c.text)
		}
	}
}

func TestShared(t *testing.T) {
	const dir = "../../../shared/keys"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no shared keys: ", err)
	}
	k, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, ext := range []string{".p12", ".jks"} {
		s, err := Load(filepath.Join(dir, "client"+ext), "changeit")
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Identities) != 1 || !s.Identities[0].Certificate.Equal(k.Client.Certificate) {
			t.Errorf("client%s holds another client", ext)
		}
		if !slices.ContainsFunc(s.Certificates, k.CA.Equal) {
			t.Errorf("client%s holds no authority", ext)
		}
	}
	at := k.Client.Certificate.NotBefore.Add(time.Hour)
	if err := k.Trust().Verify(k.Server.Certificate, at); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	entries, err := os.ReadDir("testdata")
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			f.Add(read(f, e.Name()), "changeit")
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, password string) {
		s, err := Parse("fuzz", data, password)
		if (s == nil) == (err == nil) {
			t.Fatal("neither a store nor an error, or both")
		}
		if err != nil {
			return
		}
		if len(s.Identities)+len(s.Certificates)+len(s.Keys) == 0 {
			t.Error("an empty store")
		}
		for _, id := range s.Identities {
			if !belongs(id.Key, id.Certificate) {
				t.Error("a key with the certificate of another")
			}
		}
	})
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
