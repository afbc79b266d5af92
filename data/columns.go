package data

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"seismark/quake"
)

// floats are the columns of 32-bit floats, in their order.
func floats(q *quake.Quake) [4]*float32 {
	return [4]*float32{&q.Latitude, &q.Longitude, &q.Depth, &q.Magnitude}
}

// scale of a float column: the number of decimals, or rawBits.
type scale uint8

const rawBits scale = 255

// scales, the coarsest first.
func scales() []scale { return []scale{0, 1, 2, 3, 4, 5, rawBits} }

func (s scale) power() float64 { return [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5}[s] }

func (s scale) encode(f float32) uint64 {
	if s == rawBits {
		return uint64(math.Float32bits(f))
	}
	return zigzag(int64(math.Round(float64(f) * s.power())))
}

func (s scale) decode(u uint64) float32 {
	if s == rawBits {
		return math.Float32frombits(uint32(u))
	}
	return float32(float64(unzigzag(u)) / s.power())
}

func (s scale) exact(f float32) bool {
	return math.Float32bits(s.decode(s.encode(f))) == math.Float32bits(f)
}

// scaleOf is the coarsest scale that gives every value of a column back.
func scaleOf(quakes []quake.Quake, column int) scale {
	all := scales()
	best := 0
	for i := range quakes {
		for !all[best].exact(*floats(&quakes[i])[column]) {
			best++
		}
	}
	return all[best]
}

func zigzag(n int64) uint64   { return uint64(n<<1) ^ uint64(n>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

func appendColumns(b []byte, quakes []quake.Quake, author string) ([]byte, error) {
	for i, q := range quakes {
		if err := check(q); err != nil {
			return nil, fmt.Errorf("quake %d: %w", i+1, err)
		}
	}
	if len(author) > longestAuthor {
		return nil, fmt.Errorf("author %q: want at most %d bytes", author, longestAuthor)
	}
	methods := methodsOf(quakes)
	if len(methods) > mostMethods {
		return nil, fmt.Errorf("%d methods of magnitude, at most %d can be", len(methods), mostMethods)
	}
	b = appendText(b, author)
	b = binary.AppendUvarint(b, uint64(len(methods)))
	for _, m := range methods {
		b = appendText(b, m)
	}
	var scale [4]scale
	for i := range scale {
		scale[i] = scaleOf(quakes, i)
		b = binary.AppendUvarint(b, uint64(scale[i]))
	}
	previous := int64(0)
	for _, q := range quakes {
		b = binary.AppendVarint(b, q.Time-previous)
		previous = q.Time
	}
	for _, q := range quakes {
		b = binary.AppendUvarint(b, uint64(q.Millis))
	}
	for i := range scale {
		for j := range quakes {
			b = binary.AppendUvarint(b, scale[i].encode(*floats(&quakes[j])[i]))
		}
	}
	for _, q := range quakes {
		b = binary.AppendUvarint(b, uint64(slices.Index(methods, q.Method)))
	}
	for _, q := range quakes {
		b = binary.AppendVarint(b, int64(q.Region)-int64(quake.RegionAt(q.Latitude, q.Longitude)))
	}
	return b, nil
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// methodsOf lists the methods in the order of their first quakes.
func methodsOf(quakes []quake.Quake) []string {
	var methods []string
	for _, q := range quakes {
		if !slices.Contains(methods, q.Method) {
			methods = append(methods, q.Method)
		}
	}
	return methods
}
