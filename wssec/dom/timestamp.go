package dom

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// timestamp writes a Timestamp, first of the header. At most three decimals: some peers take no more.
func (w *writer) timestamp(lifetime time.Duration) {
	const form = "2006-01-02T15:04:05.000Z"
	now := w.cfg.Clock().UTC()
	el := add(w.security, "wsu:Timestamp", "wsu:Id", w.named("TS"))
	add(el, "wsu:Created").SetText(now.Format(form))
	add(el, "wsu:Expires").SetText(now.Add(lifetime).Format(form))
}

// readTimestamp reads a Timestamp: Created, then at most Expires, and nothing else (Basic Security Profile
// 1.1, R3203, R3221 to R3224). Expires is zero where absent.
func readTimestamp(el *etree.Element) (created, expires time.Time, err error) {
	kids, err := children(el)
	if err != nil {
		return created, expires, badTimestamp(err)
	}
	if len(kids) == 0 || len(kids) > 2 || !is(kids[0], soap.WSU, "Created") ||
		len(kids) == 2 && !is(kids[1], soap.WSU, "Expires") {
		return created, expires, badTimestamp(fmt.Errorf("it must hold one Created, then at most one Expires, and nothing else"))
	}
	times := [2]time.Time{}
	for i, kid := range kids {
		s, err := text(kid)
		if err == nil {
			times[i], err = parseInstant(s)
		}
		if err != nil {
			return created, expires, badTimestamp(fmt.Errorf("%s: %w", kid.Tag, err))
		}
	}
	if created, expires = times[0], times[1]; len(kids) == 2 && expires.Before(created) {
		return created, expires, badTimestamp(fmt.Errorf("it expires before it was created"))
	}
	return created, expires, nil
}

func badTimestamp(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Security/Timestamp", Err: err}
}

// parseInstant reads an xs:dateTime that names an instant: with a zone, without second 60 (XML Schema 2
// section 3.2.7; Basic Security Profile 1.1, R3213, R3217). Any number of decimals is taken.
func parseInstant(s string) (time.Time, error) {
	wrong := func() (time.Time, error) {
		return time.Time{}, fmt.Errorf("%q is not a time such as 2006-01-02T15:04:05.000Z", s)
	}
	rest := strings.Trim(s, blanks)
	if len(rest) < len("2006-01-02T15:04:05Z") {
		return wrong()
	}
	var n [6]int // year to second
	for i, sep := range []string{"-", "-", "T", ":", ":", ""} {
		width := 2
		if i == 0 {
			width = 4
		}
		v, ok := digits(rest, width)
		if !ok || !strings.HasPrefix(rest[width:], sep) {
			return wrong()
		}
		n[i], rest = v, rest[width+len(sep):]
	}
	nanos, rest, ok := cutFraction(rest)
	offset, good := zone(rest)
	midnight := n[3] == 24 && n[4] == 0 && n[5] == 0 && nanos == 0
	if !ok || !good || n[0] == 0 || n[3] > 23 && !midnight || n[4] > 59 || n[5] > 59 {
		return wrong()
	}
	t := time.Date(n[0], time.Month(n[1]), n[2], 0, 0, 0, 0, time.UTC)
	if t.Year() != n[0] || t.Month() != time.Month(n[1]) || t.Day() != n[2] {
		return wrong()
	}
	t = t.Add(time.Duration(n[3])*time.Hour + time.Duration(n[4])*time.Minute + time.Duration(n[5])*time.Second + nanos - offset)
	if t.Year() < 1970 { // nobody's message, and the zero of time.Time would mean no Timestamp
		return wrong()
	}
	return t, nil
}

func digits(s string, width int) (int, bool) {
	if len(s) < width {
		return 0, false
	}
	for i := range width {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(s[:width])
	return n, err == nil
}

// cutFraction reads decimals of a second; past nanoseconds they are cut off.
func cutFraction(s string) (time.Duration, string, bool) {
	if !strings.HasPrefix(s, ".") {
		return 0, s, true
	}
	s = s[1:]
	end := len(s) - len(strings.TrimLeft(s, "0123456789"))
	n, ok := digits((s[:end] + "000000000")[:9], 9)
	return time.Duration(n), s[end:], ok && end > 0
}

func zone(s string) (time.Duration, bool) {
	if s == "Z" {
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
