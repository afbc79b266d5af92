package measure

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"seismark/quake"
)

// TestHandouts writes the files that a command asks for, and those alone.
func TestHandouts(t *testing.T) {
	s, err := loadStack(strings.Replace(goodStack, `"{sequence}"`, `"{queries}", "{regions}"`, 1))
	if err != nil {
		t.Fatal(err)
	}
	p, remove, err := (&Plan{Stacks: []Stack{s}, Store: fakeStore(), Sequences: []Sequence{fakeSequence(t)}}).withHandouts()
	if err != nil {
		t.Fatal(err)
	}
	defer remove()
	if _, err := os.Stat(p.handouts.quakes); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the quakes were written, or %v", err)
	}
	for path, lines := range map[string]int{p.handouts.regions: 50 + 757, p.handouts.queries["small"]: 10} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n != lines {
			t.Errorf("%s has %d lines, want %d", path, n, lines)
		}
	}
	remove()
	if _, err := os.Stat(p.handouts.regions); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the files are left behind, or %v", err)
	}
}

// TestHandoutForms holds each form to lines made by hand.
func TestHandoutForms(t *testing.T) {
	at := time.Date(2000, 1, 1, 1, 19, 26, 157e6, time.UTC)
	store := quake.NewStore([]quake.Quake{{Time: at.Unix(), Millis: 157, Latitude: -20.709, Longitude: -113.3216, Depth: 2.8, Magnitude: 2.5, Method: "Ml", Region: 684, Area: 43}})
	query := quake.Query{MinDate: at.Add(-time.Second), MaxDate: at.Add(time.Hour), Longitude: quake.Between(-114, 0.1), Latitude: quake.Between(-22.099228, 3)}
	var quakes, regions, queries bytes.Buffer
	for _, err := range []error{writeQuakes(&quakes, store), writeRegions(&regions), writeQueries(&queries, store, []quake.Query{query})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ what, got, want string }{
		{"quakes", quakes.String(), "2000-01-01 01:19:26 157 -20.709 -113.3216 2.8 2.5 Ml 684 43\n"},
		{"queries", queries.String(), "2000-01-01T01:19:25.157Z 2000-01-01T02:19:26.157Z -114 0.1 -22.099228 3 1\n"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
	for _, line := range []string{"* 1 Alaska - Aleutian Arc\n", "\n1 1 CENTRAL ALASKA\n", "\n729 50 ANTARCTICA\n"} {
		if !strings.Contains(regions.String(), line) {
			t.Errorf("the regions lack %q", line)
		}
	}
}

// TestRegionsLikeOthers compares the form with a file that another program wrote. Its names have errors of their
// own, so a line is held to its numbers, and to its text for the regions of the scheme of 1974.
func TestRegionsLikeOthers(t *testing.T) {
	want, err := os.ReadFile("../../../shared/data/regions.txt")
	if err != nil {
		t.Skip("the samples beside the repository are not here: ", err)
	}
	var got bytes.Buffer
	if err := writeRegions(&got); err != nil {
		t.Fatal(err)
	}
	theirs, ours := strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")
	if len(theirs) != len(ours) {
		t.Fatalf("%d lines, want %d", len(ours), len(theirs))
	}
	for i, line := range theirs {
		whole := i >= quake.Areas && i < quake.Areas+729
		if whole && ours[i] != line || !whole && numbers(ours[i]) != numbers(line) {
			t.Errorf("line %d is %q, want %q", i+1, ours[i], line)
		}
	}
}

// numbers is a line up to its name, without the area of a region.
func numbers(line string) string {
	first, rest, _ := strings.Cut(line, " ")
	if first == "*" {
		first, _, _ = strings.Cut(rest, " ")
	}
	return first
}
