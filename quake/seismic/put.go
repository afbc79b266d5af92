package seismic

import (
	"encoding/binary"
	"math"
	"math/bits"
	"time"
)

// The put functions write a value at b[n:] and say where it ends. There must be room for it, and for the
// bytes of a whole word that they write past it.

func put8(b []byte, n int, word uint64) { binary.LittleEndian.PutUint64(b[n:], word) }

// floatRoom holds a float in any spelling of ours, and what putFloat writes past it.
const floatRoom = 24

// putFloat writes what appendFloat does. A number below 1024 with at most four places behind the point, as
// catalogues have them, is taken apart in whole numbers: floats there lie closer together than such numbers
// do, so that at most one of these reads back as f, and no shorter text can.
func putFloat(b []byte, n int, f float32) int {
	word := math.Float32bits(f)
	negative := word >> 31
	size := math.Float32frombits(word &^ (1 << 31))
	places := uint32(float64(size)*10000 + 0.5)
	if !(size < 1024) || float32(places)/10000 != size || word == 1<<31 {
		return n + len(appendFloat(b[n:n], f))
	}
	b[n] = '-'
	whole := places / 10000
	n = putSmall(b, n+int(negative), whole)
	behind := bcd(places - whole*10000)
	put8(b, n, '.'|uint64(behind|zeros)<<8)
	if behind == 0 {
		return n
	}
	return n + 1 + (bits.Len32(behind)+7)/8
}

// putSmall writes a whole number below 10,000.
func putSmall(b []byte, n int, v uint32) int {
	d := bcd(v)
	leading := min(bits.TrailingZeros32(d)/8, 3)
	put8(b, n, uint64(d|zeros)>>(8*leading))
	return n + 4 - leading
}

const zeros = 0x30303030 // 0000

// bcd is the four digits of v, the first in the lowest byte: two numbers side by side, each then made two
// digits by a division by ten.
func bcd(v uint32) uint32 {
	high := v / 100
	numbers := high | (v-100*high)<<16
	tens := numbers * 103 >> 10 & 0x000F000F
	return tens | (numbers-10*tens)<<8
}

// timeRoom holds a time in any spelling of ours.
const timeRoom = 40

// putTime writes a time in whole seconds.
func putTime(b []byte, n int, seconds int64) int {
	const (
		first, end = -62135596800, 253402300800 // of the years 1 to 9999
		date       = 0x00543030_2D30302D        // -00-00T
		clock      = 0x30303A30_303A3030        // 00:00:00
	)
	if seconds < first || seconds >= end {
		return n + len(time.Unix(seconds, 0).UTC().AppendFormat(b[n:n], "2006-01-02T15:04:05Z"))
	}
	elapsed := uint64(seconds - first)
	s := elapsed % 86400
	year, month, day := civil(uint32(elapsed / 86400))
	put8(b, n, uint64(bcd(year)|zeros))
	put8(b, n+4, pairs(uint64(month)|uint64(day)<<24)<<8|date)
	put8(b, n+11, pairs(s/3600|s/60%60<<24|s%60<<48)|clock)
	b[n+19] = 'Z'
	return n + len("yyyy-mm-ddThh:mm:ssZ")
}

// pairs makes two digits of each of three numbers below 100 that lie three bytes apart.
func pairs(v uint64) uint64 {
	tens := v * 103 >> 10 & 0x000F0000_0F00000F
	return tens | (v-10*tens)<<8
}

// civil is the date of a day that is counted from 0001-01-01. The year is taken to begin in March, so that
// the leap day is its last (Neri and Schneider, Euclidean affine functions and their application to calendar
// algorithms, 2023).
func civil(day uint32) (year, month, dayOfMonth uint32) {
	n := 4*(day+306) + 3 // quarter days since 0000-03-01
	century := n / 146097
	n = n%146097 | 3
	p := 2939745 * uint64(n)
	year = 100*century + uint32(p>>32)
	dayOfYear := uint32(p) / 2939745 / 4
	m := 2141*dayOfYear + 197913
	month, dayOfMonth = m>>16, m&0xFFFF/2141+1
	if dayOfYear >= 306 {
		return year + 1, month - 12, dayOfMonth
	}
	return year, month, dayOfMonth
}
