package main

import "testing"

func TestWithoutFields(t *testing.T) {
	for text, want := range map[string]string{
		"more than 64 nested elements: nest less, or raise Limits.Depth":                           "more than 64 nested elements: nest less",
		"the message has 9 bytes, Limits.Bytes is 8":                                               "the message has 9 bytes, the most is 8",
		"40 references: at least one, and at most Limits.References, 16":                           "40 references: at least one, and at most 16",
		"with the plain text the message has 9 bytes, more than Limits.Bytes":                      "with the plain text the message has 9 bytes, more than are taken",
		"without a signature over it: sign what is encrypted, or name the cipher in Config.Accept": "without a signature over it: sign what is encrypted",
		"urn:x is not of the suite a, nor in Config.Accept":                                        "urn:x is not of the suite a",
	} {
		if got := withoutFields(text); got != want {
			t.Errorf("%s\nis %s\nnot %s", text, got, want)
		}
	}
}
