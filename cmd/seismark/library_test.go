package main

import (
	"testing"

	"seismark/wssec"
)

func TestLibrariesOf(t *testing.T) {
	of := func(s wssec.Suite) string {
		if s == wssec.Basic256Sha256GCM || s == wssec.Basic256Sha256 {
			return "openssl"
		}
		return "go"
	}
	curve := wssec.Suites()[len(wssec.Suites())-1]
	for _, c := range []struct {
		suites []wssec.Suite
		want   string
	}{
		{nil, ""},
		{[]wssec.Suite{wssec.Basic256Sha256GCM}, "openssl"},
		{[]wssec.Suite{wssec.Basic256Sha256GCM, wssec.Basic256Sha256}, "openssl"},
		{[]wssec.Suite{curve}, "go"},
		{[]wssec.Suite{wssec.Basic256Sha256GCM, curve, wssec.Basic256Sha256}, "basic256sha256gcm openssl, " + curve.String() + " go, basic256sha256 openssl"},
	} {
		if got := librariesOf(c.suites, of); got != c.want {
			t.Errorf("%v: %q, want %q", c.suites, got, c.want)
		}
	}
}
