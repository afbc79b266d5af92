package main

import (
	"strings"
	"testing"

	"seismark/quake/seismic"
)

// TestQuakesTableWidth draws the longest name of a region beside the widest coordinates.
func TestQuakesTableWidth(t *testing.T) {
	var q seismic.Quake
	q.Time, q.Millis, q.Latitude, q.Longitude, q.Depth = 960650469, 405, -39.1691, -176.5343, 600.5
	q.Magnitude, q.Method = 7.25, "Mww"
	a := answered{Results: &seismic.Results{
		Sets:    []seismic.Set{{Area: "Somewhere", Quakes: []seismic.Quake{q}}},
		Regions: []seismic.Region{{Name: "GALAPAGOS TRIPLE JUNCTION REGION"}},
	}}
	var b strings.Builder
	if err := quakesTable(&b, a); err != nil {
		t.Fatal(err)
	}
	const want = `time                 lat       long       depth  mag       region
2000-06-10 15:21:09  -39.1691  -176.5343  600.5  7.25 Mww  GALAPAGOS TRIPLE JU..
`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", &b, want)
	}
}
