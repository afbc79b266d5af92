package xmltok

import (
	"encoding/binary"
	"math/bits"
)

// Runs of text that need no look are passed eight at a time. For a number w of eight bytes, (w^c) has a
// zero byte where w has c, and (x-ones)&^x has a high bit at the first zero byte of x; high bits behind
// that one may be wrong, which does not matter to who looks for the first. Measured against a table of
// classes and one byte at a time: 3 times as fast on base64 (BenchmarkScan/form=base64, AMD EPYC, November
// 2026).
const (
	word  = 8 // bytes of a number
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// plainText is how many bytes at the beginning of b are of text that means what it is and needs no look:
// printable ASCII but for <, >, & and ].
func plainText(b []byte) int {
	p := 0
	for ; p+word <= len(b); p += word {
		w := binary.LittleEndian.Uint64(b[p:])
		angle := (w | 0x02*ones) ^ '>'*ones // zero in bytes that are < or >
		and := w ^ '&'*ones
		bracket := w ^ ']'*ones
		found := ((angle-ones)&^angle | (and-ones)&^and | (bracket-ones)&^bracket | (w-0x20*ones)&^w | w) & highs
		if found != 0 {
			return p + bits.TrailingZeros64(found)/8
		}
	}
	for p < len(b) && b[p] >= 0x20 && class[b[p]]&textStop == 0 {
		p++
	}
	return p
}

// plainValue is how many bytes at the beginning of b are of a value in double quotes that means what it is
// and needs no look. Values are too short for numbers to pay.
func plainValue(b []byte) int {
	p := 0
	for p < len(b) && class[b[p]]&doubleStop == 0 {
		p++
	}
	return p
}
