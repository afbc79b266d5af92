package data

import (
	"math"
	"testing"
)

// A quarter of a great circle is 10007.5 km on the sphere of 6371 km.
func TestGlobe(t *testing.T) {
	for _, c := range []struct {
		from, to          place
		distance, bearing float64 // kilometres, degrees
	}{
		{place{0, 0}, place{90, 0}, 10007.54, 90},
		{place{0, 0}, place{0, 90}, 10007.54, 0},
		{place{0, 0}, place{0, -1}, 111.195, 180},
		{place{179.5, 0}, place{-179.5, 0}, 111.195, 90},
		{place{-6, 53}, place{-74, 40.5}, 5155.21, 283.05}, // by the haversine formula
	} {
		distance, bearing := c.from.to(c.to)
		if math.Abs(distance-c.distance) > c.distance/500 || math.Abs(math.Remainder(degrees(bearing)-c.bearing, 360)) > 1 {
			t.Errorf("%v to %v: %.2f km at %.2f degrees", c.from, c.to, distance, degrees(bearing))
		}
		back := c.from.moved(bearing, distance).wrapped()
		if rest, _ := back.to(c.to); rest > 0.01 {
			t.Errorf("%v moved comes to %v, not to %v", c.from, back, c.to)
		}
	}
}

func TestWrapped(t *testing.T) {
	for lon, want := range map[float64]float64{0: 0, 180: -180, -180: -180, 190: -170, -195: 165, 540: -180, 359: -1} {
		if got := (place{lon, 1}).wrapped(); got.lon != want || got.lat != 1 {
			t.Errorf("%v becomes %v, want %v", lon, got.lon, want)
		}
	}
}

func TestTraceTurnsAtCorners(t *testing.T) {
	line := newTrace([]place{{0, 0}, {1, 0}, {1, 1}})
	if math.Abs(line.length()-222.39) > 0.1 {
		t.Errorf("length %v", line.length())
	}
	for along, want := range map[float64]float64{20: 90, 111: 45, 200: 0} {
		if _, bearing := line.at(along); math.Abs(degrees(bearing)-want) > 1 {
			t.Errorf("bearing after %v km is %v, want %v", along, degrees(bearing), want)
		}
	}
	if at, _ := line.at(222.39); math.Abs(at.lat-1) > 0.01 || math.Abs(at.lon-1) > 0.01 {
		t.Errorf("the end is at %v", at)
	}
}

func TestDice(t *testing.T) {
	d := newDice(1)
	var exponential, normal, square, poisson float64
	const n = 20_000
	for range n {
		exponential += d.exponential(3) / n
		x := d.normal(2)
		normal += x / n
		square += x * x / n
		poisson += float64(d.poisson(4)) / n
	}
	within(t, "mean of the exponential", exponential, 2.9, 3.1)
	within(t, "mean of the normal", normal, -0.05, 0.05)
	within(t, "variance of the normal", square, 3.85, 4.15)
	within(t, "mean of the Poisson", poisson, 3.9, 4.1)
}
