package data

import (
	"math"
	"time"

	"seismark/quake"
)

// written is a shock put down as a catalogue does: rounded, with a depth that is often the usual one,
// on the scale that a network of that place would use.
func (g *generator) written(s shock, first time.Time) quake.Quake {
	at := s.wrapped()
	q := quake.Quake{
		Latitude:  rounded(at.lat, 1e4),
		Longitude: rounded(at.lon, 1e4),
		Depth:     rounded(recordedDepth(g.dice, s), 10),
		Magnitude: rounded(s.magnitude, 10),
		Method:    method(g.dice, s),
	}
	pin(&q, first.Add(time.Duration(math.Floor(s.days*86_400_000))*time.Millisecond))
	q.Region = quake.RegionAt(q.Latitude, q.Longitude)
	q.Area = quake.AreaOf(q.Region)
	return q
}

// rounded never gives a negative zero.
func rounded(x, scale float64) float32 {
	return float32(math.Round(x*scale)/scale + 0)
}

// recordedDepth is the found depth, or the one that analysts fix where the stations do not tell it:
// 10 km under ridges and in crust, 33 km elsewhere.
func recordedDepth(d dice, s shock) float64 {
	fixed := d.unit()
	switch {
	case s.depth > 70:
	case s.belt.kind == ridge && fixed < 0.8, fixed < 0.12:
		return 10
	case s.belt.kind == subduction && fixed < 0.45, fixed < 0.2:
		return 33
	case fixed < 0.24:
		return 5
	}
	return s.depth
}

// method chooses the scale of the magnitude: duration and local ones for small quakes near stations,
// body waves for most, surface waves and moments for the large ones.
func method(d dice, s shock) string {
	type share struct {
		name string
		part float64
	}
	var shares []share
	switch m := s.magnitude; {
	case m >= 6:
		shares = []share{{"Mw", 0.9}, {"Ms", 0.1}}
	case m >= 5:
		shares = []share{{"Mw", 0.45}, {"Ms", 0.2}, {"Mb", 0.35}}
	case m >= 4:
		shares = []share{{"Mb", 0.75}, {"Mw", 0.05}, {"Ms", 0.05}, {"Ml", 0.15}}
	case s.belt.kind == ridge || s.depth > 70:
		shares = []share{{"Mb", 0.8}, {"Ml", 0.2}}
	case s.belt.kind == subduction:
		shares = []share{{"Ml", 0.45}, {"Mb", 0.4}, {"Md", 0.15}}
	default:
		shares = []share{{"Ml", 0.55}, {"Md", 0.35}, {"Mb", 0.1}}
	}
	u := d.unit()
	for _, s := range shares {
		if u -= s.part; u < 0 {
			return s.name
		}
	}
	return shares[0].name
}
