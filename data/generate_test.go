package data

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/quake"
)

// builtin is the catalogue whose statistics these tests take; other seeds differ in the largest sequences.
func builtin(t *testing.T) []quake.Quake {
	t.Helper()
	return slices.Collect(Builtin().All())
}

func share(quakes []quake.Quake, is func(quake.Quake) bool) float64 {
	n := 0
	for _, q := range quakes {
		if is(q) {
			n++
		}
	}
	return float64(n) / float64(len(quakes))
}

func within(t *testing.T, what string, got, lo, hi float64) {
	t.Helper()
	if !(got >= lo && got <= hi) {
		t.Errorf("%s is %.4f, want %v to %v", what, got, lo, hi)
	}
}

// Gutenberg and Richter by the estimator of Aki (1965), with the half step of Utsu for rounded magnitudes.
func TestMagnitudes(t *testing.T) {
	quakes := builtin(t)
	for _, from := range []float64{2.5, 3, 3.5, 4} {
		sum, n := 0.0, 0.0
		for _, q := range quakes {
			if float64(q.Magnitude) > from-0.05 {
				sum += float64(q.Magnitude)
				n++
			}
		}
		within(t, "b", math.Log10E/(sum/n-(from-0.05)), 0.93, 1.07)
	}
	for _, q := range quakes {
		if q.Magnitude < 2.5 || q.Magnitude > 9 {
			t.Fatalf("magnitude %v", q.Magnitude)
		}
	}
}

func TestDepths(t *testing.T) {
	quakes := builtin(t)
	within(t, "share at 10 km", share(quakes, func(q quake.Quake) bool { return q.Depth == 10 }), 0.08, 0.25)
	within(t, "share at 33 km", share(quakes, func(q quake.Quake) bool { return q.Depth == 33 }), 0.1, 0.3)
	within(t, "share below 70 km", share(quakes, func(q quake.Quake) bool { return q.Depth > 70 }), 0.05, 0.25)
	within(t, "share below 300 km", share(quakes, func(q quake.Quake) bool { return q.Depth > 300 }), 0.01, 0.06)
	within(t, "deepest", float64(slices.MaxFunc(quakes, func(a, b quake.Quake) int { return int(a.Depth) - int(b.Depth) }).Depth), 600, 700)
	deepest := make(map[uint8]float32)
	for _, q := range quakes {
		if q.Depth < 0 {
			t.Fatalf("depth %v", q.Depth)
		}
		deepest[q.Area] = max(deepest[q.Area], q.Depth)
	}
	// Slabs reach deep under Tonga, Fiji, Japan, Indonesia and South America; there are none under
	// California, the mid-ocean ridges and the continents' interiors.
	for _, area := range []uint8{8, 12, 13, 18, 19, 23, 24} {
		within(t, "deepest of area "+quake.AreaName(area), float64(deepest[area]), 400, 700)
	}
	for _, area := range []uint8{3, 32, 33, 34, 37, 38, 40, 43, 50} {
		within(t, "deepest of area "+quake.AreaName(area), float64(deepest[area]), 0, 130)
	}
}

func TestAreas(t *testing.T) {
	quakes := builtin(t)
	count := make(map[uint8]int)
	for _, q := range quakes {
		count[q.Area]++
		if q.Region != quake.RegionAt(q.Latitude, q.Longitude) || q.Area != quake.AreaOf(q.Region) {
			t.Fatalf("%+v is not in its region", q)
		}
	}
	for area := uint8(1); area <= quake.Areas; area++ {
		if count[area] == 0 {
			t.Errorf("no quake in area %d, %s", area, quake.AreaName(area))
		}
	}
	for _, area := range []uint8{1, 3, 8, 12, 14, 15, 19, 22, 23, 24, 26, 29, 30, 31} { // belts
		within(t, "share of area "+quake.AreaName(area), float64(count[area])/float64(len(quakes)), 0.015, 0.15)
	}
	for _, area := range []uint8{35, 38, 42, 49, 50} { // shields
		within(t, "share of area "+quake.AreaName(area), float64(count[area])/float64(len(quakes)), 0, 0.005)
	}
	// Most of the globe's one-degree cells have no quake at all.
	cells := make(map[[2]int]bool)
	for _, q := range quakes {
		cells[[2]int{int(math.Floor(float64(q.Latitude))), int(math.Floor(float64(q.Longitude)))}] = true
	}
	within(t, "share of cells with quakes", float64(len(cells))/(180*360), 0.03, 0.12)
}

func TestMethods(t *testing.T) {
	counts := make(map[string]int)
	for _, q := range builtin(t) {
		counts[q.Method]++
		if q.Magnitude < 3.9 && (q.Method == "Mw" || q.Method == "Ms") {
			t.Fatalf("magnitude %v by %s", q.Magnitude, q.Method)
		}
		if q.Magnitude > 6 && q.Method != "Mw" && q.Method != "Ms" {
			t.Fatalf("magnitude %v by %s", q.Magnitude, q.Method)
		}
	}
	for _, method := range []string{"Mb", "Ml", "Ms", "Mw", "Md"} {
		if counts[method] == 0 {
			t.Errorf("no quake by %s", method)
		}
	}
	if len(counts) != 5 {
		t.Errorf("methods %v", counts)
	}
}

func TestPrecision(t *testing.T) {
	quakes := builtin(t)
	for column, want := range []scale{4, 4, 1, 1} {
		if got := scaleOf(quakes, column); got != want {
			t.Errorf("column %d has %d decimals, want %d", column, got, want)
		}
	}
}

// kilometres between two quakes, on a plane through the second: enough for the near.
func kilometres(a, b quake.Quake) float64 {
	turn := math.Remainder(float64(a.Longitude)-float64(b.Longitude), 360) * math.Cos(float64(b.Latitude)*math.Pi/180)
	return 111.2 * math.Hypot(turn, float64(a.Latitude)-float64(b.Latitude))
}

// mainshocks are shallow ones without a larger one near them in the hundred days before or after.
func mainshocks(quakes []quake.Quake, from float32) []quake.Quake {
	var large, mains []quake.Quake
	for _, q := range quakes {
		if q.Magnitude >= from && q.Depth < 70 {
			large = append(large, q)
		}
	}
	for _, q := range large {
		if !slices.ContainsFunc(large, func(o quake.Quake) bool {
			days := math.Abs(float64(o.Time-q.Time)) / 86400
			return o != q && o.Magnitude >= q.Magnitude && days < 100 && kilometres(o, q) < 150
		}) {
			mains = append(mains, q)
		}
	}
	return mains
}

func TestSequences(t *testing.T) {
	quakes := builtin(t)
	mains := mainshocks(quakes, 6)
	if len(mains) < 10 {
		t.Fatalf("%d mainshocks", len(mains))
	}
	var before, firstDay, tenthDay, hundredthDay int
	gaps := 0.0
	for _, m := range mains {
		largest := float32(0)
		for _, q := range quakes {
			days := float64(q.Time-m.Time) / 86400
			if q == m || days < -10 || days > 105 || kilometres(q, m) > 100 {
				continue
			}
			switch {
			case days < 0:
				before++
			case days < 1:
				firstDay++
			case days > 5 && days < 15:
				tenthDay++
			case days > 95:
				hundredthDay++
			}
			if days > 0 && days < 100 {
				largest = max(largest, q.Magnitude)
			}
		}
		gaps += float64(m.Magnitude - largest)
	}
	// Omori: the rate falls about as the inverse of time. Ten days about the tenth and the hundredth
	// would have a tenth of each other, and of the first decade's start.
	within(t, "quakes of the first day over those of the ten days before", float64(firstDay)/float64(before+1), 3, 1000)
	within(t, "rate of the first day over that of the tenth", float64(firstDay)/(float64(tenthDay)/10), 8, 100)
	within(t, "rate of the tenth day over that of the hundredth", float64(tenthDay)/float64(hundredthDay), 3, 20)
	within(t, "mean distance of the largest aftershock (Båth)", gaps/float64(len(mains)), 0.8, 1.6)
}

func TestGenerateDependsOnItsArguments(t *testing.T) {
	small := Extent{Quakes: 500}
	a, b, other := generate(t, 7, small), generate(t, 7, small), generate(t, 8, small)
	if !slices.Equal(a, b) {
		t.Error("one seed gives two catalogues")
	}
	if slices.Equal(a, other) {
		t.Error("two seeds give one catalogue")
	}
}

func generate(t *testing.T, seed int64, e Extent) []quake.Quake {
	t.Helper()
	quakes, err := Generate(seed, e)
	if err != nil {
		t.Fatal(err)
	}
	return quakes
}

func TestGenerateExtent(t *testing.T) {
	first, last := time.Date(1990, 5, 1, 12, 0, 0, 5e6, time.UTC), time.Date(1990, 5, 2, 12, 0, 0, 999e6, time.UTC)
	for _, n := range []int{2, 3, 2000} {
		quakes := generate(t, 3, Extent{Quakes: n, First: first, Last: last})
		if len(quakes) != n || !quakes[0].Instant().Equal(first) || !quakes[n-1].Instant().Equal(last) {
			t.Errorf("%d quakes from %v to %v", len(quakes), quakes[0].Instant(), quakes[n-1].Instant())
		}
		if !slices.IsSortedFunc(quakes, func(a, b quake.Quake) int { return a.Instant().Compare(b.Instant()) }) {
			t.Error("not in order of time")
		}
		for _, q := range quakes {
			if err := check(q); err != nil {
				t.Error(err)
			}
		}
	}
	for want, e := range map[string]Extent{
		"1 quakes: want 2 to 5000000":        {Quakes: 1},
		"-1 quakes":                          {Quakes: -1},
		"5000001 quakes":                     {Quakes: 5_000_001},
		"want an hour to a century":          {First: last, Last: first},
		"2000-01-01T01:19:26Z to 2000-01-01": {Last: First()},
		"to 3001-01-01T00:00:00Z: want an h": {Last: time.Date(3001, 1, 1, 0, 0, 0, 0, time.UTC)},
	} {
		if _, err := Generate(1, e); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %s", e, err, want)
		}
	}
}

// Every trace lies on the globe and is not a leap across it.
func TestBoundaries(t *testing.T) {
	for _, b := range boundaries() {
		if b.rate <= 0 || b.width <= 0 || len(b.trace) == 0 {
			t.Errorf("%s: %+v", b.name, b)
		}
		if b.kind == subduction && (b.slab.dip <= 0 || b.slab.dip >= 90 || b.slab.deepest < bendDepth) {
			t.Errorf("%s: %+v", b.name, b.slab)
		}
		for i, p := range b.trace {
			if math.Abs(p.lat) > 90 || p.lon < -200 || p.lon > 260 {
				t.Errorf("%s: %v", b.name, p)
			}
			if i > 0 {
				if distance, _ := b.trace[i-1].to(p); distance < 20 || distance > 1600 {
					t.Errorf("%s: %.0f km from %v to %v", b.name, distance, b.trace[i-1], p)
				}
			}
		}
	}
}
