package main

import (
	"testing"
	"time"
)

func TestSize(t *testing.T) {
	for _, c := range []struct {
		text string
		want Size
		back string
	}{
		{"0", 0, "0"},
		{"4096", 4096, "4KiB"},
		{"1000", 1000, "1000"},
		{"512MiB", 536870912, "512MiB"},
		{"1024mib", 1073741824, "1GiB"},
		{"1.5GiB", 1610612736, "1536MiB"},
		{"2 GB", 2000000000, "1953125KiB"},
		{"10B", 10, "10"},
	} {
		var got Size
		if err := got.Set(c.text); err != nil || got != c.want {
			t.Errorf("%q is %d, %v, want %d", c.text, got, err, c.want)
		}
		if got.String() != c.back {
			t.Errorf("%q is written %s, want %s", c.text, got, c.back)
		}
	}
	for _, text := range []string{"", "MiB", "-1MiB", "1XB", "NaN", "1e30GiB", "9223372036854775808", "0x10MiB "} {
		var got Size
		if err := got.Set(text); err == nil {
			t.Errorf("%q is taken for %d", text, got)
		}
	}
}

func TestInstant(t *testing.T) {
	want := time.Date(2026, 11, 30, 20, 15, 0, 0, time.UTC)
	for _, text := range []string{
		"2026-11-30T20:15:00Z", "2026-11-30T20:15:00.000Z", "2026-11-30T20:15:00", "2026-11-30T21:15:00+01:00",
	} {
		var got Instant
		if err := got.Set(text); err != nil || !got.Equal(want) {
			t.Errorf("%q is %v, %v, want %v", text, got, err, want)
		}
	}
	var got Instant
	if err := got.Set("yesterday"); err == nil {
		t.Errorf("yesterday is taken for %v", got)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"passes", "policies", "policy", "suite"}
	for word, want := range map[string]string{
		"pases": "passes", "polices": "policies", "plicy": "policy", "suites": "suite", "x": "", "quakes": "",
	} {
		if got := nearest(word, names); got != want {
			t.Errorf("nearest to %s is %q, want %q", word, got, want)
		}
	}
	if d := distance("kitten", "sitting"); d != 3 {
		t.Errorf("distance of kitten and sitting is %d, want 3", d)
	}
}
