package seismic

import (
	"fmt"
	"os"
	"seismark/quake"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestTmp(t *testing.T) {
	s := load()
	var m quake.Matches
	var r, g Results
	total := 0
	var docs [][]byte
	for _, q := range (quake.Generator{Seed: 5, Fraction: 0.2}).Queries(100) {
		s.Match(q, &m)
		total += m.Count()
		b := AppendResults([]byte(`<soap:Body xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">`), s, &m)
		b = append(b, "</soap:Body>"...)
		if err := g.parse(b); err != nil {
			t.Fatal(err)
		}
		if !r.quick(b) {
			t.Fatal("not quick")
		}
		docs = append(docs, b)
	}
	fmt.Println(total, string(docs[0][:1500]))
}
func load() *quake.Store {
	b, _ := os.ReadFile("../../../shared/data/quakes.txt")
	var qs []quake.Quake
	f := func(s string) float32 { v, _ := strconv.ParseFloat(s, 32); return float32(v) }
	for l := range strings.Lines(string(b)) {
		p := strings.Fields(l)
		tm, _ := time.Parse("2006-01-02 15:04:05", p[0]+" "+p[1])
		ms, _ := strconv.Atoi(p[2])
		qs = append(qs, quake.Quake{Time: tm.Unix(), Millis: int32(ms), Latitude: f(p[3]), Longitude: f(p[4]), Depth: f(p[5]), Magnitude: f(p[6]), Method: p[7]})
	}
	return quake.NewStore(qs)
}

func BenchmarkLarge(b *testing.B) {
	s := load()
	var m quake.Matches
	queries := (quake.Generator{Seed: 5, Fraction: 0.2}).Queries(100)
	b.Run("match", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, q := range queries {
				s.Match(q, &m)
			}
		}
	})
	var dst []byte
	ms := make([]quake.Matches, 100)
	n, total := 0, 0
	for i, q := range queries {
		s.Match(q, &ms[i])
		n += ms[i].Count()
		total += len(AppendResults(nil, s, &ms[i]))
	}
	b.Run("append", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(total))
		for b.Loop() {
			for i := range ms {
				dst = AppendResults(dst[:0], s, &ms[i])
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/quake")
	})
	var docs [][]byte
	for i := range ms {
		d := AppendResults([]byte(`<soap:Body xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">`), s, &ms[i])
		d = append(d, "</soap:Body>"...)
		docs = append(docs, d)
	}
	var r Results
	b.Run("quick", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(total))
		for b.Loop() {
			for _, d := range docs {
				if !r.quick(d) {
					b.Fatal()
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/quake")
	})
	b.Run("general", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(total))
		for b.Loop() {
			for _, d := range docs {
				if r.parse(d) != nil {
					b.Fatal()
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/quake")
	})
}
