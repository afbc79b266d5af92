package data

import (
	"strings"

	"seismark/quake"
)

// event is what an importer makes of a record.
type event struct {
	quake       quake.Quake // its region may be 0: then it is that of the place
	kind        string      // of the event, as the source calls it; empty where it does not say
	noDepth     bool
	noMagnitude bool
	otherArea   bool // the source puts the region in another area than the scheme does
}

// earthquake reports whether the source calls the event an earthquake, or does not call it anything.
func (e event) earthquake() bool {
	switch e.kind {
	case "", "null", "not reported", "earthquake", "induced or triggered event":
		return true
	}
	return false
}

// locate reads when and where.
func (e *event) locate(r *row, instant, latitude, longitude cell) {
	e.quake.Time, e.quake.Millis = r.instant(instant)
	e.quake.Latitude = r.latitude(latitude)
	e.quake.Longitude = r.longitude(longitude)
}

// deepen reads how deep. Without a depth it is 0.
func (e *event) deepen(r *row, depth cell, read func(cell) float32) {
	if e.noDepth = depth.blank(); !e.noDepth {
		e.quake.Depth = read(depth)
	}
}

// measure reads how strong. Without a magnitude it is 0, and Options.All decides whether the event counts.
func (e *event) measure(r *row, magnitude, method cell) {
	if e.noMagnitude = magnitude.blank(); !e.noMagnitude {
		e.quake.Magnitude = r.magnitude(magnitude)
	}
	e.quake.Method = r.method(method)
}

// kindOf makes the sources' spellings one: quarry_blast, Quarry Blast.
func kindOf(value string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(value)), "_", " ")
}
