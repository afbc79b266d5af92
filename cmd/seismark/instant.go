package main

import (
	"errors"
	"time"
)

// Instant is a point in time as a flag and setting, in the form that messages have it. Zero is not set.
type Instant struct{ time.Time }

// String is the instant as Set reads it.
func (i *Instant) String() string {
	if i.IsZero() {
		return ""
	}
	return i.Format(time.RFC3339Nano)
}

// Set reads an instant; without a zone it is in UTC.
func (i *Instant) Set(text string) error {
	if text == "" {
		*i = Instant{}
		return nil
	}
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(form, text); err == nil {
			i.Time = t
			return nil
		}
	}
	return errors.New(`must be a time like "2026-11-30T20:15:00Z"`)
}

// Type is the word in a usage text.
func (i *Instant) Type() string { return "time" }

// LastInstant is an Instant that ends a range: a date alone is the last second of that day.
type LastInstant struct{ Instant }

// Set reads an instant.
func (i *LastInstant) Set(text string) error {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		i.Time = day.AddDate(0, 0, 1).Add(-time.Second)
		return nil
	}
	return i.Instant.Set(text)
}

// UnmarshalText is Set.
func (i *LastInstant) UnmarshalText(b []byte) error { return i.Set(string(b)) }

// UnmarshalText is Set.
func (i *Instant) UnmarshalText(b []byte) error { return i.Set(string(b)) }
