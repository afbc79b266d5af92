package quake

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// three are quakes of Rome, Tokyo and Rome, the last one first.
func three() []Quake {
	return []Quake{
		{Time: 300, Millis: 5, Latitude: 41.9, Longitude: 12.5, Depth: 10, Magnitude: 2.5, Method: "Ml"},
		{Time: 200, Millis: 7, Latitude: 35.68, Longitude: 139.69, Depth: 33, Magnitude: 4, Method: "Mb"},
		{Time: 100, Millis: 9, Latitude: 41.9, Longitude: 12.5, Depth: 8.5, Magnitude: 3, Method: "Ml"},
	}
}

func TestStoreOrder(t *testing.T) {
	s := NewStore(three())
	if s.Len() != 3 {
		t.Fatalf("%d quakes, want 3", s.Len())
	}
	var times []int64
	for row := range s.Len() {
		times = append(times, s.Quake(row).Time)
	}
	if want := []int64{200, 100, 300}; !slices.Equal(times, want) { // area 19, then 31
		t.Errorf("rows by area, then time: %v, want %v", times, want)
	}
	times = nil
	for q := range s.All() {
		times = append(times, q.Time)
	}
	if want := []int64{100, 200, 300}; !slices.Equal(times, want) {
		t.Errorf("all in time order: %v, want %v", times, want)
	}
	for range s.All() {
		break // may stop early
	}
	first, last := s.Span()
	if first != time.Unix(100, 0).UTC() || last != time.Unix(300, 0).UTC() {
		t.Errorf("span %v to %v", first, last)
	}
}

// Milliseconds order quakes of one second; quakes of one millisecond stay as they came.
func TestStoreOrderWithinASecond(t *testing.T) {
	quake := func(millis int32, depth float32) Quake {
		return Quake{Time: 1, Millis: millis, Depth: depth, Region: 90}
	}
	s := NewStore([]Quake{quake(500, 1), quake(20, 2), quake(500, 3), quake(20, 4)})
	if want := []float32{2, 4, 1, 3}; !slices.Equal(s.Depth, want) {
		t.Errorf("depths %v, want %v", s.Depth, want)
	}
}

func TestStoreFillsInPlaces(t *testing.T) {
	for _, c := range []struct {
		name         string
		region, area uint16
		given        Quake
	}{
		{"from the place", 390, 31, Quake{Latitude: 41.9, Longitude: 12.5}},
		{"as given", 90, 7, Quake{Latitude: 41.9, Longitude: 12.5, Region: 90, Area: 7}},
		{"the area from the region", 730, 5, Quake{Region: 730, Area: 37}},
		{"no such region", 390, 31, Quake{Latitude: 41.9, Longitude: 12.5, Region: 758, Area: 200}},
	} {
		got := NewStore([]Quake{c.given}).Quake(0)
		if got.Region != c.region || uint16(got.Area) != c.area {
			t.Errorf("%s: region %d, area %d; want %d, %d", c.name, got.Region, got.Area, c.region, c.area)
		}
	}
}

func TestStoreRefusesNowhere(t *testing.T) {
	defer func() {
		text, _ := recover().(string)
		if !strings.Contains(text, "1970-01-01 00:01:40") || !strings.Contains(text, "latitude 91") {
			t.Errorf("the panic says %q", text)
		}
	}()
	NewStore([]Quake{{Time: 100, Latitude: 91}})
}

func TestStoreCarriesMilliseconds(t *testing.T) {
	for _, c := range []struct{ seconds, millis, wantSeconds, wantMillis int64 }{
		{10, 999, 10, 999}, {10, 1000, 11, 0}, {10, 2500, 12, 500}, {10, -1, 9, 999}, {10, -1000, 9, 0},
	} {
		s := NewStore([]Quake{{Time: c.seconds, Millis: int32(c.millis), Region: 1}})
		if s.Time[0] != c.wantSeconds || int64(s.Millis[0]) != c.wantMillis {
			t.Errorf("%d s %d ms became %d s %d ms", c.seconds, c.millis, s.Time[0], s.Millis[0])
		}
	}
}

func TestStoreKeepsItsQuakes(t *testing.T) {
	quakes := three()
	s := NewStore(quakes)
	quakes[0].Depth = 99
	if got := s.Quake(2).Depth; got != 10 {
		t.Errorf("depth %v after the caller changed its quake, want 10", got)
	}
	if quakes[1].Region != 0 {
		t.Error("NewStore changed the caller's quake")
	}
}

func TestEmptyStore(t *testing.T) {
	s := NewStore(nil)
	first, last := s.Span()
	if s.Len() != 0 || !first.IsZero() || !last.IsZero() {
		t.Errorf("%d quakes from %v to %v", s.Len(), first, last)
	}
	// The SHA-256 of nothing.
	if got := s.Digest(); got != "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Errorf("digest %s", got)
	}
}

func TestAppendLine(t *testing.T) {
	q := Quake{Time: 997397319, Millis: 621, Latitude: -40.2198, Longitude: 174.2881, Depth: 12.7, Magnitude: 3,
		Method: "Mb", Region: 163, Area: 11}
	const want = "2001-08-09 22:48:39 621 -40.2198 174.2881 12.7 3 Mb 163 11\n"
	if got := string(q.AppendLine([]byte("# "))); got != "# "+want {
		t.Errorf("got %q, want %q", got, want)
	}
	q.Depth = 0.00001
	if got := string(q.AppendLine(nil)); !strings.Contains(got, " 0.00001 ") {
		t.Errorf("an exponent in %q", got)
	}
}

// printf of the three lines, through sha256sum.
func TestDigest(t *testing.T) {
	const want = "6929f143a9a5b44e1506e94e7296f7d47b500c1b0206c4ea3a3f0ba9eb6ecc30"
	if got := NewStore(three()).Digest(); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
	reversed := three()
	slices.Reverse(reversed)
	if got := NewStore(reversed).Digest(); got != want {
		t.Errorf("digest %s of the same quakes in another order, want %s", got, want)
	}
	changed := three()
	changed[1].Millis++
	if NewStore(changed).Digest() == want {
		t.Error("the digest does not see a millisecond")
	}
}

// What is exported and read again in its order has the same digest: rows of one millisecond keep theirs.
func TestDigestOfAll(t *testing.T) {
	s := NewStore(randomQuakes(rand.New(rand.NewPCG(1, 1)), 3000))
	if again := NewStore(slices.Collect(s.All())); again.Digest() != s.Digest() {
		t.Error("the digest changed")
	}
}
