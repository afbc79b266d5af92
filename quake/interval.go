package quake

import (
	"math"
	"slices"
)

// The axes of a query, in the order of Columns.
const (
	longitude = iota
	latitude
	magnitude
	depth
	axes
)

func (c *Columns) axes() [axes][]float32 {
	return [axes][]float32{longitude: c.Longitude, latitude: c.Latitude, magnitude: c.Magnitude, depth: c.Depth}
}

// interval is the closed interval of the floats that a Range holds: [Min, Max) ends with the float before Max.
type interval struct {
	lo, hi float32
	free   bool // does not restrict, not even a NaN
}

// bounds is the smallest interval that holds all values; with a NaN among them both ends are NaN, which is
// neither within nor outside of any interval.
func bounds(values []float32) interval {
	return interval{lo: slices.Min(values), hi: slices.Max(values)}
}

func (q *Query) intervals() (list [axes]interval, ok bool) {
	for i, r := range [axes]Range{longitude: q.Longitude, latitude: q.Latitude, magnitude: q.Magnitude, depth: q.Depth} {
		if list[i], ok = r.interval(); !ok {
			return list, false
		}
	}
	return list, true
}

// interval fails where nothing can be in the range.
func (r Range) interval() (v interval, ok bool) {
	inf := float32(math.Inf(1))
	v = interval{lo: -inf, hi: inf, free: !r.HasMin && !r.HasMax}
	if r.HasMin {
		v.lo = r.Min
	}
	if r.HasMax {
		if r.Max == -inf {
			return v, false
		}
		v.hi = math.Nextafter32(r.Max, -inf)
	}
	return v, v.lo <= v.hi
}

// contains reports whether every value of a box is in the interval.
func (v interval) contains(box interval) bool {
	return v.free || v.lo <= box.lo && box.hi <= v.hi
}

// keep keeps the rows whose value is in the interval. Each row is written, and the place to write moves on
// only after one that is kept: no branch that a processor could guess wrong.
func (v interval) keep(rows []uint32, column []float32) []uint32 {
	n := 0
	for _, row := range rows {
		x := column[row]
		rows[n] = row
		n += bit(x >= v.lo) & bit(x <= v.hi)
	}
	return rows[:n]
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
