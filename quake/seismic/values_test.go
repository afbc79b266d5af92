package seismic

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// XML Schema 2, section 3.2.4.
func TestParseFloat(t *testing.T) {
	for text, want := range map[string]float32{
		"0": 0, "1": 1, "-1": -1, "+1": 1, "1.5": 1.5, ".5": 0.5, "5.": 5, "-.5": -0.5, "007": 7,
		"1E7": 1e7, "1e+07": 1e7, "1E-2": 0.01, "12.78e-2": 0.1278, "-1E4": -1e4, "1267.43233E12": 1267.43233e12,
		"INF": float32(math.Inf(1)), "+INF": float32(math.Inf(1)), "-INF": float32(math.Inf(-1)),
		"179.99999": 179.99999, "16777217": 16777216, "1e39": float32(math.Inf(1)), "-1e39": float32(math.Inf(-1)),
		"1e-60": 0, "0.000000000000000000000000000000000000000000001": 1e-45,
		"340282356779733661637539395458142568447": math.MaxFloat32, // the last that rounds down to it
		"340282356779733661637539395458142568448": float32(math.Inf(1)),
		"161.257355": 161.25735, "12.6999998": 12.7, // nine digits
	} {
		got, err := parseFloat([]byte(text))
		if err != nil || got != want {
			t.Errorf("parseFloat(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	if got, err := parseFloat([]byte("-0")); err != nil || got != 0 || !math.Signbit(float64(got)) {
		t.Errorf("parseFloat(-0) = %v, %v", got, err)
	}
	if got, err := parseFloat([]byte("NaN")); err != nil || got == got {
		t.Errorf("parseFloat(NaN) = %v, %v", got, err)
	}
	for _, text := range []string{"", ".", "-", "+", "e5", ".e5", "1e", "1e+", "--1", "+-1", "1,5", "1 5", " 1", "1\n",
		"inf", "Inf", "+Inf", "Infinity", "-Infinity", "infinity", "nan", "NAN", "+NaN", "-NaN", "0x10", "0x1p3", "1_000",
		"1p3", "1f", "1.5.2", "1e5.5", "1e5e5", "१", "−1", "1\x00"} {
		if got, err := parseFloat([]byte(text)); err == nil {
			t.Errorf("parseFloat(%q) = %v, want an error", text, got)
		}
	}
}

// XML Schema 2, section 3.3.17.
func TestParseInt(t *testing.T) {
	for text, want := range map[string]int32{
		"0": 0, "-0": 0, "+5": 5, "-5": -5, "007": 7, "2147483647": math.MaxInt32, "-2147483648": math.MinInt32,
		"00000000000000000000000000012": 12,
	} {
		if got, err := parseInt([]byte(text)); err != nil || got != want {
			t.Errorf("parseInt(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", "+", "--1", "1.0", "1e3", "2147483648", "-2147483649", "1_0", "0x1", " 1", "1 "} {
		if got, err := parseInt([]byte(text)); err == nil {
			t.Errorf("parseInt(%q) = %v, want an error", text, got)
		}
	}
}

// XML Schema 2, section 3.2.7.
func TestParseTime(t *testing.T) {
	utc := func(year, month, day, hour, minute, second, nanos int) time.Time {
		return time.Date(year, time.Month(month), day, hour, minute, second, nanos, time.UTC)
	}
	noon := utc(2002, 10, 10, 12, 0, 0, 0)
	for text, want := range map[string]time.Time{
		"2002-10-10T12:00:00Z":                   noon,
		"2002-10-10T12:00:00":                    noon,
		"2002-10-10T12:00:00+00:00":              noon,
		"2002-10-10T12:00:00-00:00":              noon,
		"2002-10-10T12:00:00.0Z":                 noon,
		"2002-10-10T12:00:00-05:00":              utc(2002, 10, 10, 17, 0, 0, 0),
		"2002-10-11T02:00:00+14:00":              noon,
		"2002-10-09T22:00:00-14:00":              noon,
		"2002-10-10T17:45:00+05:45":              noon,
		"2002-10-10T12:00:00.298":                noon.Add(298 * time.Millisecond),
		"2002-10-10T12:00:00.298000Z":            noon.Add(298 * time.Millisecond),
		"2002-10-10T12:00:00.5-05:00":            utc(2002, 10, 10, 17, 0, 0, 5e8),
		"2002-10-10T12:00:00.123456789999Z":      noon.Add(123456789),
		"2002-10-10T12:00:00.0000000001Z":        noon.Add(1), // later than the second stays later
		"2002-10-10T12:00:00.00000000000000000Z": noon,
		"2002-10-10T24:00:00Z":                   utc(2002, 10, 11, 0, 0, 0, 0),
		"2002-10-10T24:00:00.000":                utc(2002, 10, 11, 0, 0, 0, 0),
		"2002-12-31T24:00:00+01:00":              utc(2002, 12, 31, 23, 0, 0, 0),
		"2000-02-29T23:59:59Z":                   utc(2000, 2, 29, 23, 59, 59, 0),
		"0001-01-01T00:00:00Z":                   utc(1, 1, 1, 0, 0, 0, 0),
		"9999-12-31T23:59:59Z":                   utc(9999, 12, 31, 23, 59, 59, 0),
		"12002-10-10T12:00:00Z":                  utc(12002, 10, 10, 12, 0, 0, 0),
	} {
		if got, err := parseTime([]byte(text)); err != nil || !got.Equal(want) {
			t.Errorf("parseTime(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]error{
		"-0001-10-10T12:00:00Z":      errEra,
		"-2002-10-10T12:00:00Z":      errEra,
		"0000-10-10T12:00:00Z":       errEra,
		"2002-10-10T12:00:60Z":       errSecond,
		"2002-10-10T24:00:01Z":       errField,
		"2002-10-10T24:01:00Z":       errField,
		"2002-10-10T24:00:00.0001Z":  errField,
		"2002-10-10T25:00:00Z":       errField,
		"2002-10-10T12:60:00Z":       errField,
		"2002-10-10T12:00:61Z":       errField,
		"2002-13-10T12:00:00Z":       errField,
		"2002-00-10T12:00:00Z":       errField,
		"2002-10-00T12:00:00Z":       errField,
		"2002-10-32T12:00:00Z":       errField,
		"2002-02-29T12:00:00Z":       errField,
		"1900-02-29T12:00:00Z":       errField,
		"2002-04-31T12:00:00Z":       errField,
		"2002-10-10T12:00:00+14:01":  errOffset,
		"2002-10-10T12:00:00-14:30":  errOffset,
		"2002-10-10T12:00:00+15:00":  errOffset,
		"2002-10-10T12:00:00+01:60":  errOffset,
		"1234567890-10-10T12:00:00Z": errFar,
		"":                           errDate,
		"-":                          errDate,
		"2002-10-10":                 errDate,
		"202-10-10T12:00:00Z":        errDate,
		"02002-10-10T12:00:00Z":      errDate,
		"+2002-10-10T12:00:00Z":      errDate,
		"2002-10-10t12:00:00Z":       errDate,
		"2002-10-10T12:00:00z":       errDate,
		"2002-10-10 12:00:00Z":       errDate,
		"2002-10-10T12:00Z":          errDate,
		"2002-10-10T1:00:00Z":        errDate,
		"2002-1-10T12:00:00Z":        errDate,
		"2002-10-10T12:00:00.Z":      errDate,
		"2002-10-10T12:00:00,5Z":     errDate,
		"2002-10-10T12:00:00+0100":   errDate,
		"2002-10-10T12:00:00+1:00":   errDate,
		"2002-10-10T12:00:00UTC":     errDate,
		"2002-10-10T12:00:00ZZ":      errDate,
		" 2002-10-10T12:00:00Z":      errDate,
		"2002-10-10T12:00:00Z ":      errDate,
		"2002-10-10T12:00:00.5 Z":    errDate,
		"٢٠٠٢-10-10T12:00:00Z":       errDate,
	} {
		if got, err := parseTime([]byte(text)); !errors.Is(err, want) {
			t.Errorf("parseTime(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestAppendFloat(t *testing.T) {
	for _, c := range []struct {
		f    float32
		want string
	}{
		{1.5, "1.5"}, {161.25735, "161.25735"}, {1e10, "1e+10"}, {1e-10, "1e-10"},
		{float32(math.Inf(1)), "INF"}, {float32(math.Inf(-1)), "-INF"}, {float32(math.NaN()), "NaN"},
	} {
		if got := string(appendFloat([]byte("x"), c.f)); got != "x"+c.want {
			t.Errorf("appendFloat(%v) = %s, want %s", c.f, got, c.want)
		}
	}
}

func TestValueErrorSaysAll(t *testing.T) {
	err := &ValueError{"min-long", "12 degrees", errFloat}
	const want = `seismic: the value "12 degrees" of min-long: no xsd:float: write digits with an optional point and exponent, INF, -INF or NaN`
	if got := err.Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	long := &ValueError{"min-long", strings.Repeat("9", 1<<20) + "x", errFloat}
	if n := len(long.Error()); n > 250 {
		t.Errorf("a long value makes an error of %d bytes", n)
	}
}
