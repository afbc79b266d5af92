package seismic

import (
	"encoding/binary"
	"math"
	"math/bits"
	"sync"
	"time"
)

// window is the memory behind what was written, into which the put functions write a few values one after
// the other: each writes at n and says where it ends, and may write the rest of a word past it.
//
// Less than 256 bytes are written into a window of 512. So positions are masked, which changes none of them
// and shows the compiler that a store stays within: it leaves the checks out, which took a third of the time.
type window [windowSize]byte

const (
	windowSize = 512
	mask       = windowSize/2 - 1
)

// windowAt is the window behind dst, which must have the capacity.
func windowAt(dst []byte) *window { return (*window)(dst[len(dst):cap(dst)]) }

func (w *window) put8(n int, word uint64) { binary.LittleEndian.PutUint64(w[n&mask:], word) }

// decimals are the texts of whole numbers below 1024, and of ten-thousandths with their point and without
// zeros behind them, none for zero: up to seven characters in the low bytes, their number in the highest.
type decimals struct {
	whole  [1024]uint64
	behind [10000]uint64
}

var theDecimals = sync.OnceValue(func() *decimals {
	var d decimals
	for i := range d.whole {
		digits := bcd(uint32(i))
		leading := min(bits.TrailingZeros32(digits)/8, 3)
		d.whole[i] = uint64(digits|zeros)>>(8*leading) | uint64(4-leading)<<56
	}
	for i := range d.behind {
		if digits := bcd(uint32(i)); digits != 0 {
			d.behind[i] = '.' | uint64(digits|zeros)<<8 | uint64(1+(bits.Len32(digits)+7)/8)<<56
		}
	}
	return &d
})

// putFloat writes what appendFloat does. A number below 1024 with at most four places behind the point, as
// catalogues have them, is taken apart in whole numbers: floats there lie closer together than such numbers
// do, so that at most one of these reads back as f, and no shorter text can.
func (d *decimals) putFloat(w *window, n int, f float32) int {
	word := math.Float32bits(f)
	negative := word >> 31
	size := math.Float32frombits(word &^ (1 << 31))
	places := uint32(float64(size)*10000 + 0.5)
	if !(size < 1024) || float32(places)/10000 != size || word == 1<<31 {
		return n + len(appendFloat(w[n:n], f))
	}
	w[n&mask] = '-'
	whole := places / 10000
	n = d.putSmall(w, n+int(negative), whole)
	behind := d.behind[places-whole*10000]
	w.put8(n, behind)
	return n + int(behind>>56)
}

// putSmall writes a whole number below 1024.
func (d *decimals) putSmall(w *window, n int, v uint32) int {
	text := d.whole[v%1024]
	w.put8(n, text)
	return n + int(text>>56)
}

// putTime writes a time in whole seconds.
func putTime(w *window, n int, seconds int64) int {
	const (
		first, end = -62135596800, 253402300800 // of the years 1 to 9999
		date       = 0x00543030_2D30302D        // -00-00T
		clock      = 0x30303A30_303A3030        // 00:00:00
	)
	if seconds < first || seconds >= end {
		return n + len(time.Unix(seconds, 0).UTC().AppendFormat(w[n:n], "2006-01-02T15:04:05Z"))
	}
	elapsed := uint64(seconds - first)
	s := elapsed % 86400
	year, month, day := civil(uint32(elapsed / 86400))
	w.put8(n, uint64(bcd(year)|zeros))
	w.put8(n+4, pairs(uint64(month)|uint64(day)<<24)<<8|date)
	w.put8(n+11, pairs(s/3600|s/60%60<<24|s%60<<48)|clock)
	w[(n+19)&mask] = 'Z'
	return n + len("yyyy-mm-ddThh:mm:ssZ")
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
