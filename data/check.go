package data

import (
	"fmt"

	"seismark/quake"
)

// Bounds of what an earthquake can have: a year of four digits; a summit above the sea, the centre of
// the Earth; the least that a mine's network hears, more than any fault can break.
const (
	earliest, latest                  = -62_167_219_200, 253_402_300_799
	leastDepth, greatestDepth         = -10, 6371
	leastMagnitude, greatestMagnitude = -10, 12
)

// check names the first field in which a quake is not as Quake says.
func check(q quake.Quake) error {
	switch {
	case q.Time < earliest || q.Time > latest:
		return fmt.Errorf("time %d lies outside the years 0 to 9999", q.Time)
	case q.Millis < 0 || q.Millis > 999:
		return fmt.Errorf("millis %d are not 0 to 999", q.Millis)
	case !(q.Latitude >= -90 && q.Latitude <= 90):
		return fmt.Errorf("latitude %v is not -90 to 90", q.Latitude)
	case !(q.Longitude >= -180 && q.Longitude <= 180):
		return fmt.Errorf("longitude %v is not -180 to 180", q.Longitude)
	case !(q.Depth >= leastDepth && q.Depth <= greatestDepth):
		return fmt.Errorf("depth %v is not %d to %d", q.Depth, leastDepth, greatestDepth)
	case !(q.Magnitude >= leastMagnitude && q.Magnitude <= greatestMagnitude):
		return fmt.Errorf("magnitude %v is not %d to %d", q.Magnitude, leastMagnitude, greatestMagnitude)
	case !isMethod(q.Method):
		return fmt.Errorf("method %q is not a scale's name of up to %d letters, digits and .-_()", q.Method, longestMethod)
	case q.Region < 1 || q.Region > quake.Regions:
		return fmt.Errorf("region %d is not 1 to %d", q.Region, quake.Regions)
	case q.Area != quake.AreaOf(q.Region):
		return fmt.Errorf("area %d is not that of region %d, which is %d", q.Area, q.Region, quake.AreaOf(q.Region))
	}
	return nil
}

// longestMethod is far above what networks use.
const longestMethod = 16

func isMethod(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		digit := '0' <= c && c <= '9'
		if !letter && !digit && c != '.' && c != '-' && c != '_' && c != '(' && c != ')' {
			return false
		}
	}
	return s != "" && len(s) <= longestMethod
}
