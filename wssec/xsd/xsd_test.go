package xsd

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
	"time"
)

func TestParseInstant(t *testing.T) {
	at := func(nanos int) time.Time { return time.Date(2026, 5, 6, 12, 0, 0, nanos, time.UTC) }
	for text, want := range map[string]time.Time{
		"2026-05-06T12:00:00Z":              at(0),
		"2026-05-06T12:00:00.5Z":            at(500_000_000),
		"2026-05-06T12:00:00.123456789999Z": at(123_456_789),
		"2026-05-06T14:30:00+02:30":         at(0),
		"2026-05-05T22:00:00-14:00":         at(0),
		" \t2026-05-06T12:00:00Z\r\n":       at(0),
		"2026-05-05T24:00:00-12:00":         at(0),
		"2024-02-29T00:00:00Z":              time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC),
		"1970-01-01T00:00:00Z":              time.Unix(0, 0),
		"9999-12-31T23:59:59Z":              time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
	} {
		if got, err := ParseInstant([]byte(text)); err != nil || !got.Equal(want) {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "2026", "2026-05-06", "2026-05-06T12:00:00", "2026-05-06T12:00Z", "2026-05-06 12:00:00Z",
		"2026-05-06t12:00:00z", "2026-05-06T12:00:60Z", "2026-05-06T12:60:00Z", "2026-05-06T24:00:01Z",
		"2026-05-06T25:00:00Z", "2026-02-29T12:00:00Z", "2026-13-01T12:00:00Z", "2026-00-01T12:00:00Z",
		"2026-05-00T12:00:00Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z",
		"1970-01-01T00:00:00+00:01", "-2026-05-06T12:00:00Z", "+2026-05-06T12:00:00Z", "12026-05-06T12:00:00Z",
		"2026-5-6T12:00:00Z", "2026-05-06T12:00:00.Z", "2026-05-06T12:00:00,5Z", "2026-05-06T12:00:00+2:00",
		"2026-05-06T12:00:00+15:00", "2026-05-06T12:00:00+14:01", "2026-05-06T12:00:00+02:60",
		"2026-05-06T12:00:00ZZ", "2026-05-06T12:00:00Z x", "2026-05-06T12:00:00\u00a0Z", "٢٠٢٦-05-06T12:00:00Z",
	} {
		if got, err := ParseInstant([]byte(text)); err == nil {
			t.Errorf("%q is taken, as %v", text, got)
		}
	}
}

func TestAppendInstant(t *testing.T) {
	zone := time.FixedZone("", 2*3600)
	got := string(AppendInstant([]byte(">"), time.Date(2026, 5, 6, 1, 2, 3, 456_999_999, zone)))
	if want := ">2026-05-05T23:02:03.456Z"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAppendBase64(t *testing.T) {
	long := bytes.Repeat([]byte("Quake \x00\xff\x80"), 100)
	text := base64.StdEncoding.EncodeToString(long)
	for in, want := range map[string]string{
		"": "", "UQ==": "Q", "UXU=": "Qu", "UXVh": "Qua", "UXVha2U=": "Quake",
		" U Q\t=\r\n= ": "Q", "UXVh\nUXVh": "QuaQua", "  ": "",
		text: string(long), text[:64] + "\r\n" + text[64:]: string(long), text[:63] + " " + text[63:] + "\n": string(long),
	} {
		if got, err := AppendBase64([]byte(">"), []byte(in)); err != nil || string(got) != ">"+want {
			t.Errorf("%.40q: got %q, %v", in, got, err)
		}
	}
	for _, in := range []string{
		"U", "UQ", "UQ=", "UXU", "UR==", "UXV=", "UQ==UQ==", "=", "====", "UXVh=", "U_Vh", "U-Vh", "UXV\x00", "UXVh\u00a0",
		"UXVhé", text + "=", text[:100] + "*" + text[101:], text[:100] + "=" + text[101:], text[:100] + "\x80" + text[101:],
	} {
		if got, err := AppendBase64(nil, []byte(in)); err == nil {
			t.Errorf("%.40q is taken, as %q", in, got)
		}
	}
}

// FuzzBase64 holds the fast decoder against encoding/base64.
func FuzzBase64(f *testing.F) {
	f.Add([]byte("UXVha2U="))
	f.Add(bytes.Repeat([]byte("UXVh"), 30))
	f.Add(append(bytes.Repeat([]byte("UXVh"), 30), "\r\nUX U="...))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := AppendBase64(nil, text)
		bare := strings.Map(func(r rune) rune {
			if strings.ContainsRune(Blanks, r) {
				return -1
			}
			return r
		}, string(text))
		want, wrong := base64.StdEncoding.Strict().DecodeString(bare)
		if (err == nil) != (wrong == nil) || err == nil && !bytes.Equal(got, want) {
			t.Fatalf("%q: got %x, %v, want %x, %v", text, got, err, want, wrong)
		}
		octets, ok := AppendBare(nil, text)
		if ok != (wrong == nil && bare == string(text)) || ok && !bytes.Equal(octets, want) {
			t.Fatalf("%q: bare: %x, %v, want %x", text, octets, ok, want)
		}
		if err == nil && string(EncodeBase64(nil, got)) != bare {
			t.Fatalf("%q: written again as %q", text, EncodeBase64(nil, got))
		}
	})
}

func FuzzInstant(f *testing.F) {
	f.Add([]byte("2026-05-06T12:00:00.5+02:00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := ParseInstant(text)
		if err != nil {
			return
		}
		again, err := ParseInstant(AppendInstant(nil, got))
		if err != nil || !again.Equal(got.Truncate(time.Millisecond)) {
			t.Fatalf("%q is %v, written and read again %v, %v", text, got, again, err)
		}
	})
}

func BenchmarkBase64(b *testing.B) {
	for name, n := range map[string]int{"size=certificate": 800, "size=large": 110 << 10} {
		text := EncodeBase64(nil, make([]byte, n))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				dst, _ = AppendBase64(dst[:0], text)
			}
		})
	}
}
