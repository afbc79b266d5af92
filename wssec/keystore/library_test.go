package keystore_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/keystore"
	"seismark/wssec/openssl"
)

// TestIn lets both libraries check each other's signatures.
func TestIn(t *testing.T) {
	keys, err := keystore.Init(t.TempDir(), keystore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	native, name, err := keys.In("go")
	if err != nil || name != "go" || native.Config(wssec.Initiator, wssec.Plain()).Public != nil {
		t.Fatalf("name %q, %v", name, err)
	}
	if _, _, err := keys.In("fast"); err == nil || !strings.Contains(err.Error(), "choose from auto, openssl, go") {
		t.Errorf("error is %v", err)
	}
	if _, err := openssl.Available(); err != nil {
		if _, name, err := keys.In("auto"); name != "go" || err != nil {
			t.Errorf("auto without libcrypto is %q, %v", name, err)
		}
		t.Skip(err)
	}
	in, name, err := keys.In("auto")
	if err != nil || name != "openssl" {
		t.Fatalf("name %q, %v", name, err)
	}
	if keys.Client.Key == in.Client.Key {
		t.Error("the keys that were given are changed, or the same")
	}
	client, server := in.Config(wssec.Initiator, wssec.Plain()), native.Config(wssec.Recipient, wssec.Plain())
	digest := make([]byte, 32)
	for _, c := range []struct{ from, to wssec.Config }{{client, server}, {server, client}} {
		sig, err := c.from.Self.Key.Sign(rand.Reader, digest, crypto.SHA256)
		if err != nil {
			t.Fatal(err)
		}
		public, err := c.to.PublicKey(c.from.Self.Certificate)
		if err != nil {
			t.Fatal(err)
		}
		if err := public.Verify(digest, sig, crypto.SHA256); err != nil {
			t.Error(err)
		}
	}
	public, err := client.PublicKey(in.Server.Certificate)
	if _, ok := public.(*openssl.PublicKey); err != nil || !ok {
		t.Errorf("the other's key is %T, %v", public, err)
	}
	// What libcrypto does not take, Go's library judges.
	if got := client.Public(&rsa.PublicKey{E: 3}); got != nil {
		t.Errorf("a key without modulus is %v", got)
	}
}
