package xsd

import (
	"bytes"
	"fmt"
	"time"
)

// AppendInstant writes a time in UTC with three decimals: some stacks take no more.
func AppendInstant(dst []byte, t time.Time) []byte {
	return t.UTC().AppendFormat(dst, "2006-01-02T15:04:05.000Z")
}

// ParseInstant reads a dateTime that names an instant, from 1970 on. White space around is passed over, any
// number of decimals is taken.
func ParseInstant(text []byte) (time.Time, error) {
	if t, ok := instant(bytes.Trim(text, Blanks)); ok {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("%q is not a time such as 2006-01-02T15:04:05.000Z", text)
}

func instant(rest []byte) (t time.Time, ok bool) {
	var n [6]int // year to second
	for i, sep := range [...]byte{'-', '-', 'T', ':', ':', 0} {
		width := 2
		if i == 0 {
			width = 4
		}
		if n[i], ok = digits(rest, width); !ok {
			return t, false
		}
		rest = rest[width:]
		if sep != 0 {
			if len(rest) == 0 || rest[0] != sep {
				return t, false
			}
			rest = rest[1:]
		}
	}
	nanos, rest, ok := cutFraction(rest)
	offset, good := zone(rest)
	midnight := n[3] == 24 && n[4] == 0 && n[5] == 0 && nanos == 0
	if !ok || !good || n[0] == 0 || n[3] > 23 && !midnight || n[4] > 59 || n[5] > 59 {
		return t, false
	}
	t = time.Date(n[0], time.Month(n[1]), n[2], 0, 0, 0, 0, time.UTC)
	if t.Year() != n[0] || t.Month() != time.Month(n[1]) || t.Day() != n[2] {
		return t, false
	}
	t = t.Add(time.Duration(n[3])*time.Hour + time.Duration(n[4])*time.Minute + time.Duration(n[5])*time.Second + nanos - offset)
	return t, t.Year() >= 1970 // nobody sent anything before, and the zero of time.Time means no time
}

func digits(s []byte, width int) (n int, ok bool) {
	if len(s) < width {
		return 0, false
	}
	for _, c := range s[:width] {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// cutFraction reads decimals of a second; past nanoseconds they are cut off.
func cutFraction(s []byte) (d time.Duration, rest []byte, ok bool) {
	if len(s) == 0 || s[0] != '.' {
		return 0, s, true
	}
	unit := 100 * time.Millisecond
	for s = s[1:]; len(s) > 0 && '0' <= s[0] && s[0] <= '9'; s = s[1:] {
		d += time.Duration(s[0]-'0') * unit
		unit /= 10
		ok = true
	}
	return d, s, ok
}

func zone(s []byte) (time.Duration, bool) {
	if string(s) == "Z" {
		return 0, true
	}
	if len(s) != len("+14:00") || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return 0, false
	}
	h, ok := digits(s[1:], 2)
	m, fine := digits(s[4:], 2)
	d := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if !ok || !fine || m > 59 || d > 14*time.Hour {
		return 0, false
	}
	if s[0] == '-' {
		d = -d
	}
	return d, true
}
