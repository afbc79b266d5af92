package quake

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
)

var (
	nan = float32(math.NaN())
	inf = float32(math.Inf(1))
)

// naive is what Match must do, said plainly.
func naive(q Query, k Quake) bool {
	within := func(r Range, x float32) bool {
		return (!r.HasMin || x >= r.Min) && (!r.HasMax || x < r.Max)
	}
	at := time.Unix(k.Time, 0)
	return (q.MinDate.IsZero() || !at.Before(q.MinDate)) && (q.MaxDate.IsZero() || !at.After(q.MaxDate)) &&
		within(q.Longitude, k.Longitude) && within(q.Latitude, k.Latitude) &&
		within(q.Magnitude, k.Magnitude) && within(q.Depth, k.Depth)
}

// expected are the quakes of s that match, by area, then time.
func expected(s *Store, q Query) (list []Quake) {
	for row := range s.Len() {
		if k := s.Quake(row); naive(q, k) {
			list = append(list, k)
		}
	}
	return list
}

func matched(s *Store, m *Matches) (list []Quake) {
	for area := uint8(1); area <= Areas; area++ {
		for _, row := range m.Rows(area) {
			if k := s.Quake(int(row)); k.Area == area {
				list = append(list, k)
			}
		}
	}
	return list
}

// same takes a NaN for another.
func same(a, b []Quake) bool {
	return slices.EqualFunc(a, b, func(x, y Quake) bool { return x == y || fmt.Sprint(x) == fmt.Sprint(y) })
}

func check(t *testing.T, s *Store, q Query, m *Matches) {
	t.Helper()
	s.Match(q, m)
	got, want := matched(s, m), expected(s, q)
	if !same(got, want) || m.Count() != len(want) {
		t.Fatalf("%+v matches %d of %d quakes, counted %d, want %d", q, len(got), s.Len(), m.Count(), len(want))
	}
}

func TestMatchEdges(t *testing.T) {
	at := time.Date(2001, 8, 9, 22, 48, 39, 0, time.UTC)
	quake := Quake{Time: at.Unix(), Millis: 621, Latitude: -40.2198, Longitude: 174.2881, Depth: 12.7, Magnitude: 3, Method: "Mb"}
	s := NewStore([]Quake{quake})
	from := func(lo float32) Range { return Range{Min: lo, HasMin: true} }
	below := func(hi float32) Range { return Range{Max: hi, HasMax: true} }
	for _, c := range []struct {
		name string
		q    Query
		want int
	}{
		{"no bounds", Query{}, 1},
		{"min date at the second", Query{MinDate: at}, 1},
		{"min date a nanosecond later rounds up", Query{MinDate: at.Add(1)}, 0},
		{"min date within the second before", Query{MinDate: at.Add(-time.Millisecond)}, 1},
		{"min date before the quake's milliseconds, but in its second", Query{MinDate: at.Add(300 * time.Millisecond)}, 0},
		{"max date at the second", Query{MaxDate: at}, 1},
		{"max date with a fraction rounds down", Query{MaxDate: at.Add(999 * time.Millisecond)}, 1},
		{"max date a nanosecond before", Query{MaxDate: at.Add(-1)}, 0},
		{"one second", Query{MinDate: at, MaxDate: at}, 1},
		{"dates the wrong way round", Query{MinDate: at.Add(time.Second), MaxDate: at.Add(-time.Second)}, 0},
		{"dates of another zone", Query{MinDate: at.In(time.FixedZone("", 3600)), MaxDate: at.In(time.FixedZone("", -3600))}, 1},
		{"min is inclusive", Query{Magnitude: from(3)}, 1},
		{"min above", Query{Magnitude: from(3.0000002)}, 0},
		{"max is exclusive", Query{Magnitude: below(3)}, 0},
		{"max above", Query{Magnitude: below(3.0000002)}, 1},
		{"both", Query{Magnitude: Between(3, 3.5)}, 1},
		{"an empty range", Query{Magnitude: Between(3, 3)}, 0},
		{"a range the wrong way round", Query{Magnitude: Between(4, 2)}, 0},
		{"in 32 bits", Query{Depth: Between(12.7, 12.700001)}, 1},
		{"longitude", Query{Longitude: Between(174.2881, 175)}, 1},
		{"longitude below", Query{Longitude: Between(174, 174.2881)}, 0},
		{"latitude", Query{Latitude: Between(-40.2198, -40)}, 1},
		{"latitude above", Query{Latitude: Between(-41, -40.2198)}, 0},
		{"NaN as min", Query{Depth: from(nan)}, 0},
		{"NaN as max", Query{Depth: below(nan)}, 0},
		{"NaN and a good bound", Query{Depth: Between(0, nan)}, 0},
		{"everything", Query{Depth: Between(-inf, inf)}, 1},
		{"below nothing", Query{Depth: below(-inf)}, 0},
		{"from infinity", Query{Depth: from(inf)}, 0},
		{"another axis fails", Query{Magnitude: from(2), Depth: from(100)}, 0},
	} {
		var m Matches
		s.Match(c.q, &m)
		if m.Count() != c.want {
			t.Errorf("%s: %d matches, want %d", c.name, m.Count(), c.want)
		}
		check(t, s, c.q, &m)
	}
}

// Values that are no ordinary numbers are outside of bounds, or in them, as comparisons say.
func TestMatchOddValues(t *testing.T) {
	zero := float32(math.Copysign(0, -1))
	var quakes []Quake
	for _, depth := range []float32{nan, inf, -inf, 0, zero, 1, math.MaxFloat32, math.SmallestNonzeroFloat32} {
		for _, lon := range []float32{nan, 0, zero, 180, -180} {
			quakes = append(quakes, Quake{Depth: depth, Longitude: lon, Region: 90})
		}
	}
	s := NewStore(quakes)
	var m Matches
	bounds := []float32{nan, inf, -inf, 0, zero, 1, -1, 180, -180, math.MaxFloat32, math.SmallestNonzeroFloat32}
	for _, lo := range bounds {
		for _, hi := range bounds {
			for has := range 4 {
				r := Range{Min: lo, Max: hi, HasMin: has&1 > 0, HasMax: has&2 > 0}
				check(t, s, Query{Depth: r}, &m)
				check(t, s, Query{Longitude: r, Depth: Range{Min: 0, HasMin: true}}, &m)
			}
		}
	}
}

func TestMatchAgainstNaive(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var m Matches
	for _, size := range []int{0, 1, 2, 10, 100, 2000, 500} { // the last smaller than what m has seen
		s := NewStore(randomQuakes(random, size))
		for range 300 {
			check(t, s, randomQuery(random), &m)
		}
	}
}

// randomQuakes lie on whole numbers often, so that edges are met, and in all areas.
func randomQuakes(random *rand.Rand, n int) []Quake {
	quakes := make([]Quake, n)
	for i := range quakes {
		quakes[i] = Quake{
			Time:      random.Int64N(200),
			Millis:    random.Int32N(1000),
			Latitude:  float32(random.IntN(181) - 90),
			Longitude: float32(random.IntN(361)-180) + float32(random.IntN(2))/2,
			Depth:     float32(random.IntN(100)),
			Magnitude: float32(random.IntN(60)) / 10,
			Method:    []string{"Mb", "Ml", "Ms"}[random.IntN(3)],
			Region:    uint16(random.IntN(Regions + 1)),
		}
	}
	return quakes
}

func randomQuery(random *rand.Rand) Query {
	date := func() time.Time {
		if random.IntN(3) == 0 {
			return time.Time{}
		}
		return time.Unix(random.Int64N(200), random.Int64N(2)*random.Int64N(1e9))
	}
	bounds := func(lo, hi int) (r Range) {
		if random.IntN(2) == 0 {
			r.Min, r.HasMin = float32(lo+random.IntN(hi-lo)), true
		}
		if random.IntN(2) == 0 {
			r.Max, r.HasMax = float32(lo+random.IntN(hi-lo+1)), true
		}
		return r
	}
	return Query{MinDate: date(), MaxDate: date(), Longitude: bounds(-180, 180), Latitude: bounds(-90, 90),
		Magnitude: bounds(0, 6), Depth: bounds(0, 100)}
}

func TestMatchDoesNotAllocate(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	big, small := NewStore(randomQuakes(random, 5000)), NewStore(randomQuakes(random, 50))
	queries := Generator{Fraction: 0.5, Start: time.Unix(0, 0), End: time.Unix(200, 0)}.Queries(10)
	var m Matches
	big.Match(Query{}, &m)
	if n := testing.AllocsPerRun(10, func() {
		for _, q := range queries {
			big.Match(q, &m)
			small.Match(q, &m)
		}
	}); n > 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func TestMatchConcurrently(t *testing.T) {
	s := NewStore(randomQuakes(rand.New(rand.NewPCG(7, 8)), 1000))
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			random := rand.New(rand.NewPCG(9, uint64(i)))
			var m Matches
			for range 50 {
				q := randomQuery(random)
				s.Match(q, &m)
				if want := expected(s, q); m.Count() != len(want) {
					t.Errorf("%d matches, want %d", m.Count(), len(want))
				}
			}
		})
	}
	group.Wait()
}

// An answer depends on nothing that an earlier query left behind.
func TestMatchesForgets(t *testing.T) {
	s := NewStore(randomQuakes(rand.New(rand.NewPCG(10, 11)), 100))
	var m Matches
	s.Match(Query{}, &m)
	s.Match(Query{Depth: Range{Max: nan, HasMax: true}}, &m)
	if got := matched(s, &m); m.Count() != 0 || len(got) != 0 {
		t.Errorf("%d matches and %d rows are left, want none", m.Count(), len(got))
	}
	NewStore(nil).Match(Query{}, &m)
	if got := m.Count(); got != 0 {
		t.Errorf("%d matches in an empty store", got)
	}
}

// BenchmarkMatch walks through a hundred large queries.
func BenchmarkMatch(b *testing.B) {
	s := NewStore(benchmarkQuakes(93_424))
	queries := Generator{Seed: 5, Fraction: 0.2}.Queries(100)
	var m Matches
	total := 0
	for _, q := range queries {
		s.Match(q, &m)
		total += m.Count()
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, q := range queries {
			s.Match(q, &m)
		}
	}
	b.ReportMetric(float64(total), "quakes/op")
}

// benchmarkQuakes lie in clusters, as real ones do, within the original's span.
func benchmarkQuakes(n int) []Quake {
	random := rand.New(rand.NewPCG(12, 13))
	var centres [200][2]float64
	for i := range centres {
		centres[i] = [2]float64{random.Float64()*120 - 60, random.Float64()*350 - 175}
	}
	span := originalEnd.Unix() - originalStart.Unix()
	quakes := make([]Quake, n)
	for i := range quakes {
		c := centres[random.IntN(len(centres))]
		quakes[i] = Quake{
			Time:      originalStart.Unix() + random.Int64N(span),
			Latitude:  float32(c[0] + random.NormFloat64()),
			Longitude: float32(c[1] + random.NormFloat64()),
		}
	}
	slices.SortFunc(quakes, func(a, b Quake) int { return int(a.Time - b.Time) })
	return quakes
}
