//go:build cgo

package wssec_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/ThalesGroup/crypto11"

	"seismark/wssec"
)

const pin = "4711"

// token starts SoftHSM with a fresh token. Keys made in it cannot be read out of it.
func token(t *testing.T) *crypto11.Context {
	t.Helper()
	util, err := exec.LookPath("softhsm2-util")
	if err != nil {
		t.Skip("no softhsm2-util: install SoftHSM (Debian: softhsm2)")
	}
	dir := t.TempDir()
	conf := filepath.Join(dir, "softhsm2.conf")
	if err := os.WriteFile(conf, []byte("directories.tokendir = "+dir+"\nlog.level = ERROR\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SOFTHSM2_CONF", conf)
	out, err := exec.Command(util, "--init-token", "--free", "--label", "test", "--pin", pin, "--so-pin", pin).CombinedOutput()
	if err != nil {
		t.Fatalf("softhsm2-util: %v: %s", err, out)
	}
	ctx, err := crypto11.Configure(&crypto11.Config{Path: module(t), TokenLabel: "test", Pin: pin})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ctx.Close() })
	return ctx
}

func module(t *testing.T) string {
	for _, pattern := range []string{"/usr/lib/softhsm", "/usr/lib/*/softhsm", "/usr/lib64/softhsm", "/usr/local/lib/softhsm"} {
		if found, _ := filepath.Glob(pattern + "/libsofthsm2.so"); len(found) > 0 {
			return found[0]
		}
	}
	t.Skip("softhsm2-util is here, libsofthsm2.so is not where it is looked for")
	return ""
}

// identity is a certificate that its own key signed, wherever that is.
func identity(t *testing.T, key crypto.Signer) wssec.Identity {
	t.Helper()
	made := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "key in a token"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, made, made, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return wssec.Identity{Certificate: cert, Key: key}
}

// What engines ask of an Identity with an RSA key, answered by a key of PKCS#11.
func TestTokenRSA(t *testing.T) {
	key, err := token(t).GenerateRSAKeyPair([]byte{1}, 2048)
	if err != nil {
		t.Fatal(err)
	}
	self := identity(t, key)
	public := self.Certificate.PublicKey.(*rsa.PublicKey)
	digest := sha256.Sum256([]byte("text"))

	sig, err := self.Key.Sign(rand.Reader, digest[:], crypto.SHA256)
	if err == nil {
		err = rsa.VerifyPKCS1v15(public, crypto.SHA256, digest[:], sig)
	}
	if err != nil {
		t.Errorf("PKCS#1 v1.5: %v", err)
	}
	opts := &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: crypto.SHA256}
	sig, err = self.Key.Sign(rand.Reader, digest[:], opts)
	if err == nil {
		err = rsa.VerifyPSS(public, crypto.SHA256, digest[:], sig, opts)
	}
	if err != nil {
		t.Errorf("PSS: %v", err)
	}

	decrypter := self.Key.(crypto.Decrypter)
	session := []byte("0123456789abcdef0123456789abcdef")
	sealed, err := rsa.EncryptOAEP(sha1.New(), rand.Reader, public, session, nil)
	if err != nil {
		t.Fatal(err)
	}
	oaep := &rsa.OAEPOptions{Hash: crypto.SHA1}
	if got, err := decrypter.Decrypt(rand.Reader, sealed, oaep); err != nil || !bytes.Equal(got, session) {
		t.Errorf("OAEP: %q, %v", got, err)
	}
	sealed[100] ^= 1
	if got, err := decrypter.Decrypt(rand.Reader, sealed, oaep); err == nil {
		t.Errorf("OAEP, a bit off: %q", got)
	}
}

func TestTokenECDSA(t *testing.T) {
	ctx := token(t)
	digest := sha256.Sum256([]byte("text"))
	for i, curve := range []elliptic.Curve{elliptic.P256(), elliptic.P384()} {
		key, err := ctx.GenerateECDSAKeyPair([]byte{byte(i)}, curve)
		if err != nil {
			t.Fatal(err)
		}
		self := identity(t, key)
		sig, err := self.Key.Sign(rand.Reader, digest[:], crypto.SHA256)
		if err != nil || !ecdsa.VerifyASN1(self.Certificate.PublicKey.(*ecdsa.PublicKey), digest[:], sig) {
			t.Errorf("%s: %x, %v", curve.Params().Name, sig, err)
		}
	}
}

// Engines are used by many goroutines at once, and so is their key.
func TestTokenConcurrent(t *testing.T) {
	key, err := token(t).GenerateRSAKeyPair([]byte{1}, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public := key.Public().(*rsa.PublicKey)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			digest := sha256.Sum256([]byte{byte(worker)})
			for range 20 {
				sig, err := key.Sign(rand.Reader, digest[:], crypto.SHA256)
				if err == nil {
					err = rsa.VerifyPKCS1v15(public, crypto.SHA256, digest[:], sig)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
