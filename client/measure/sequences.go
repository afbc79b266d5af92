package measure

import (
	"seismark/data"
	"seismark/quake"
)

// Small is many queries with next to no quakes each: the fixed cost of a message.
func Small() Sequence {
	return onBuiltin(Sequence{Name: "small", Calls: 1000, Fraction: 0.0046, Want: 816})
}

// Large is few queries with many quakes each: the cost of a byte.
func Large() Sequence {
	return onBuiltin(Sequence{Name: "large", Calls: 100, Fraction: 0.2, Want: 176745})
}

// querySeed is that of the original client.
const querySeed = 5

func onBuiltin(s Sequence) Sequence {
	s.Seed, s.Start, s.End = querySeed, data.First(), data.Last()
	return s
}

// Sequences is the list of all sequences, for the built-in catalogue.
func Sequences() []Sequence { return []Sequence{Small(), Large()} }

// Queries are the queries of the sequence, as the original client's generator makes them.
func (s Sequence) Queries() []quake.Query {
	return quake.Generator{Seed: s.Seed, Fraction: s.Fraction, Start: s.Start, End: s.End}.Queries(s.Calls)
}

// On is the sequence on another catalogue: it spans it, and its total is what the queries match there.
func (s Sequence) On(store *quake.Store) Sequence {
	s.Start, s.End = store.Span()
	s.Want = 0
	var found quake.Matches
	for _, q := range s.Queries() {
		store.Match(q, &found)
		s.Want += found.Count()
	}
	return s
}
