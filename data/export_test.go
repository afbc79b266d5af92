package data

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"seismark/quake"
)

// tricky are quakes at the ends of what fields can hold.
func tricky() []quake.Quake {
	quakes := []quake.Quake{
		{Time: at(2003, 8, 31, 23, 7, 59), Millis: 837, Latitude: 3.534, Longitude: 97.0627, Depth: 33.1, Magnitude: 3.4, Method: "Ml"},
		{Time: at(1969, 12, 31, 23, 59, 59), Millis: 999, Latitude: -90, Longitude: -180, Depth: -10, Magnitude: -10, Method: "M"},
		{Time: at(9999, 12, 31, 23, 59, 59), Latitude: 90, Longitude: 180, Depth: 6371, Magnitude: 12, Method: "Mw(mb)_lg-1.2"},
		{Time: at(0, 1, 1, 0, 0, 0), Millis: 1, Latitude: 1e-7, Longitude: math.SmallestNonzeroFloat32, Depth: 0.123456789, Magnitude: 1.0 / 3, Method: "Mb"},
		{Time: at(2003, 8, 31, 23, 7, 59), Latitude: 38.827667, Longitude: -122.81416, Depth: 12.345678, Magnitude: 0.85, Method: "Md"},
	}
	for i := range quakes {
		quakes[i].Region = quake.RegionAt(quakes[i].Latitude, quakes[i].Longitude)
		quakes[i].Area = quake.AreaOf(quakes[i].Region)
	}
	return quakes
}

func TestExportsComeBack(t *testing.T) {
	for _, f := range Formats() {
		var file bytes.Buffer
		if err := Export(&file, f.Name, slices.Values(tricky()), "a & <b>, \"c\""); err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		quakes, report, err := Import(t.Context(), bytes.NewReader(file.Bytes()), Options{})
		if err != nil || report.Format != f.Name {
			t.Errorf("%s: read as %q: %v", f.Name, report.Format, err)
		}
		// Methods are written alike by all importers.
		want := tricky()
		if f.Name == "compact" && report.Author != "a & <b>, \"c\"" {
			t.Errorf("author %q", report.Author)
		}
		if !slices.Equal(quakes, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", f.Name, quakes, want)
		}
	}
}

// The lines keep a region that is not the place's, as the compact form does; the others cannot.
func TestExportOfForeignRegion(t *testing.T) {
	q := tricky()[0]
	q.Region, q.Area = 1, 1
	for _, name := range []string{"original", "compact"} {
		var file bytes.Buffer
		if err := Export(&file, name, slices.Values([]quake.Quake{q}), ""); err != nil {
			t.Fatal(err)
		}
		quakes, _, err := Import(t.Context(), &file, Options{})
		if err != nil || quakes[0] != q {
			t.Errorf("%s: %+v, %v", name, quakes, err)
		}
	}
}

func TestExportAsWritten(t *testing.T) {
	for _, c := range []struct{ format, want string }{
		{"original", "2003-08-31 23:07:59 837 3.534 97.0627 33.1 3.4 Ml 706 46\n"},
		{"usgs", usgsColumns + "\n2003-08-31T23:07:59.837Z,3.534,97.0627,33.1,3.4,ml,,,,,me,1,,\"NORTHERN SUMATRA, INDONESIA\",earthquake,,,,,,,\n"},
		{"fdsn", "#" + fdsnColumns + "\n1|2003-08-31T23:07:59.837Z|3.534|97.0627|33.1|me|me|||Ml|3.4||NORTHERN SUMATRA, INDONESIA|earthquake\n"},
	} {
		var file strings.Builder
		if err := Export(&file, c.format, slices.Values(tricky()[:1]), "me"); err != nil || file.String() != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.format, err, file.String(), c.want)
		}
	}
	var file strings.Builder
	if err := Export(&file, "quakeml", slices.Values(tricky()[:1]), "me"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<creationInfo><author>me</author></creationInfo>", "<depth><value>33100</value></depth>", "<text>NORTHERN SUMATRA, INDONESIA</text>", "<type>earthquake</type>"} {
		if !strings.Contains(file.String(), want) {
			t.Errorf("%s is not in\n%s", want, file.String())
		}
	}
}

type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestExportSaysWhatFails(t *testing.T) {
	many := slices.Repeat(tricky(), 1000)
	for _, f := range Formats() {
		if err := Export(full{}, f.Name, slices.Values(many), ""); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	if err := Export(full{}, "xml", slices.Values(many), ""); err == nil || !strings.Contains(err.Error(), "choose from") {
		t.Errorf("unknown format: %v", err)
	}
	for _, author := range []string{"a|b", "a\nb", strings.Repeat("a", 201)} {
		if err := Export(full{}, "fdsn", slices.Values(many), author); err == nil || !strings.Contains(err.Error(), "data: author") {
			t.Errorf("author %q: %v", author, err)
		}
	}
}
