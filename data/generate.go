package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"seismark/quake"
)

// Extent is the size of a catalogue to be generated. The zero value is that of the built-in one.
type Extent struct {
	Quakes      int       // 0 means BuiltinQuakes
	First, Last time.Time // of the first and the last quake; zero means First and Last of this package
}

// generator holds the belts and collects the shocks.
type generator struct {
	dice  dice
	belts []belt
	sums  []float64 // running totals of the belts' rates
	days  float64   // length of the catalogue
}

// interiorRate is that of quakes anywhere at all.
const interiorRate = 40

// Generate makes a synthetic catalogue in order of time: the same for the same seed and extent.
func Generate(seed int64, e Extent) ([]quake.Quake, error) {
	e, err := e.filled()
	if err != nil {
		return nil, err
	}
	g := newGenerator(newDice(seed), e.Last.Sub(e.First).Hours()/24)
	shocks := g.shocks(e.Quakes)
	quakes := make([]quake.Quake, len(shocks))
	for i, s := range shocks {
		quakes[i] = g.written(s, e.First)
	}
	slices.SortStableFunc(quakes, func(a, b quake.Quake) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Millis, b.Millis))
	})
	pin(&quakes[0], e.First)
	pin(&quakes[len(quakes)-1], e.Last)
	return quakes, nil
}

// mostDays keeps a catalogue's span within what time.Duration can count.
const mostDays = 100 * 366

func (e Extent) filled() (Extent, error) {
	e.Quakes = cmp.Or(e.Quakes, BuiltinQuakes)
	if e.First.IsZero() {
		e.First = First()
	}
	if e.Last.IsZero() {
		e.Last = Last()
	}
	switch span := e.Last.Sub(e.First); {
	case e.Quakes < 2 || e.Quakes > mostQuakes:
		return e, fmt.Errorf("data: generate: %d quakes: want 2 to %d", e.Quakes, mostQuakes)
	case span < time.Hour || span > mostDays*24*time.Hour:
		return e, fmt.Errorf("data: generate: from %s to %s: want an hour to a century, the first before the last", e.First.Format(time.RFC3339), e.Last.Format(time.RFC3339))
	case e.First.Year() < 0 || e.Last.Year() > 9999:
		return e, fmt.Errorf("data: generate: from year %d to %d: want years from 0 to 9999", e.First.Year(), e.Last.Year())
	}
	return e, nil
}

func pin(q *quake.Quake, t time.Time) {
	q.Time, q.Millis = t.Unix(), int32(t.Nanosecond()/1e6)
}

func newGenerator(d dice, days float64) *generator {
	g := &generator{dice: d, days: days}
	sum := 0.0
	for _, b := range boundaries() {
		g.belts = append(g.belts, newBelt(d, b))
		sum += b.rate
		g.sums = append(g.sums, sum)
	}
	g.sums = append(g.sums, sum+interiorRate)
	return g
}

// shocks lets mainshocks and what follows them happen until n quakes lie in the catalogue's time.
// The background begins before it, so that the catalogue starts in the midst of sequences.
func (g *generator) shocks(n int) []shock {
	var kept, open []shock
	for len(kept) < n {
		open = append(open[:0], g.mainshock())
		for len(open) > 0 && len(kept) < n {
			s := open[len(open)-1]
			open = open[:len(open)-1]
			if s.days >= g.days {
				continue
			}
			if s.days >= 0 {
				kept = append(kept, s)
			}
			open = append(open, s.aftershocks(g.dice)...)
		}
	}
	return kept
}

func (g *generator) mainshock() shock {
	b, at := g.source()
	return shock{at, b, g.dice.between(-min(memory, g.days), g.days), b.kind.magnitude(g.dice)}
}

// source draws a belt and a hypocentre in it, or any place of the globe.
func (g *generator) source() (*belt, hypocentre) {
	d := g.dice
	if i := d.pick(g.sums); i < len(g.belts) {
		return &g.belts[i], g.belts[i].draw(d)
	}
	at := place{d.between(-180, 180), degrees(math.Asin(d.between(-1, 1)))}
	return &belt{boundary: boundary{kind: interior}}, hypocentre{at, 2 + d.exponential(11), d.between(0, 2*math.Pi)}
}
