package openssl_test

import (
	"bytes"
	"crypto"
	"crypto/elliptic"
	"crypto/rsa"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"seismark/wssec/openssl"
)

func TestClose(t *testing.T) {
	goKey := newRSA(t, 2048)
	key, public := open(t, goKey), openPublic(t, &goKey.PublicKey)
	digest := make([]byte, 32)
	oaep := &rsa.OAEPOptions{Hash: crypto.SHA1}
	sig, err := key.Sign(nil, digest, crypto.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if key.Close() != nil || public.Close() != nil {
			t.Error("Close failed")
		}
	}
	for name, call := range map[string]func() error{
		"Sign":        func() error { _, err := key.Sign(nil, digest, crypto.SHA256); return err },
		"Sign by PSS": func() error { _, err := key.Sign(nil, digest, &rsa.PSSOptions{Hash: crypto.SHA256}); return err },
		"Decrypt":     func() error { _, err := key.Decrypt(nil, sig, oaep); return err },
		"session key": func() error {
			_, err := key.Decrypt(nil, sig, sessionKey(16))
			return err
		},
		"Verify":  func() error { return public.Verify(digest, sig, crypto.SHA256) },
		"Encrypt": func() error { _, err := public.Encrypt(nil, oaep); return err },
	} {
		if err := call(); !errors.Is(err, openssl.ErrClosed) {
			t.Errorf("%s after Close: %v", name, err)
		}
	}
	if !goKey.PublicKey.Equal(key.Public()) {
		t.Error("the public key is gone")
	}
}

// Many goroutines use one key in every way; half way through it is closed under them.
func TestConcurrent(t *testing.T) {
	goKey := newRSA(t, 1024)
	key, public := open(t, goKey), openPublic(t, &goKey.PublicKey)
	digest, secret := make([]byte, 32), []byte("secret")
	closing := make(chan struct{})
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			opts := &rsa.OAEPOptions{Hash: hashes[worker], Label: bytes.Repeat([]byte{1}, worker)}
			for i := range 200 {
				if worker == 0 && i == 100 {
					close(closing)
				}
				sig, err := key.Sign(nil, digest, crypto.SHA256)
				if err == nil {
					err = public.Verify(digest, sig, crypto.SHA256)
				}
				if err != nil {
					finish(t, closing, err)
					return
				}
				sealed, err := public.Encrypt(secret[:3], opts)
				if errors.Is(err, rsa.ErrMessageTooLong) {
					continue // SHA-512 with 1024 bits
				}
				var got []byte
				if err == nil {
					got, err = key.Decrypt(nil, sealed, opts)
				}
				if err != nil {
					finish(t, closing, err)
					return
				}
				if !bytes.Equal(got, secret[:3]) {
					t.Errorf("decrypted %q", got)
				}
			}
		})
	}
	<-closing
	key.Close()
	all.Wait()
}

// finish accepts a failure only for the reason of Close, and after it.
func finish(t *testing.T, closing chan struct{}, err error) {
	select {
	case <-closing:
		if errors.Is(err, openssl.ErrClosed) {
			return
		}
	default:
	}
	t.Error(err)
}

// 100,000 operations, good and failing, with keys that are closed and keys that are left to the garbage
// collector, must not grow the process.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if instrumented() {
		t.Skip("the memory of a race detector or sanitizer grows with the calls")
	}
	ecKey := newECDSA(t, elliptic.P256())
	rsaKey := newRSA(t, 1024)
	rsaSigner, signer, public := open(t, rsaKey), open(t, ecKey), openPublic(t, &rsaKey.PublicKey)
	digest, bad := make([]byte, 32), make([]byte, 128)
	opts := &rsa.OAEPOptions{Hash: crypto.SHA1, Label: []byte("label")}
	round := func() { // 500 operations
		for i := range 30 {
			k, err := openssl.New(ecKey)
			if err != nil {
				t.Fatal(err)
			}
			k.Sign(nil, digest, crypto.SHA256)
			if i%3 == 0 {
				k.Close()
			}
		}
		for range 110 {
			public.Encrypt(digest, opts)
			public.Verify(digest, bad, crypto.SHA256)
			signer.Sign(nil, digest, crypto.SHA256)
		}
		for range 55 {
			rsaSigner.Sign(nil, digest, crypto.SHA256)
			rsaSigner.Decrypt(nil, bad, opts)
		}
	}
	for range 20 {
		round()
	}
	before := resident(t)
	for range 200 {
		round()
	}
	if grown := resident(t) - before; grown > 8<<20 { // 84 octets an operation
		t.Errorf("100,000 operations grew the process by %d KiB", grown>>10)
	}
}

func instrumented() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool {
		return slices.Contains([]string{"-race", "-asan", "-msan"}, s.Key) && s.Value == "true"
	})
}

// resident is the process's memory after a collection, in bytes.
func resident(t *testing.T) int {
	for range 3 {
		runtime.GC()
	}
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(b))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

func TestAllocations(t *testing.T) {
	goKey := newRSA(t, 1024)
	key, public := open(t, goKey), openPublic(t, &goKey.PublicKey)
	digest := make([]byte, 32)
	opts := &rsa.OAEPOptions{Hash: crypto.SHA1}
	sig, _ := key.Sign(nil, digest, crypto.SHA256)
	sealed, _ := public.Encrypt(digest, opts)
	for name, c := range map[string]struct {
		most float64
		call func()
	}{
		"Sign":    {1, func() { key.Sign(nil, digest, crypto.SHA256) }},
		"Verify":  {0, func() { public.Verify(digest, sig, crypto.SHA256) }},
		"Encrypt": {1, func() { public.Encrypt(digest, opts) }},
		"Decrypt": {1, func() { key.Decrypt(nil, sealed, opts) }},
	} {
		if n := testing.AllocsPerRun(100, c.call); n > c.most {
			t.Errorf("%s: %v allocations, at most %v", name, n, c.most)
		}
	}
}
