package openssl_test

import (
	"crypto"
	"crypto/elliptic"
	"errors"
	"testing"

	"seismark/wssec/openssl"
)

func TestChoose(t *testing.T) {
	_, missing := openssl.Available()
	fast := "openssl"
	if missing != nil {
		fast = "go"
	}
	rsaKey, p256, p384 := newRSA(t, 2048), newECDSA(t, elliptic.P256()), newECDSA(t, elliptic.P384())
	for _, c := range []struct {
		mode string
		key  crypto.Signer
		want string
	}{
		{"go", rsaKey, "go"}, {"go", p256, "go"}, {"go", outside{rsaKey}, "external"},
		{"auto", rsaKey, fast}, {"auto", p256, "go"}, {"auto", p384, "go"},
		{"auto", outside{rsaKey}, "external"},
		{"openssl", rsaKey, "openssl"}, {"openssl", p384, "openssl"},
		{"openssl", outside{rsaKey}, ""}, {"other", rsaKey, ""}, {"", rsaKey, ""},
	} {
		if c.mode == "openssl" && missing != nil {
			c.want = ""
		}
		key, name, err := openssl.Choose(c.mode, c.key)
		if name != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s for a %T: %s, %v, want %s", c.mode, c.key, name, err, c.want)
			continue
		}
		if err != nil {
			continue
		}
		mine, ok := key.(*openssl.Key)
		if ok != (name == "openssl") || !ok && key != c.key {
			t.Errorf("%s for a %T: a %T named %s", c.mode, c.key, key, name)
		}
		if ok {
			mine.Close()
		}
	}
	if _, _, err := openssl.Choose("fast", rsaKey); err == nil || err.Error() != `openssl: no mode "fast": choose from auto, openssl, go` {
		t.Error(err)
	}
	if _, _, err := openssl.Choose("openssl", rsaKey); missing != nil && !errors.Is(err, openssl.ErrUnavailable) {
		t.Error(err)
	}
}
