package quake

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The queries of a catalogue beside the repository, with the number of matches that another program counted
// for each.
func TestMatchACatalogue(t *testing.T) {
	s := NewStore(catalogue(t))
	if s.Len() != 93_424 {
		t.Fatalf("%d quakes, want 93424", s.Len())
	}
	var m Matches
	for file, want := range map[string]int{"requests-small.txt": 816, "requests-large.txt": 176_745} {
		total := 0
		for i, f := range fields(t, file) {
			q := Query{MinDate: date(t, f[0]), MaxDate: date(t, f[1]),
				Longitude: Between(float(t, f[2]), float(t, f[3])), Latitude: Between(float(t, f[4]), float(t, f[5]))}
			s.Match(q, &m)
			total += m.Count()
			if m.Count() != atoi(t, f[6]) {
				t.Errorf("%s %d: %d matches, want %s", file, i+1, m.Count(), f[6])
			}
		}
		if total != want {
			t.Errorf("%s: %d matches in all, want %d", file, total, want)
		}
	}
}

// Exported, the catalogue is the file again, and its regions are those of the grid, edges aside: the file has two
// of them on the other side. Areas are left out: the file has the regions of the revision in another one.
func TestLinesOfACatalogue(t *testing.T) {
	s := NewStore(catalogue(t))
	lines := fields(t, "quakes.txt")
	i := 0
	for q := range s.All() {
		if at := RegionAt(q.Latitude, q.Longitude); at != q.Region && !onEdge(q.Latitude) && !onEdge(q.Longitude) {
			t.Errorf("line %d: RegionAt(%v, %v) = %d, want %d", i+1, q.Latitude, q.Longitude, at, q.Region)
		}
		got := strings.Fields(string(q.AppendLine(nil)))
		if want := lines[i]; strings.Join(got[:9], " ") != strings.Join(want[:9], " ") {
			t.Fatalf("line %d: %v, want %v", i+1, got, want)
		}
		i++
	}
}

func onEdge(degrees float32) bool { return degrees == float32(int(degrees)) }

func catalogue(t *testing.T) (quakes []Quake) {
	for _, f := range fields(t, "quakes.txt") {
		quakes = append(quakes, Quake{Time: date(t, f[0]+"T"+f[1]+"Z").Unix(), Millis: int32(atoi(t, f[2])), Latitude: float(t, f[3]),
			Longitude: float(t, f[4]), Depth: float(t, f[5]), Magnitude: float(t, f[6]), Method: f[7], Region: uint16(atoi(t, f[8]))})
	}
	return quakes
}

func fields(t *testing.T, file string) (lines [][]string) {
	t.Helper()
	text, err := os.ReadFile("../../shared/data/" + file)
	if err != nil {
		t.Skip("the catalogue is not there: ", err)
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 0 && f[0][0] != '#' {
			lines = append(lines, f)
		}
	}
	return lines
}

func date(t *testing.T, s string) time.Time {
	t.Helper()
	d, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func float(t *testing.T, s string) float32 {
	t.Helper()
	f, err := strconv.ParseFloat(s, 32)
	if err != nil {
		t.Fatal(err)
	}
	return float32(f)
}
