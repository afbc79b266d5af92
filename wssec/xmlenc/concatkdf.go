package xmlenc

import (
	"crypto"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// concatKDF derives a key of a size from a secret (XML Encryption 1.1 section 5.4.1, NIST SP 800-56A section
// 5.8.1).
func concatKDF(h crypto.Hash, secret, info []byte, size int) []byte {
	var key []byte
	for counter := uint32(1); len(key) < size; counter++ {
		hash := h.New()
		hash.Write(binary.BigEndian.AppendUint32(nil, counter))
		hash.Write(secret)
		hash.Write(info)
		key = hash.Sum(key)
	}
	return key[:size]
}

// bits is a string of bits, of which the last octet need not be full; those that are left over are zero.
type bits struct {
	octets []byte
	length int
}

// parseBits reads an attribute of ConcatKDFParams: in front of the octets, in hexadecimal, stands one that says
// how many bits of the last are left over. Absent and empty mean no bits at all.
func parseBits(text string) (b bits, err error) {
	text = strings.Trim(text, " \t\r\n")
	if text == "" {
		return b, nil
	}
	octets, err := hex.DecodeString(text)
	if err != nil {
		return b, errors.New("it is not hexadecimal")
	}
	padding := int(octets[0])
	octets = octets[1:]
	if padding > 7 || padding > 8*len(octets) {
		return b, fmt.Errorf("%d bits of padding in %d octets", padding, len(octets))
	}
	if padding > 0 && octets[len(octets)-1]&(1<<padding-1) != 0 {
		return b, errors.New("its bits of padding are not zero")
	}
	return bits{octets, 8*len(octets) - padding}, nil
}

// formatBits writes whole octets as such an attribute.
func formatBits(octets []byte) string { return "00" + strings.ToUpper(hex.EncodeToString(octets)) }

// append joins another string to the end, bit by bit.
func (b bits) append(o bits) bits {
	shift := b.length % 8
	if shift == 0 {
		return bits{append(b.octets[:len(b.octets):len(b.octets)], o.octets...), b.length + o.length}
	}
	joined := append([]byte(nil), b.octets...)
	for _, octet := range o.octets {
		joined[len(joined)-1] |= octet >> shift
		joined = append(joined, octet<<(8-shift))
	}
	length := b.length + o.length
	return bits{joined[:(length+7)/8], length}
}
