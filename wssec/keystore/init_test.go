package keystore

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/wssec"
)

func TestInit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "keys")
	now := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
	made, err := Init(dir, Options{Now: func() time.Time { return now }, Validity: 24 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	k, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !k.CA.Equal(made.CA) || !k.Client.Certificate.Equal(made.Client.Certificate) || !k.Server.Certificate.Equal(made.Server.Certificate) {
		t.Error("other keys were opened than were made")
	}
	c := k.Client.Certificate
	if got := inOrder(t, c.RawSubject); got != "O=Test,CN=client" {
		t.Error("subject", got)
	}
	if got := inOrder(t, c.RawIssuer); got != "O=Test,CN=Seismic Test CA" {
		t.Error("issuer", got)
	}
	if c.KeyUsage != x509.KeyUsageDigitalSignature|x509.KeyUsageKeyEncipherment|x509.KeyUsageDataEncipherment {
		t.Error("key usage", c.KeyUsage)
	}
	if c.VerifyHostname("localhost") != nil || c.VerifyHostname("127.0.0.1") != nil {
		t.Error("names", c.DNSNames, c.IPAddresses)
	}
	if string(c.AuthorityKeyId) != string(k.CA.SubjectKeyId) || len(c.SubjectKeyId) != 20 {
		t.Error("key identifiers")
	}
	if want := now.Add(24 * time.Hour); !c.NotAfter.Equal(want) || k.Valid(now) != nil || k.Valid(want.Add(time.Second)) == nil {
		t.Error("not after", c.NotAfter)
	}
	if k.Trust().Verify(c, now) != nil {
		t.Error("the authority does not vouch for the client")
	}
	s, err := Load(filepath.Join(dir, "server.p12"), DefaultPassword)
	if err != nil {
		t.Fatal(err)
	}
	if !s.Identities[0].Certificate.Equal(k.Server.Certificate) || !s.Certificates[0].Equal(k.CA) {
		t.Error("server.p12 holds something else")
	}
}

// TestKinds makes keys for every suite on a curve, and has each suite take its own.
func TestKinds(t *testing.T) {
	dir := t.TempDir()
	kinds := []wssec.Key{wssec.P256, wssec.P384}
	made, err := Init(dir, Options{Kinds: kinds})
	if err != nil {
		t.Fatal(err)
	}
	k, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range wssec.Suites() {
		client, server := k.Config(wssec.Initiator, wssec.SignEncrypt(s)), k.Config(wssec.Recipient, wssec.SignEncrypt(s))
		client.Login = wssec.Login{Name: "n"}
		missing := s.Key() == wssec.RSA3072 || s.Key() == wssec.RSA4096
		for _, c := range []wssec.Config{client, server} {
			err := c.Validate()
			if missing != (err != nil && strings.Contains(err.Error(), "needs an RSA key of at least")) || !missing && err != nil {
				t.Errorf("%s: %v", s, err)
			}
		}
		want := "no client and server have " + s.Key().Words() + ", which the suite " + s.String() + " needs: seismark keys init --force makes new keys of all kinds"
		if err := k.Fit(s); (err != nil) != missing || missing && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", s, err)
		}
		if !client.Peer.Equal(server.Self.Certificate) || !server.Peer.Equal(client.Self.Certificate) || client.Peer.Equal(server.Peer) {
			t.Errorf("%s: the sides do not know each other", s)
		}
		if !made.For(s).Client.Certificate.Equal(client.Self.Certificate) {
			t.Errorf("%s: other keys were opened than were made", s)
		}
	}
	c := k.For(wssec.P384AES256GCM).Client.Certificate
	if c.Subject.CommonName != "client-p384" || c.KeyUsage != x509.KeyUsageDigitalSignature|x509.KeyUsageKeyAgreement || len(c.SubjectKeyId) != 20 {
		t.Errorf("%s, usage %v", c.Subject, c.KeyUsage)
	}
	if err := k.Trust().Verify(c, time.Now()); err != nil {
		t.Error(err)
	}
	if len(k.Identities()) != 6 {
		t.Errorf("%d identities", len(k.Identities()))
	}
	store, err := Load(filepath.Join(dir, "server-p256.p12"), DefaultPassword)
	if err != nil || !store.Identities[0].Certificate.Equal(k.For(wssec.P256AES128GCM).Server.Certificate) {
		t.Errorf("server-p256.p12: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "client-rsa3072.crt")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a kind was made that was not asked for")
	}
	for _, mode := range []string{"go", "auto"} {
		in, _, err := k.In(mode)
		if err != nil {
			t.Fatal(err)
		}
		if got := in.Library(wssec.P256AES128GCM); got != "go" {
			t.Errorf("%s: keys on P-256 in %s", mode, got)
		}
		if d := in.For(wssec.P384AES256GCM).Server.Decrypter(); d == nil {
			t.Errorf("%s: a key on P-384 does not decipher", mode)
		}
	}
	// A half of a kind is no kind.
	if err := os.Remove(filepath.Join(dir, "server-p384.key")); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "server-p384.key") {
		t.Error(err)
	}
	if _, err := Init(dir, Options{}); !errors.Is(err, ErrExists) {
		t.Error(err)
	}
	// New keys of fewer kinds leave no old ones behind.
	if _, err := Init(dir, Options{Force: true}); err != nil {
		t.Fatal(err)
	}
	if k, err := Open(dir); err != nil || len(k.Identities()) != 2 {
		t.Error(err)
	}
}

// inOrder is a name as it is encoded; pkix.Name.String has an order of its own.
func inOrder(t *testing.T, der []byte) string {
	t.Helper()
	var name pkix.RDNSequence
	if _, err := asn1.Unmarshal(der, &name); err != nil {
		t.Fatal(err)
	}
	return name.String()
}

func TestInitFiles(t *testing.T) {
	dir := t.TempDir()
	if _, err := Init(dir, Options{Bits: 1024}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(names(nil)) {
		t.Errorf("%d files, want %v", len(entries), names(nil))
	}
	for _, e := range entries {
		info, _ := e.Info()
		want := fs.FileMode(0o644)
		if ext := filepath.Ext(e.Name()); ext == ".key" || ext == ".p12" || ext == ".jks" {
			want = 0o600
		}
		if info.Mode() != want {
			t.Errorf("%s has mode %o, want %o", e.Name(), info.Mode(), want)
		}
	}
}

func TestInitKeepsKeys(t *testing.T) {
	dir := t.TempDir()
	if _, err := Init(dir, Options{Bits: 1024}); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(filepath.Join(dir, "client.key"))
	_, err := Init(dir, Options{Bits: 1024})
	if !errors.Is(err, ErrExists) || !strings.Contains(err.Error(), "seismark keys init --force") {
		t.Error(err)
	}
	if after, _ := os.ReadFile(filepath.Join(dir, "client.key")); string(after) != string(before) {
		t.Error("the keys were replaced")
	}
	if _, err := Init(dir, Options{Bits: 1024, Force: true}); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.ReadFile(filepath.Join(dir, "client.key")); string(after) == string(before) {
		t.Error("the keys were not replaced")
	}
	if _, err := Open(dir); err != nil {
		t.Error(err)
	}
}

func TestInitUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Init(file, Options{Bits: 1024}); err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Error(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) || !strings.HasSuffix(err.Error(), "seismark keys init") {
		t.Error(err)
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, fs.ErrNotExist) || !strings.HasSuffix(err.Error(), "ca.crt: no such file or directory: make test keys with: seismark keys init") {
		t.Error(err)
	}
	one, other := t.TempDir(), t.TempDir()
	for _, dir := range []string{one, other} {
		if _, err := Init(dir, Options{Bits: 1024}); err != nil {
			t.Fatal(err)
		}
	}
	move(t, other, one, "client.key")
	if _, err := Open(one); !errors.Is(err, ErrMismatch) {
		t.Error(err)
	}
	move(t, other, one, "client.crt")
	if _, err := Open(one); err == nil || !strings.Contains(err.Error(), "is not from the authority of ca.crt") {
		t.Error(err)
	}
}

func move(t *testing.T, from, to, name string) {
	t.Helper()
	if err := os.Rename(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
		t.Fatal(err)
	}
}

// TestInitJava reads the JKS files again. That others can is shown by TestInitForOthers.
func TestInitJava(t *testing.T) {
	dir := t.TempDir()
	k, err := Init(dir, Options{Bits: 1024, Kinds: []wssec.Key{wssec.P256}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file, alias string
		own, other  wssec.Identity
	}{
		{"client.jks", "client", k.Client, k.Server},
		{"server.jks", "server", k.Server, k.Client},
		{"server-p256.jks", "server", k.For(wssec.P256AES128GCM).Server, k.For(wssec.P256AES128GCM).Client},
	} {
		s, err := Load(filepath.Join(dir, c.file), DefaultPassword)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Identities) != 1 || s.Identities[0].Alias != c.alias || !s.Identities[0].Certificate.Equal(c.own.Certificate) {
			t.Errorf("%s: identities %+v", c.file, s.Identities)
		}
		holds := func(want *x509.Certificate) bool {
			return slices.ContainsFunc(s.Certificates, func(c *x509.Certificate) bool { return c.Equal(want) })
		}
		if len(s.Certificates) != 2 || !holds(k.CA) || !holds(c.other.Certificate) {
			t.Errorf("%s: certificates %v", c.file, s.Certificates)
		}
	}
	if err := k.JavaStores(); err != nil {
		t.Error(err)
	}
	if err := os.Remove(filepath.Join(dir, "server.jks")); err != nil {
		t.Fatal(err)
	}
	if err := k.JavaStores(); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "server.jks") || !strings.Contains(err.Error(), "seismark keys init --force --keys "+dir) {
		t.Error(err)
	}
}

// OpenSSL and the key tool of Java judge what Init writes.
func TestInitForOthers(t *testing.T) {
	dir := t.TempDir()
	if _, err := Init(dir, Options{Password: "another"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ command, want string }{
		{"openssl verify -x509_strict -CAfile ca.crt client.crt server.crt", "server.crt: OK"},
		{"openssl pkcs12 -in server.p12 -passin pass:another -nodes", "BEGIN PRIVATE KEY"},
		{"openssl pkey -in client.key -pubout", "BEGIN PUBLIC KEY"},
		{"openssl x509 -in client.crt -noout -text", "Digital Signature, Key Encipherment, Data Encipherment"},
		{"openssl x509 -in client.crt -noout -subject -issuer -nameopt RFC2253", "issuer=O=Test,CN=Seismic Test CA"},
		{"keytool -list -keystore client.p12 -storetype pkcs12 -storepass another", "PrivateKeyEntry"},
		{"keytool -list -keystore client.jks -storetype jks -storepass another -alias client", "PrivateKeyEntry"},
		{"keytool -list -keystore client.jks -storetype jks -storepass another -alias server", "trustedCertEntry"},
		{"keytool -list -keystore server.jks -storetype jks -storepass another -alias server", "PrivateKeyEntry"},
		{"keytool -list -keystore server.jks -storetype jks -storepass another -alias ca", "trustedCertEntry"},
		// Only who can decipher the key can write it out.
		{"keytool -importkeystore -srckeystore server.jks -srcstorepass another -srcalias server -destkeystore out.p12 -deststoretype pkcs12 -deststorepass another", "mport"},
		{"openssl pkcs12 -in out.p12 -passin pass:another -nodes", "BEGIN PRIVATE KEY"},
	} {
		args := strings.Fields(c.command)
		if _, err := exec.LookPath(args[0]); err != nil {
			t.Logf("%s is not here: left out: %s", args[0], c.command)
			continue
		}
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v\n%s", c.command, err, out)
		}
	}
}
