package measure

import (
	"fmt"

	"seismark/data"
	"seismark/quake"
)

// Small is many queries with next to no quakes each: it shows the fixed cost of a message.
func Small() Sequence {
	return Sequence{
		Name: "small", Calls: data.SmallCalls, Seed: data.QuerySeed, Fraction: data.SmallFraction, Want: data.SmallTotal,
		Start: data.First(), End: data.Last(),
	}
}

// Large is few queries with many quakes each: it shows the cost of a byte.
func Large() Sequence {
	return Sequence{
		Name: "large", Calls: data.LargeCalls, Seed: data.QuerySeed, Fraction: data.LargeFraction, Want: data.LargeTotal,
		Start: data.First(), End: data.Last(),
	}
}

// Sequences is the list of all sequences, as they are on the built-in catalogue.
func Sequences() []Sequence { return []Sequence{Small(), Large()} }

// Queries are the queries of the sequence, as the original client's generator makes them.
func (s Sequence) Queries() []quake.Query {
	return s.generator().Queries(s.Skip + s.Calls)[s.Skip:]
}

func (s Sequence) generator() quake.Generator {
	return quake.Generator{Seed: s.Seed, Fraction: s.Fraction, Start: s.Start, End: s.End}
}

// On is the sequence on another catalogue: it spans it, and its total is what the queries match there.
func (s Sequence) On(store *quake.Store) Sequence {
	s.Start, s.End = store.Span()
	return s.Part(s.Skip, s.Calls, store)
}

// Part is so many calls of a sequence after its first ones, with what must come of them on a catalogue.
func (s Sequence) Part(skip, calls int, store *quake.Store) Sequence {
	s.Skip, s.Calls = skip, calls
	s.Want = data.Total(store, s.generator(), skip+calls) - data.Total(store, s.generator(), skip)
	return s
}

// firstFull is the place of the first query that matches anything.
func (s Sequence) firstFull(store *quake.Store) (int, error) {
	var found quake.Matches
	for i, q := range s.Queries() {
		if store.Match(q, &found); found.Count() > 0 {
			return s.Skip + i, nil
		}
	}
	return 0, fmt.Errorf("no query of the sequence %s matches anything: choose a larger fraction or another catalogue", s.Name)
}
