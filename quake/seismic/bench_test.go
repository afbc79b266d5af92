package seismic

import (
	"math/rand/v2"
	"testing"
	"time"

	"seismark/quake"
)

// syntheticStore is a catalogue of the usual kind: clusters, four places of degrees, one of the rest.
func syntheticStore(n int) *quake.Store {
	random := rand.New(rand.NewPCG(12, 13))
	var centres [200][2]float64
	for i := range centres {
		centres[i] = [2]float64{random.Float64()*120 - 60, random.Float64()*350 - 175}
	}
	rounded := func(x float64, unit int) float32 { return float32(int(x*float64(unit))) / float32(unit) }
	first := time.Date(2000, 1, 1, 1, 19, 26, 0, time.UTC).Unix()
	last := time.Date(2003, 8, 31, 23, 7, 59, 0, time.UTC).Unix()
	quakes := make([]quake.Quake, n)
	for i := range quakes {
		c := centres[random.IntN(len(centres))]
		quakes[i] = quake.Quake{
			Time:      first + random.Int64N(last-first),
			Millis:    random.Int32N(1000),
			Latitude:  rounded(c[0]+random.NormFloat64(), 10000),
			Longitude: rounded(c[1]+random.NormFloat64(), 10000),
			Depth:     rounded(random.ExpFloat64()*50, 10),
			Magnitude: rounded(2.5+random.ExpFloat64()*0.43, 10),
			Method:    []string{"Mb", "Ml", "Ms", "Mw", "Md"}[random.IntN(5)],
		}
	}
	return quake.NewStore(quakes)
}

// largeMatches are those of a hundred large queries, and the number of their quakes.
func largeMatches() (*quake.Store, []quake.Matches, int) {
	s := syntheticStore(93_424)
	matches := make([]quake.Matches, 100)
	n := 0
	for i, q := range (quake.Generator{Seed: 5, Fraction: 0.2}).Queries(100) {
		s.Match(q, &matches[i])
		n += matches[i].Count()
	}
	return s, matches, n
}

func perQuake(b *testing.B, quakes int) {
	b.ReportMetric(float64(quakes), "quakes/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(quakes), "ns/quake")
}

func BenchmarkAppendResults(b *testing.B) {
	s, matches, quakes := largeMatches()
	var buffer []byte
	size := 0
	for i := range matches {
		buffer = AppendResults(buffer[:0], s, &matches[i])
		size += len(buffer)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for i := range matches {
			buffer = AppendResults(buffer[:0], s, &matches[i])
		}
	}
	perQuake(b, quakes)
}

func BenchmarkParseResults(b *testing.B) {
	s, matches, quakes := largeMatches()
	bodies := make([][]byte, len(matches))
	size := 0
	for i := range matches {
		bodies[i] = append(AppendResults([]byte(openBody), s, &matches[i]), closeBody...)
		size += len(bodies[i])
	}
	for _, road := range []struct {
		name string
		read func(*Results, []byte) error
	}{
		{"road=short", func(r *Results, body []byte) error { return ParseResults(body, r) }},
		{"road=general", (*Results).parse},
	} {
		b.Run(road.name, func(b *testing.B) {
			var r Results
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, body := range bodies {
					if err := road.read(&r, body); err != nil {
						b.Fatal(err)
					}
				}
			}
			perQuake(b, quakes)
		})
	}
}

func BenchmarkParseRequest(b *testing.B) {
	body := append(AppendRequest([]byte(openBody), theCall), closeBody...)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseRequest(body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendRequest(b *testing.B) {
	var buffer []byte
	b.ReportAllocs()
	for b.Loop() {
		buffer = AppendRequest(buffer[:0], theCall)
	}
}

// BenchmarkRecognizeRequest reads the same while a message is checked.
func BenchmarkRecognizeRequest(b *testing.B) {
	element := append(AppendRequest(nil, theCall), closeBody...)
	b.SetBytes(int64(len(element)))
	b.ReportAllocs()
	var q quake.Query
	for b.Loop() {
		if RecognizeRequest(element, &q) == 0 {
			b.Fatal("not recognized")
		}
	}
}
