package data

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// row reads the cells of one record. Its first fault stays; what is read after it does not count.
type row struct{ fault *RecordError }

func (r *row) fail(c cell, why string) {
	if r.fault == nil {
		r.fault = c.fault(why)
	}
}

// result is the event, or the fault in its cells.
func (r *row) result(e event) (event, error) {
	if r.fault != nil {
		return event{}, r.fault
	}
	return e, nil
}

// instant reads a date and time in the manner of ISO 8601, with any number of decimals, of which
// three count. A time without a zone is UTC.
func (r *row) instant(c cell) (seconds int64, millis int32) {
	text := strings.Replace(strings.TrimSpace(c.value), " ", "T", 1)
	t, err := time.Parse(time.RFC3339, text)
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700"} {
		if err != nil {
			t, err = time.Parse(layout, text)
		}
	}
	if err != nil {
		r.fail(c, "want a date and time such as 2003-08-31T23:07:59.837Z")
		return 0, 0
	}
	if seconds = t.Unix(); seconds < earliest || seconds > latest {
		r.fail(c, "want a year from 0 to 9999")
	}
	return seconds, int32(t.Nanosecond() / 1e6)
}

func (r *row) latitude(c cell) float32 {
	return float32(r.number(c, -90, 90, "degrees"))
}

// longitude takes 0 to 360 as well as -180 to 180.
func (r *row) longitude(c cell) float32 {
	degrees := r.number(c, -180, 360, "degrees")
	if degrees > 180 {
		degrees -= 360
	}
	return float32(degrees)
}

func (r *row) depth(c cell) float32 {
	return float32(r.number(c, leastDepth, greatestDepth, "kilometres"))
}

// metres is a depth too.
func (r *row) metres(c cell) float32 {
	return float32(r.number(c, leastDepth*1000, greatestDepth*1000, "metres") / 1000)
}

func (r *row) magnitude(c cell) float32 {
	return float32(r.number(c, leastMagnitude, greatestMagnitude, "a magnitude"))
}

func (r *row) integer(c cell, lo, hi int) int {
	n, err := strconv.Atoi(strings.TrimSpace(c.value))
	if err != nil || n < lo || n > hi {
		r.fail(c, fmt.Sprintf("want a whole number from %d to %d", lo, hi))
		return 0
	}
	return n
}

// number reads plain decimals: no infinities, no hexadecimal, no negative zero.
func (r *row) number(c cell, lo, hi float64, unit string) float64 {
	text := strings.TrimSpace(c.value)
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789+-.eE") != "" || !(f >= lo && f <= hi) {
		r.fail(c, fmt.Sprintf("want %s from %v to %v", unit, lo, hi))
		return 0
	}
	return f + 0
}

// unknownMethod is that of a magnitude whose scale the source does not name.
const unknownMethod = "M"

// method writes the scales alike, whatever the source's habit: Mb, Ml, Mww.
func (r *row) method(c cell) string {
	name := strings.TrimSpace(c.value)
	if name == "" {
		return unknownMethod
	}
	if !isMethod(name) {
		r.fail(c, fmt.Sprintf("want the name of a scale, up to %d letters, digits and .-_()", longestMethod))
		return unknownMethod
	}
	return strings.ToUpper(name[:1]) + strings.ToLower(name[1:])
}
