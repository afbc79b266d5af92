package floor

import (
	"os"
	"sync"
	"testing"

	"seismark/wssec"
	"seismark/wssec/keystore"
)

var made = sync.OnceValues(func() (*keystore.Keys, error) {
	dir, err := os.MkdirTemp("", "seismark-floor-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return keystore.Init(dir, keystore.Options{Kinds: []wssec.Key{wssec.P256, wssec.P384}})
})

// testKeys are of all kinds but those that take long to make.
func testKeys(t testing.TB) *keystore.Keys {
	t.Helper()
	keys, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return keys
}
