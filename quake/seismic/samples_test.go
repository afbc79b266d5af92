package seismic

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/quake"
	"seismark/wssec/xmltok"
)

const samplesDir = "../../../shared/samples/"

// theCall is the one call that every stack was recorded with.
var theCall = quake.Query{
	MinDate:   time.Date(2001, 8, 8, 22, 20, 7, 298e6, time.UTC),
	MaxDate:   time.Date(2001, 8, 14, 16, 26, 20, 744e6, time.UTC),
	Longitude: quake.Between(161.25735, 178.19275),
	Latitude:  quake.Between(-42.2719, -30.833717),
}

// theAnswer is what every stack answered, read by eye.
var theAnswer = []string{
	"New Zealand Region",
	"r158 158 OFF W. COAST OF N. ISLAND, N.Z.",
	"r159 159 NORTH ISLAND, NEW ZEALAND",
	"r160 160 OFF E. COAST OF N. ISLAND, N.Z.",
	"r162 162 SOUTH ISLAND, NEW ZEALAND",
	"r163 163 COOK STRAIT, NEW ZEALAND",
	"2001-08-09T22:48:39Z 621 -40.2198 174.2881 12.7 3 Mb r163",
	"2001-08-10T11:00:53Z 163 -36.0616 177.9658 78.4 2.9 Ml r160",
	"2001-08-10T11:09:57Z 469 -36.9875 177.6391 187.4 2.5 Ml r160",
	"2001-08-12T02:50:49Z 194 -39.146 177.2542 153.7 2.7 Mw r160",
	"2001-08-12T12:50:30Z 492 -39.9531 175.7003 32.9 2.6 Md r159",
	"2001-08-13T01:42:40Z 538 -39.5682 173.927 599.1 2.8 Ml r158",
	"2001-08-13T15:18:29Z 693 -42.0955 171.5252 175.5 2.6 Ml r162",
	"Australia",
	"r607 607 NORTHWEST OF NEW ZEALAND",
	"2001-08-13T22:38:00Z 432 -39.5471 170.0978 590.8 2.8 Ml r607",
}

// told is what results say, line by line.
func told(r *Results) (lines []string) {
	for _, s := range r.Sets {
		lines = append(lines, s.Area)
		for _, region := range s.Regions {
			lines = append(lines, fmt.Sprint(region.Ident, " ", region.Index, " ", region.Name))
		}
		for _, q := range s.Quakes {
			ident := "-"
			if q.Region >= 0 {
				ident = r.Regions[q.Region].Ident
			}
			lines = append(lines, fmt.Sprint(time.Unix(q.Time, 0).UTC().Format(time.RFC3339), " ", q.Millis, " ", q.Latitude, " ",
				q.Longitude, " ", q.Depth, " ", q.Magnitude, " ", q.Method, " ", ident))
		}
	}
	return lines
}

func TestSampleRequests(t *testing.T) {
	for _, file := range samples(t, "request") {
		got, err := ParseRequest(body(t, file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
		} else if got != theCall {
			t.Errorf("%s: got %+v, want %+v", file, got, theCall)
		}
	}
}

func TestSampleResponses(t *testing.T) {
	var r Results // used again, so that one stack's spelling follows another's
	for _, file := range samples(t, "response") {
		if err := ParseResults(body(t, file), &r); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got := told(&r); !slices.Equal(got, theAnswer) {
			t.Errorf("%s:\ngot  %q\nwant %q", file, got, theAnswer)
		}
		if r.Count() != 8 {
			t.Errorf("%s: %d quakes, want 8", file, r.Count())
		}
		if stated := r.Stated; stated != 8 && stated != 2 { // some services count the sets
			t.Errorf("%s: stated %d, want 8 or 2", file, stated)
		}
		if !r.quick(body(t, file)) {
			t.Errorf("%s: not read on the short road", file)
		}
	}
}

// samples are the recorded messages that are not encrypted.
func samples(t *testing.T, direction string) (files []string) {
	t.Helper()
	all, err := filepath.Glob(samplesDir + "*-" + direction + ".xml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		if !strings.Contains(file, "-signencr") {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		t.Skip("the recorded messages are not there: ", samplesDir)
	}
	return files
}

// body cuts the Body out of a recorded envelope and makes it a document of its own, as an engine does: with
// the declarations that it inherits.
func body(t testing.TB, file string) []byte {
	t.Helper()
	envelope, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var tokens xmltok.Tokenizer
	tokens.Reset(envelope)
	for {
		kind, err := tokens.Next()
		if err != nil || kind == xmltok.EOF {
			t.Fatalf("%s: no Body: %v", file, err)
		}
		if kind == xmltok.Start && isBody(tokens.Name()) {
			break
		}
	}
	from, _ := tokens.Span()
	outer := tokens.Outer()
	declared := map[string]bool{}
	for _, d := range tokens.Decls() {
		declared[string(d.Prefix)] = true
	}
	if err := tokens.Skip(); err != nil {
		t.Fatal(err)
	}
	_, to := tokens.Span()
	nameEnd := from + strings.IndexAny(string(envelope[from:]), " >")
	doc := string(envelope[from:nameEnd])
	for _, b := range outer.Bindings {
		if !declared[b.Prefix] {
			doc += fmt.Sprintf(" xmlns:%s=%q", b.Prefix, b.URI)
		}
	}
	return []byte(doc + string(envelope[nameEnd:to]))
}
