package main

import (
	"errors"
	"math"
	"strconv"

	"github.com/spf13/pflag"

	"seismark/quake"
)

// bounds are what quakes are asked for by.
type bounds struct {
	MinDate Instant     `mapstructure:"min-date"`
	MaxDate LastInstant `mapstructure:"max-date"`

	MinLong  Bound `mapstructure:"min-long"`
	MaxLong  Bound `mapstructure:"max-long"`
	MinLat   Bound `mapstructure:"min-lat"`
	MaxLat   Bound `mapstructure:"max-lat"`
	MinMag   Bound `mapstructure:"min-mag"`
	MaxMag   Bound `mapstructure:"max-mag"`
	MinDepth Bound `mapstructure:"min-depth"`
	MaxDepth Bound `mapstructure:"max-depth"`
}

func boundFlags(f *pflag.FlagSet) {
	f.Var(new(Instant), "min-date", "the first `TIME`, such as 2001-08-09 or 2001-08-09T22:48:39Z")
	f.Var(new(LastInstant), "max-date", "the last `TIME`; a date alone is its end")
	for _, axis := range []struct{ name, what string }{
		{"long", "longitude in degrees, east positive"}, {"lat", "latitude in degrees, north positive"},
		{"mag", "magnitude"}, {"depth", "depth in kilometres"},
	} {
		f.Var(new(Bound), "min-"+axis.name, axis.what+": at least this `NUMBER`")
		f.Var(new(Bound), "max-"+axis.name, axis.what+": below this `NUMBER`")
	}
}

// query is what the bounds ask for. Where nothing could lie between two of them it is a wrong use.
func (b bounds) query() (quake.Query, error) {
	q := quake.Query{
		MinDate: b.MinDate.Time, MaxDate: b.MaxDate.Time,
		Longitude: between(b.MinLong, b.MaxLong), Latitude: between(b.MinLat, b.MaxLat),
		Magnitude: between(b.MinMag, b.MaxMag), Depth: between(b.MinDepth, b.MaxDepth),
	}
	if !q.MinDate.IsZero() && !q.MaxDate.IsZero() && q.MaxDate.Before(q.MinDate) {
		return q, usagef("--min-date %s and --max-date %s: nothing lies between them", &b.MinDate, &b.MaxDate)
	}
	for _, r := range []struct {
		axis   string
		lo, hi Bound
	}{
		{"long", b.MinLong, b.MaxLong}, {"lat", b.MinLat, b.MaxLat}, {"mag", b.MinMag, b.MaxMag}, {"depth", b.MinDepth, b.MaxDepth},
	} {
		if !r.lo.given || !r.hi.given || r.lo.value < r.hi.value {
			continue
		}
		err := usagef("--min-%s %s and --max-%s %s: nothing lies between them", r.axis, &r.lo, r.axis, &r.hi)
		switch {
		case r.lo.value == r.hi.value:
			err = hint(err, "the upper bound is not in the range")
		case r.axis == "long":
			err = hint(err, "a range cannot go across the date line: ask for each side of it")
		}
		return q, err
	}
	return q, nil
}

func between(lo, hi Bound) quake.Range {
	return quake.Range{Min: lo.value, HasMin: lo.given, Max: hi.value, HasMax: hi.given}
}

// Bound is one end of a range as a flag and setting. Empty is none.
type Bound struct {
	value float32
	given bool
}

// String is the bound as Set reads it.
func (b *Bound) String() string {
	if !b.given {
		return ""
	}
	return strconv.FormatFloat(float64(b.value), 'g', -1, 32)
}

// Set reads a bound.
func (b *Bound) Set(text string) error {
	if text == "" {
		*b = Bound{}
		return nil
	}
	v, err := strconv.ParseFloat(text, 32)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return errors.New("must be a number")
	}
	*b = Bound{float32(v), true}
	return nil
}

// Type is the word in a usage text.
func (b *Bound) Type() string { return "number" }

// UnmarshalText is Set.
func (b *Bound) UnmarshalText(text []byte) error { return b.Set(string(text)) }
