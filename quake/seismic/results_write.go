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
	const usual = 192 // bytes a quake takes with its share of the rest; a longer answer grows again
	dst = slices.Grow(dst, usual*m.Count()+1024)
	dst = append(dst, `<results xmlns="`+TypesNamespace+`" count="`...)
	dst = strconv.AppendInt(dst, int64(m.Count()), 10)
	dst = append(dst, `">`...)
	methods := escapedMethods(s.Methods)
	for area := uint8(1); area <= quake.Areas; area++ {
		if rows := m.Rows(area); len(rows) > 0 {
			dst = appendSet(dst, &s.Columns, methods, area, rows)
		}
	}
	return append(dst, `</results>`...)
}

func appendSet(dst []byte, c *quake.Columns, methods []string, area uint8, rows []uint32) []byte {
	texts := theTexts()
	dst = append(dst, texts.area[area]...)
	dst = appendRegions(dst, c.Region, rows)
	dst = append(dst, `<quakes count="`...)
	dst = strconv.AppendInt(dst, int64(len(rows)), 10)
	dst = append(dst, `">`...)
	for _, row := range rows {
		method := methods[c.Method[row]]
		if cap(dst)-len(dst) < quakeRoom+len(method) {
			dst = slices.Grow(dst, len(dst)/2+quakeRoom+len(method))
		}
		n := len(dst)
		dst = dst[:putQuake(dst[:cap(dst)], n, c, row, method)]
	}
	return append(dst, `</quakes></result-set>`...)
}

// appendRegions writes the regions of rows, each once and in order: a set of bits.
func appendRegions(dst []byte, region []uint16, rows []uint32) []byte {
	var set [quake.Regions/64 + 1]uint64
	for _, row := range rows {
		r := region[row]
		set[r>>6] |= 1 << (r & 63)
	}
	count := 0
	for _, word := range set {
		count += bits.OnesCount64(word)
	}
	texts := theTexts()
	dst = append(dst, `<regions count="`...)
	dst = strconv.AppendInt(dst, int64(count), 10)
	dst = append(dst, `">`...)
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, texts.region[i<<6+bits.TrailingZeros64(word)]...)
		}
	}
	return append(dst, `</regions>`...)
}

// What stands between the values of a quake, in the order of canonical XML. As arrays they are stored by
// a few moves; copy would call a function for each.
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

// quakeRoom is more than a quake takes without its method.
const quakeRoom = 14 + 12 + 13 + 13 + 10 + 10 + 11 + 8 + 10 + 4*floatRoom + 2*8 + timeRoom

// putQuake writes a quake at b[n:], where there must be room for it, and says where it ends. This and the
// put functions below it are what a service spends its time on when nothing is secured: of a large answer
// a quake takes 60 ns (Xeon at 2.8 GHz, November 2026: BenchmarkAppendResults); fmt took 20 times that.
func putQuake(b []byte, n int, c *quake.Columns, row uint32, method string) int {
	*(*[len(toDepth)]byte)(b[n:]) = toDepth
	n = putFloat(b, n+len(toDepth), c.Depth[row])
	*(*[len(toLatitude)]byte)(b[n:]) = toLatitude
	n = putFloat(b, n+len(toLatitude), c.Latitude[row])
	*(*[len(toLongitude)]byte)(b[n:]) = toLongitude
	n = putFloat(b, n+len(toLongitude), c.Longitude[row])
	*(*[len(toMagnitude)]byte)(b[n:]) = toMagnitude
	n = putFloat(b, n+len(toMagnitude), c.Magnitude[row])
	*(*[len(toMethod)]byte)(b[n:]) = toMethod
	n += len(toMethod)
	n += copy(b[n:], method)
	*(*[len(toMillis)]byte)(b[n:]) = toMillis
	n = putSmall(b, n+len(toMillis), uint32(c.Millis[row]))
	*(*[len(toRegion)]byte)(b[n:]) = toRegion
	n = putSmall(b, n+len(toRegion), uint32(c.Region[row]))
	*(*[len(toTime)]byte)(b[n:]) = toTime
	n = putTime(b, n+len(toTime), c.Time[row])
	*(*[len(toEnd)]byte)(b[n:]) = toEnd
	return n + len(toEnd)
}
