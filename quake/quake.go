// Package quake is the catalogue: earthquakes, where they lie, and which of them a query matches.
//
// Most want NewStore, which puts quakes in columns, and Store.Match, which finds those that a Query asks for.
//
// The terms are those of the service that is measured: an area is one of the 50 seismic areas of the
// Flinn-Engdahl scheme, a region one of its 757 geographic regions; a method is the scale of a magnitude.
//
// Regionalization: Flinn, Engdahl and Hill (1974), revised by Young, Presgrave, Aichele, Wiens and Flinn (1996).
package quake

import "time"

// Quake is one earthquake.
type Quake struct {
	Time      int64   // origin time, whole seconds since 1970 UTC
	Millis    int32   // the rest of the origin time, 0 to 999
	Latitude  float32 // degrees, north positive
	Longitude float32 // degrees, east positive, -180 to 180
	Depth     float32 // kilometres, downward positive
	Magnitude float32
	Method    string // scale of the magnitude: Mb, Ml, Ms, Mw, Md, ...
	Region    uint16 // Flinn-Engdahl geographic region, 1 to 757
	Area      uint8  // Flinn-Engdahl seismic area, 1 to 50
}

// Instant is the origin time with its milliseconds.
func (q Quake) Instant() time.Time { return time.Unix(q.Time, int64(q.Millis)*1e6).UTC() }

// Range is a half-open interval [Min, Max) of 32-bit floats. An absent bound does not restrict.
type Range struct {
	Min, Max       float32
	HasMin, HasMax bool
}

// Between is the range [lo, hi).
func Between(lo, hi float32) Range { return Range{Min: lo, Max: hi, HasMin: true, HasMax: true} }

// Query asks for the quakes within all of its bounds. Dates are inclusive and compared in whole
// seconds; a zero time does not restrict.
type Query struct {
	MinDate, MaxDate                      time.Time
	Longitude, Latitude, Magnitude, Depth Range
}
