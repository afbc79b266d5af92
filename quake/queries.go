package quake

import (
	"math"
	"time"
)

// Generator makes the queries of the original comparison, bit for bit as its Java client made them: the same
// seed and fraction give the same queries everywhere.
//
// Each query is a random piece of the catalogue's span, of the longitudes and of the latitudes. Fraction is
// the share of the whole that a query may cover at most: dates get up to Fraction of the span, longitudes and
// latitudes up to its square root each, and at least half of that.
type Generator struct {
	Seed       int64
	Fraction   float64
	Start, End time.Time // the catalogue's span; where both are zero, that of the original
}

// Span of the original catalogue.
var (
	originalStart = time.Date(2000, 1, 1, 1, 19, 26, 0, time.UTC)
	originalEnd   = time.Date(2003, 8, 31, 23, 7, 59, 0, time.UTC)
)

// Queries makes the first n queries.
func (g Generator) Queries(n int) []Query {
	if g.Start.IsZero() && g.End.IsZero() {
		g.Start, g.End = originalStart, originalEnd
	}
	random := newJavaRandom(g.Seed)
	queries := make([]Query, 0, n)
	for range n {
		queries = append(queries, g.query(&random))
	}
	return queries
}

// query draws in the order of the original: dates, longitudes, latitudes; the extent before its start.
// The conversions around the products keep them from being fused with the sums on processors that could:
// Java rounds each.
func (g Generator) query(random *javaRandom) Query {
	half, halfRoot := g.Fraction/2, math.Sqrt(g.Fraction)/2

	start := g.Start.UnixMilli()
	span := g.End.UnixMilli() - start
	extent := javaLong((float64(random.double()*half) + half) * float64(span))
	first := start + javaLong(random.double()*float64(span-extent))

	degrees := func(whole float64) Range {
		extent := float32((float64(random.double()*halfRoot) + halfRoot) * whole)
		lo := float32(-whole/2) + float32(random.double()*(whole-float64(extent)))
		return Between(lo, lo+extent)
	}
	return Query{
		MinDate:   time.UnixMilli(first).UTC(),
		MaxDate:   time.UnixMilli(first + extent).UTC(),
		Longitude: degrees(360),
		Latitude:  degrees(180),
	}
}

// javaLong is Java's cast of a double to a long: toward zero, within range, NaN as zero.
func javaLong(f float64) int64 {
	switch {
	case f != f:
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}

// javaRandom is java.util.Random: a linear congruential generator of 48 bits.
type javaRandom struct{ state int64 }

const (
	javaMultiplier = 0x5DEECE66D
	javaMask       = 1<<48 - 1
)

func newJavaRandom(seed int64) javaRandom { return javaRandom{(seed ^ javaMultiplier) & javaMask} }

func (r *javaRandom) next(bits uint) int64 {
	r.state = (r.state*javaMultiplier + 0xB) & javaMask
	return int64(int32(r.state >> (48 - bits)))
}

// double is nextDouble: 53 random bits as a fraction of one.
func (r *javaRandom) double() float64 {
	high := r.next(26) << 27
	return float64(high+r.next(27)) / (1 << 53)
}
