package seismic

import (
	"bytes"
	"math"
	"math/bits"
)

// Eight characters are looked at in one word, the first in the lowest byte. See Langdale and Lemire, Parsing
// gigabytes of JSON per second, and Mula, SWAR methods for parsing numbers.
const (
	ones    uint64 = 0x0101010101010101
	tops           = ones * 0x80
	quotes         = ones * '"'
	points         = ones * '.'
	noughts        = ones * '0'
)

// firstOf is the place, times eight, of the first byte of w that is the one that fills pattern; 64 for none.
func firstOf(w, pattern uint64) uint {
	x := w ^ pattern
	return uint(bits.TrailingZeros64((x-ones)&^x&tops)) &^ 7
}

func allDigits(w uint64) bool { return ((w+ones*(0x7F-'9'))|(w-noughts))&tops == 0 }

// value8 is the number that eight digits are.
func value8(w uint64) uint32 {
	w -= noughts
	w = w*10 + w>>8
	return uint32(((w&0x000000FF000000FF)*(100+1000000<<32) + (w>>16&0x000000FF000000FF)*(1+10000<<32)) >> 32)
}

// identWord packs the value that w begins with as identKey does, where it ends within the word; else n is 0.
func identWord(w uint64) (key uint64, n int) {
	at := firstOf(w, quotes)
	if at == 64 {
		return 0, 0
	}
	n = int(at / 8)
	return w&(1<<at-1) | uint64(n)<<56, n
}

// quickInt reads an xsd:int of up to seven digits here, others as parseInt does.
func quickInt(b []byte, p int) (int32, int) {
	w := word(b, p)
	if at := firstOf(w, quotes); at >= 8 && at <= 56 {
		w = w<<(64-at) | noughts>>at
		if allDigits(w) {
			return int32(value8(w)), p + int(at/8)
		}
	}
	n := bytes.IndexByte(b[p:], '"')
	v, err := parseInt(b[p : p+max(n, 0)])
	if err != nil {
		return 0, 0
	}
	return v, p + n
}

// quickFloat reads an xsd:float of a sign and up to eight characters here, others as parseFloat does. It is
// exact: the digits are a whole number below 2^24, which a float holds, and so is the power of ten, so that
// the one division rounds once.
func quickFloat(b []byte, p int) (float32, int) {
	start := p
	w := word(b, p)
	negative := uint32(0)
	if byte(w) == '-' {
		negative = 1 << 31
		p++
		w = word(b, p)
	}
	at := firstOf(w, quotes)
	if at == 0 || at == 64 && (p+8 >= len(b) || b[p+8] != '"') {
		return slowFloat(b, start)
	}
	end := p + int(at/8)
	w = w<<(64-at) | noughts>>at
	power := float32(1)
	if point := firstOf(w, points); point < 64 {
		whole := uint64(1)<<point - 1
		w = w&^(whole<<8|0xFF) | w&whole<<8 | '0'
		power = powers[7-point/8]
		if at == 8 {
			return slowFloat(b, start)
		}
	}
	v := value8(w)
	if !allDigits(w) || v >= 1<<24 {
		return slowFloat(b, start)
	}
	return math.Float32frombits(math.Float32bits(float32(v)/power) | negative), end
}

var powers = [8]float32{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}

func slowFloat(b []byte, p int) (float32, int) {
	n := bytes.IndexByte(b[p:], '"')
	f, err := parseFloat(b[p : p+max(n, 0)])
	if err != nil {
		return 0, 0
	}
	return f, p + n
}

// quickTime reads yyyy-mm-ddThh:mm:ssZ here, others as parseTime does.
func quickTime(b []byte, p int) (int64, int) {
	const (
		length   = len("yyyy-mm-ddThh:mm:ssZ")
		dashes   = 0x2D0000_2D00000000 // of yyyy-mm-
		inDashes = 0xFF0000_FF00000000
		colons   = 0x00003A_00003A0000 // of hh:mm:ss
		inColons = 0x0000FF_0000FF0000
	)
	date, day, clock, end := word(b, p), word(b, p+8), word(b, p+11), word(b, p+19)
	if date&inDashes != dashes || clock&inColons != colons || byte(day>>16) != 'T' || uint16(end) != 'Z'|'"'<<8 {
		return slowTime(b, p)
	}
	date ^= dashes ^ noughts&inDashes
	clock ^= colons ^ noughts&inColons
	day = day&0xFFFF | noughts&^0xFFFF
	if !allDigits(date) || !allDigits(clock) || !allDigits(day) {
		return slowTime(b, p)
	}
	date, clock, day = date-noughts, clock-noughts, day-noughts
	pair := func(w uint64) int64 { return int64(w&0xF)*10 + int64(w>>8&0xF) }
	y, m, d := pair(date)*100+pair(date>>16), pair(date>>40), pair(day)
	hour, minute, second := pair(clock), pair(clock>>24), pair(clock>>48)
	if y == 0 || hour > 23 || minute > 59 || second > 59 || m < 1 || m > 12 || d < 1 || d > int64(daysOf(y, m)) {
		return slowTime(b, p)
	}
	return daysTo(y, m, d)*86400 + hour*3600 + minute*60 + second, p + length
}

func slowTime(b []byte, p int) (int64, int) {
	n := bytes.IndexByte(b[p:], '"')
	t, err := parseTime(b[p : p+max(n, 0)])
	if err != nil {
		return 0, 0
	}
	return t.Unix(), p + n
}

func daysOf(year, month int64) int64 {
	if month == 2 && leap(year) {
		return 29
	}
	return int64(monthDays[month&15])
}

func leap(year int64) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

var monthDays = [16]uint8{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

// daysTo is the number of days from 1970-01-01 to a date; the year is taken to begin in March.
func daysTo(year, month, day int64) int64 {
	if month < 3 {
		year, month = year-1, month+12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*month-457)/5 + day - 719469
}
