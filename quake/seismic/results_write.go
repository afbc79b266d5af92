package seismic

import (
	"math/bits"
	"slices"
	"strconv"

	"seismark/quake"
)

// AppendResults appends the answer that holds the matches of s: a set for each area that has some, in area
// order; in it the regions that have some, in their order; then the quakes in time order. The count is that
// of the quakes.
func AppendResults(dst []byte, s *quake.Store, m *quake.Matches) []byte {
	const usual = 192 // bytes a quake takes with its share of the rest; an answer that needs more grows again
	w := writer{&s.Columns, escapedMethods(s.Methods), theTexts(), theDecimals()}
	dst = slices.Grow(dst, usual*m.Count()+2*quakeRoom)
	dst = append(dst, `<results xmlns="`+TypesNamespace+`" count="`...)
	dst = strconv.AppendInt(dst, int64(m.Count()), 10)
	dst = append(dst, `">`...)
	for area := uint8(1); area <= quake.Areas; area++ {
		if rows := m.Rows(area); len(rows) > 0 {
			dst = w.appendSet(dst, area, rows)
		}
	}
	return append(dst, `</results>`...)
}

// writer is what writing an answer needs.
type writer struct {
	*quake.Columns
	methods []string // as they stand in attributes
	*texts
	*decimals
}

func (w *writer) appendSet(dst []byte, area uint8, rows []uint32) []byte {
	dst = append(dst, w.area[area]...)
	dst = w.appendRegions(dst, rows)
	dst = append(dst, `<quakes count="`...)
	dst = strconv.AppendInt(dst, int64(len(rows)), 10)
	dst = append(dst, `">`...)
	for _, row := range rows {
		dst = w.appendQuake(dst, row)
	}
	return append(dst, `</quakes></result-set>`...)
}

// appendRegions writes the regions of rows, each once and in order, by way of a set of bits.
func (w *writer) appendRegions(dst []byte, rows []uint32) []byte {
	var set [quake.Regions/64 + 1]uint64
	for _, row := range rows {
		region := w.Region[row]
		set[region>>6] |= 1 << (region & 63)
	}
	count := 0
	for _, word := range set {
		count += bits.OnesCount64(word)
	}
	dst = append(dst, `<regions count="`...)
	dst = strconv.AppendInt(dst, int64(count), 10)
	dst = append(dst, `">`...)
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, w.region[i<<6+bits.TrailingZeros64(word)]...)
		}
	}
	return append(dst, `</regions>`...)
}

// What stands around the values of a quake, attributes in the order of canonical XML. As arrays they are
// stored by a few moves; copying them from strings calls a function for each.
var (
	toDepth     = [14]byte([]byte(`<quake depth="`))
	toLatitude  = [12]byte([]byte(`" latitude="`))
	toLongitude = [13]byte([]byte(`" longitude="`))
	toMagnitude = [13]byte([]byte(`" magnitude="`))
	toMethod    = [10]byte([]byte(`" method="`))
	toMillis    = [10]byte([]byte(`" millis="`))
	toRegion    = [11]byte([]byte(`" region="r`))
	toTime      = [8]byte([]byte(`" time="`))
	toEnd       = [10]byte([]byte(`"></quake>`))
)

// quakeRoom is more than a quake takes without its method: two windows.
const quakeRoom = 2 * windowSize

// appendQuake writes a quake in two windows, of which the method, long as it may be, stands between. A
// service that secures nothing spends most of its time here: 38 ns a quake, against 91 with the stores
// checked and the digits computed (EPYC, November 2026: BenchmarkAppendResults). Package unsafe
// would save five more.
func (w *writer) appendQuake(dst []byte, row uint32) []byte {
	method := w.methods[w.Method[row]]
	if cap(dst)-len(dst) < quakeRoom+len(method) {
		dst = slices.Grow(dst, len(dst)/2+quakeRoom+len(method))
	}
	c, d := w.Columns, w.decimals
	at, n := windowAt(dst), 0
	*(*[len(toDepth)]byte)(at[n&mask:]) = toDepth
	n = d.putFloat(at, n+len(toDepth), c.Depth[row])
	*(*[len(toLatitude)]byte)(at[n&mask:]) = toLatitude
	n = d.putFloat(at, n+len(toLatitude), c.Latitude[row])
	*(*[len(toLongitude)]byte)(at[n&mask:]) = toLongitude
	n = d.putFloat(at, n+len(toLongitude), c.Longitude[row])
	*(*[len(toMagnitude)]byte)(at[n&mask:]) = toMagnitude
	n = d.putFloat(at, n+len(toMagnitude), c.Magnitude[row])
	*(*[len(toMethod)]byte)(at[n&mask:]) = toMethod
	dst = append(dst[:len(dst)+n+len(toMethod)], method...)

	at, n = windowAt(dst), 0
	*(*[len(toMillis)]byte)(at[n&mask:]) = toMillis
	n = d.putSmall(at, n+len(toMillis), uint32(c.Millis[row]))
	*(*[len(toRegion)]byte)(at[n&mask:]) = toRegion
	n = d.putSmall(at, n+len(toRegion), uint32(c.Region[row]))
	*(*[len(toTime)]byte)(at[n&mask:]) = toTime
	n = putTime(at, n+len(toTime), c.Time[row])
	*(*[len(toEnd)]byte)(at[n&mask:]) = toEnd
	return dst[:len(dst)+n+len(toEnd)]
}
