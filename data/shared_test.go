package data

import (
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"testing"

	"seismark/quake"
)

// importShared imports a real catalogue that lies beside the repository, where it is.
func importShared(t *testing.T, name string, o Options) ([]quake.Quake, Report) {
	t.Helper()
	source, err := Open(t.Context(), filepath.Join("..", "..", "shared", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the shared catalogues are not beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	o.Source = source.Name
	quakes, report, err := Import(t.Context(), source, o)
	if err != nil {
		t.Fatal(err)
	}
	return quakes, report
}

// The counts of this file were taken with Python's csv module and an XML parser.
func TestRealUSGS(t *testing.T) {
	quakes, report := importShared(t, "catalogues/usgs-all-month.csv", Options{})
	if report.Format != "usgs" || report.Read != 11_842 || report.Kept != 11_649 || report.NotEarthquakes != 192 || report.NoMagnitude != 1 || report.NoDepth != 0 || report.Bad != 0 {
		t.Errorf("report %+v", report)
	}
	negative, above, strong, sum := 0, 0, 0, 0.0
	methods := make(map[string]int)
	for _, q := range quakes {
		if q.Magnitude < 0 {
			negative++
		}
		if q.Depth < 0 {
			above++
		}
		if q.Magnitude >= 5 {
			strong++
		}
		sum += float64(q.Magnitude)
		methods[q.Method]++
	}
	if negative != 500 || above != 185 || strong != 114 || math.Abs(sum-17_892.44) > 0.001 {
		t.Errorf("%d negative magnitudes, %d negative depths, %d of 5 and more, sum %.3f; want 500, 185, 114, 17892.44", negative, above, strong, sum)
	}
	for method, want := range map[string]int{"Ml": 7577, "Md": 3196, "Mb": 737, "Mww": 68, "Mw": 24, "Mwr": 22, "Mh": 16, "Mb_lg": 9} {
		if methods[method] != want {
			t.Errorf("%d quakes with %s, want %d", methods[method], method, want)
		}
	}
	if q, want := quakes[0], (quake.Quake{Time: at(2021, 7, 10, 20, 32, 43), Millis: 470, Latitude: 38.8276672, Longitude: -122.8141632, Depth: 2.18, Magnitude: 0.85, Method: "Md", Region: 36, Area: 3}); q != want {
		t.Errorf("first %+v, want %+v", q, want)
	}
}

func TestRealUSGSAll(t *testing.T) {
	if _, report := importShared(t, "catalogues/usgs-all-month.csv", Options{All: true}); report.Kept != 11_842 {
		t.Errorf("report %+v", report)
	}
}

func TestRealFDSN(t *testing.T) {
	quakes, report := importShared(t, "catalogues/fdsn-events.txt", Options{})
	if report.Format != "fdsn" || report.Kept != 2 || report.Read != 2 || quakes[1].Magnitude != 8.5 {
		t.Errorf("report %+v, quakes %+v", report, quakes)
	}
}

func TestRealQuakeML(t *testing.T) {
	quakes, report := importShared(t, "catalogues/neries_events.xml", Options{})
	if report.Format != "quakeml" || report.Read != 3 || report.Kept != 3 {
		t.Fatalf("report %+v", report)
	}
	// The second event: eastern Turkey, depth 14400 m, ML 4.3.
	want := quake.Quake{Time: at(2012, 4, 4, 14, 18, 37), Latitude: 39.342, Longitude: 41.044, Depth: 14.4, Magnitude: 4.3, Method: "Ml", Region: 366, Area: 30}
	if quakes[1] != want {
		t.Errorf("second %+v, want %+v", quakes[1], want)
	}
}

// Both events of the other document are quarry blasts, in two spellings.
func TestRealQuakeMLBlasts(t *testing.T) {
	if _, report := importShared(t, "catalogues/usgs_event.xml", Options{}); report.Read != 2 || report.NotEarthquakes != 2 || report.Kept != 0 {
		t.Errorf("report %+v", report)
	}
	quakes, _ := importShared(t, "catalogues/usgs_event.xml", Options{All: true})
	if len(quakes) != 2 || quakes[0].Depth != 0.01 || quakes[0].Magnitude != 1.54 || quakes[0].Millis != 240 {
		t.Errorf("quakes %+v", quakes)
	}
}

// The lines of another generated catalogue, whose area of some regions is not the scheme's.
func TestRealOriginal(t *testing.T) {
	quakes, report := importShared(t, "data/quakes.txt", Options{})
	if report.Format != "original" || report.Kept != 93_424 || report.Read != 93_424 || report.OtherArea != 624 {
		t.Errorf("report %+v", report)
	}
	want := quake.Quake{Time: at(2003, 8, 31, 23, 7, 59), Millis: 837, Latitude: 3.534, Longitude: 97.0627, Depth: 33.1, Magnitude: 3.4, Method: "Ml", Region: 706, Area: 46}
	if last := quakes[len(quakes)-1]; last != want {
		t.Errorf("last %+v, want %+v", last, want)
	}
}
