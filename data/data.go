// Package data is where catalogues of earthquakes come from and where they go.
//
// Most want Builtin, the catalogue that is measured with, or Open and Import, which read one from a
// file or an address. Generate makes a synthetic one, Export writes one, Calibrate fits queries to one.
//
// An importer reads one format of Formats, record by record: memory grows with the quakes that are
// kept, not with what is read. A record that is no quake as it should be stops it with a *RecordError
// that names the place, the field and the value, or is passed over and counted; numbers beyond their
// range, dates that do not exist and lines without an end are such records. Compressed input and
// what servers send is bounded.
//
// Formats: the lines of the original comparison of 2009; USGS ComCat CSV; FDSN web service text
// (FDSN Web Service Specification 1.2, event); QuakeML 1.2 Basic Event Description; and a compact
// binary form of our own.
package data

import "time"

// Description says what the built-in catalogue is, and is shown wherever that is.
const Description = "synthetic catalogue: generated with the statistics of real seismicity, no real earthquakes"

// Author stands in files where the source of a synthetic catalogue's quakes is asked for.
const Author = "seismark-synthetic"

// Size and seed of the built-in catalogue.
const (
	BuiltinQuakes = 93_424
	BuiltinSeed   = 481
)

// First is the instant of the built-in catalogue's first quake.
func First() time.Time { return time.Date(2000, time.January, 1, 1, 19, 26, 0, time.UTC) }

// Last is the instant of the built-in catalogue's last quake.
func Last() time.Time { return time.Date(2003, time.August, 31, 23, 7, 59, 0, time.UTC) }
