package main

import (
	"testing"
	"time"

	"seismark/wssec"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"plain é":          "plain é",
		"\x1b[2Jgone":      `\u001b[2Jgone`,
		"a\nb\tc":          "a\n" + `b\u0009c`,
		"\xff":             `\xff`,
		"\u009b31m\u202ex": `\u009b31m\u202ex`,
	} {
		if got := printable(text); got != want {
			t.Errorf("%q is shown as %s, want %s", text, got, want)
		}
	}
}

func TestRelative(t *testing.T) {
	now := time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC)
	for d, want := range map[time.Duration]string{
		-1500 * time.Millisecond:        "1 s ago",
		-15 * time.Millisecond:          "15 ms ago",
		5 * time.Minute:                 "in 5 min 0 s",
		-(3*time.Hour + 25*time.Minute): "3 h 25 min ago",
		72 * time.Hour:                  "in 3 days",
	} {
		if got := relative(now.Add(d), now); got != want {
			t.Errorf("%v from now is %q, want %q", d, got, want)
		}
	}
}

func TestShortName(t *testing.T) {
	for a, want := range map[wssec.Algorithm]string{
		wssec.RSASHA256:                 "rsa-sha256",
		wssec.ExclusiveC14N:             "xml-exc-c14n",
		wssec.ExclusiveC14NWithComments: "xml-exc-c14n WithComments",
		wssec.InclusiveC14N:             "REC-xml-c14n-20010315",
		wssec.AES256GCM:                 "aes256-gcm",
	} {
		if got := shortName(a); got != want {
			t.Errorf("%s is called %q, want %q", a, got, want)
		}
	}
}

func TestWrapped(t *testing.T) {
	const words = "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff ggggggggg hhhhhhhhh"
	const want = "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff\n                 ggggggggg hhhhhhhhh"
	if got := wrapped(words, 17); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
