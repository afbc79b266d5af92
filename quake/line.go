package quake

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// AppendLine appends the quake as a line of the original catalogue:
//
//	yyyy-MM-dd HH:mm:ss millis latitude longitude depth magnitude method region area
//
// with its newline. Floats are the shortest text that reads back as the same 32 bits, without an exponent.
func (q Quake) AppendLine(dst []byte) []byte {
	dst = q.Instant().AppendFormat(dst, "2006-01-02 15:04:05 ")
	dst = strconv.AppendInt(dst, int64(q.Millis), 10)
	for _, f := range [...]float32{q.Latitude, q.Longitude, q.Depth, q.Magnitude} {
		dst = strconv.AppendFloat(append(dst, ' '), float64(f), 'f', -1, 32)
	}
	dst = append(append(dst, ' '), q.Method...)
	dst = strconv.AppendUint(append(dst, ' '), uint64(q.Region), 10)
	dst = strconv.AppendUint(append(dst, ' '), uint64(q.Area), 10)
	return append(dst, '\n')
}

// Digest names the content of the catalogue: the SHA-256, in hexadecimal, of its lines in time order, as
// AppendLine writes them. It is what sha256sum says of the exported file.
func (s *Store) Digest() string {
	hash := sha256.New()
	var line []byte
	for q := range s.All() {
		line = q.AppendLine(line[:0])
		hash.Write(line)
	}
	return hex.EncodeToString(hash.Sum(nil))
}
