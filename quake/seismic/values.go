package seismic

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// ValueError is a value outside of its type.
type ValueError struct {
	Element string // the element, or element/@attribute
	Value   string
	Err     error // what is wrong, and what would be right
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("seismic: the value %s of %s: %v", shown(e.Value), e.Element, e.Err)
}

func (e *ValueError) Unwrap() error { return e.Err }

// shown is a text from outside as an error shows it.
func shown(s string) string {
	const most = 60
	if len(s) > most {
		return fmt.Sprintf("%.*q...", most, s)
	}
	return strconv.Quote(s)
}

var (
	errFloat    = errors.New("no xsd:float: write digits with an optional point and exponent, INF, -INF or NaN")
	errInt      = errors.New("no xsd:int: write a whole number from -2147483648 to 2147483647")
	errID       = errors.New("no xsd:ID: write a name without colon that begins with a letter")
	errTwice    = errors.New("another region has this ident: idents are unique in an answer")
	errNoRegion = errors.New("the answer has no region of this ident")
	errDate     = errors.New("no xsd:dateTime: write yyyy-mm-ddThh:mm:ss, then a fraction, Z or an offset if wanted")
	errEra      = errors.New("the year is before 0001: earlier dates are not supported")
	errFar      = errors.New("the year has more than nine digits: later dates are not supported")
	errSecond   = errors.New("the second is 60: xsd:dateTime has no leap seconds")
	errField    = errors.New("no such month, day, hour, minute or second")
	errOffset   = errors.New("the offset is not within -14:00 to +14:00")
)

// collapse takes white space off the ends, as all types here but strings do (XML Schema 2, section 4.3.6;
// white space within is in none of their lexical spaces, except that of tokens).
func collapse(b []byte) []byte {
	for len(b) > 0 && blank(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && blank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func digit(c byte) bool { return c-'0' < 10 }

// digits is the number of digits that b begins with.
func digits(b []byte) int {
	n := 0
	for n < len(b) && digit(b[n]) {
		n++
	}
	return n
}

// parseFloat reads an xsd:float. Numbers beyond the type's are rounded to an infinity, as the type does.
// The lexical space is checked here, since that of strconv is another: it has hexadecimal, underscores,
// Infinity and nan.
func parseFloat(b []byte) (float32, error) {
	switch string(b) {
	case "INF", "+INF":
		return float32(math.Inf(1)), nil
	case "-INF":
		return float32(math.Inf(-1)), nil
	case "NaN":
		return float32(math.NaN()), nil
	}
	if !decimal(b) {
		return 0, errFloat
	}
	f, err := strconv.ParseFloat(string(b), 32)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, errFloat
	}
	return float32(f), nil
}

// decimal reports whether b is a number with an optional sign, point and exponent.
func decimal(b []byte) bool {
	b = unsigned(b)
	whole := digits(b)
	b = b[whole:]
	fraction := 0
	if len(b) > 0 && b[0] == '.' {
		fraction = digits(b[1:])
		b = b[1+fraction:]
	}
	if whole+fraction == 0 {
		return false
	}
	if len(b) > 0 && b[0]|0x20 == 'e' {
		b = unsigned(b[1:])
		n := digits(b)
		return n > 0 && n == len(b)
	}
	return len(b) == 0
}

func unsigned(b []byte) []byte {
	if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
		return b[1:]
	}
	return b
}

// parseInt reads an xsd:int.
func parseInt(b []byte) (int32, error) {
	if n := digits(unsigned(b)); n == 0 || n != len(unsigned(b)) {
		return 0, errInt
	}
	n, err := strconv.ParseInt(string(b), 10, 32)
	if err != nil {
		return 0, errInt
	}
	return int32(n), nil
}

// appendFloat writes the shortest text that reads back as the same 32 bits.
func appendFloat(dst []byte, f float32) []byte {
	switch {
	case f > math.MaxFloat32:
		return append(dst, "INF"...)
	case f < -math.MaxFloat32:
		return append(dst, "-INF"...)
	}
	return strconv.AppendFloat(dst, float64(f), 'g', -1, 32)
}

// appendTime writes a time with as much of a fraction as it has.
func appendTime(dst []byte, t time.Time) []byte {
	return t.UTC().AppendFormat(dst, "2006-01-02T15:04:05.999999999Z")
}
