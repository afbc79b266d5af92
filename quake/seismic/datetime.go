package seismic

import (
	"bytes"
	"time"
)

// parseTime reads an xsd:dateTime; without a zone it is UTC. time.Parse is not used, since it takes a comma
// for a point, an hour of one digit and an offset of 14:30, and does not take 24:00:00 or a missing zone.
//
// Digits of the fraction past nanoseconds are dropped, but never all of it: a time that is later than a whole
// second stays later.
func parseTime(b []byte) (time.Time, error) {
	if len(b) > 0 && b[0] == '-' && len(b) > 4 && digits(b[1:]) >= 4 {
		return time.Time{}, errEra
	}
	yearDigits := digits(b)
	if yearDigits < 4 || yearDigits > 4 && b[0] == '0' {
		return time.Time{}, errDate
	}
	if yearDigits > 9 {
		return time.Time{}, errFar
	}
	year, b := number(b[:yearDigits]), b[yearDigits:]
	const form = "-mm-ddThh:mm:ss"
	if !formed(b, form) {
		return time.Time{}, errDate
	}
	f := fields{year, number(b[1:3]), number(b[4:6]), number(b[7:9]), number(b[10:12]), number(b[13:15])}
	nanos, b, ok := fraction(b[len(form):])
	if !ok {
		return time.Time{}, errDate
	}
	offset, err := zone(b)
	if err != nil {
		return time.Time{}, err
	}
	if err := f.check(nanos); err != nil {
		return time.Time{}, err
	}
	// Date carries an hour of 24 into the next day.
	t := time.Date(f.year, time.Month(f.month), f.day, f.hour, f.minute, f.second, nanos, time.UTC)
	return t.Add(-offset), nil
}

type fields struct{ year, month, day, hour, minute, second int }

func (f fields) check(nanos int) error {
	switch {
	case f.year == 0:
		return errEra
	case f.month < 1 || f.month > 12, f.day < 1 || f.day > daysIn(f.year, f.month), f.minute > 59, f.second > 60:
		return errField
	case f.second == 60:
		return errSecond
	case f.hour > 24, f.hour == 24 && (f.minute > 0 || f.second > 0 || nanos > 0):
		return errField
	}
	return nil
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// formed reports whether b begins as form does, where a small letter stands for a digit.
func formed(b []byte, form string) bool {
	if len(b) < len(form) {
		return false
	}
	for i, c := range []byte(form) {
		if c >= 'a' && !digit(b[i]) || c < 'a' && b[i] != c {
			return false
		}
	}
	return true
}

// number is the value of a few digits.
func number(digits []byte) int {
	n := 0
	for _, c := range digits {
		n = n*10 + int(c-'0')
	}
	return n
}

// fraction reads a fraction of a second, where there is one.
func fraction(b []byte) (nanos int, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '.' {
		return 0, b, true
	}
	n := digits(b[1:])
	d, rest := b[1:1+n], b[1+n:]
	kept := min(n, 9)
	nanos = number(d[:kept])
	for i := kept; i < 9; i++ {
		nanos *= 10
	}
	if nanos == 0 && len(bytes.Trim(d, "0")) > 0 {
		nanos = 1
	}
	return nanos, rest, n > 0
}

// zone reads what follows the seconds: nothing, Z or an offset.
func zone(b []byte) (time.Duration, error) {
	if len(b) == 0 || len(b) == 1 && b[0] == 'Z' {
		return 0, nil
	}
	if len(b) != len("+hh:mm") || !formed(b[1:], "hh:mm") || b[0] != '+' && b[0] != '-' {
		return 0, errDate
	}
	hours, minutes := number(b[1:3]), number(b[4:6])
	if minutes > 59 || hours > 14 || hours == 14 && minutes > 0 {
		return 0, errOffset
	}
	offset := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if b[0] == '-' {
		return -offset, nil
	}
	return offset, nil
}
