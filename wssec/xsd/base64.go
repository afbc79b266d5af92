package xsd

import (
	"fmt"
	"slices"

	"github.com/segmentio/asm/base64"
)

// The decoder of segmentio/asm works on 24 octets at once: 0.1 ns an octet against 0.9 for encoding/base64
// (BenchmarkBase64; AMD EPYC, November 2026).
var strict = base64.StdEncoding.Strict()

// AppendBase64 appends the octets that a base64Binary says (section 3.2.16). White space may stand anywhere
// in it, padding must be there, and the bits that it leaves over must be zero.
func AppendBase64(dst, text []byte) ([]byte, error) {
	dst = slices.Grow(dst, len(text)/4*3+3)
	free := dst[len(dst):cap(dst)]
	n, err := strict.Decode(free, text)
	if err != nil { // it passes over line ends alone
		n, err = strict.Decode(free, slices.DeleteFunc(slices.Clone(text), isBlank))
	}
	if err != nil {
		return dst, fmt.Errorf("it is not base64: %w", err)
	}
	return dst[:len(dst)+n], nil
}

// EncodeBase64 appends the text of octets.
func EncodeBase64(dst, octets []byte) []byte {
	n := base64.StdEncoding.EncodedLen(len(octets))
	dst = slices.Grow(dst, n)
	base64.StdEncoding.Encode(dst[len(dst):len(dst)+n], octets)
	return dst[:len(dst)+n]
}
