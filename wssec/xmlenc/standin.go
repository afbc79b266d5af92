package xmlenc

import (
	"bytes"
	"strconv"
)

// mostEach bounds the attributes of one element of a stand-in, which must pass the limits of a message.
const mostEach = 16

// StandIn gives something well-formed in the place of a plain text that is not, or is a wrong one: of about
// its length, elements and attributes, so that reading it, canonicalizing and digesting it take about as
// long. With blanks instead, an answer comes three times sooner where a changed cipher text decrypts to what is
// no XML than where it decrypts to other XML, and from that difference CBC can be read.
func StandIn(plain []byte) []byte {
	elements := bytes.Count(plain, []byte("<")) - bytes.Count(plain, []byte("</"))
	if elements <= 0 {
		return bytes.Repeat([]byte{' '}, len(plain))
	}
	attributes := min(bytes.Count(plain, []byte(`="`)), mostEach*elements)
	b := make([]byte, 0, len(plain)+len(plain)/2)
	for i := range elements {
		b = append(b, "<a"...)
		for j := range attributes*(i+1)/elements - attributes*i/elements {
			b = append(strconv.AppendInt(append(b, " a"...), int64(j), 10), `=""`...)
		}
		b = append(b, '>')
		if end := len(plain) * (i + 1) / elements; len(b)+len("</a>") < end {
			b = append(b, bytes.Repeat([]byte{' '}, end-len(b)-len("</a>"))...)
		}
		b = append(b, "</a>"...)
	}
	return b
}
