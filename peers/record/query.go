package main

import (
	"fmt"
	"strconv"
	"time"

	"seismark/client/measure"
	"seismark/quake"
)

// few is how many quakes there are in an answer at least.
const few = 4

// firstWith is the part of a sequence that is its first query which matches a few quakes.
func firstWith(s measure.Sequence, store *quake.Store) (measure.Sequence, error) {
	var found quake.Matches
	for i, q := range s.Queries() {
		if store.Match(q, &found); found.Count() >= few {
			return s.Part(i, 1, store), nil
		}
	}
	return s, fmt.Errorf("no query of the sequence %s matches %d quakes", s.Name, few)
}

// line is the query of a sequence of one, and how many quakes it matches, in the form of the file {queries} that
// stacks get.
func line(s measure.Sequence) string {
	q := s.Queries()[0]
	text := q.MinDate.UTC().Format(time.RFC3339Nano) + " " + q.MaxDate.UTC().Format(time.RFC3339Nano)
	for _, v := range []float32{q.Longitude.Min, q.Longitude.Max, q.Latitude.Min, q.Latitude.Max} {
		text += " " + strconv.FormatFloat(float64(v), 'f', -1, 32)
	}
	return fmt.Sprintf("%s %d\n", text, s.Want)
}
