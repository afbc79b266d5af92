package main

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes as a flag and setting, written as 512MiB, 1GiB, 1.5GiB or 4096.
type Size int64

var sizeUnits = [...]struct {
	name  string
	bytes int64
}{
	{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1},
}

// String is the size in the largest binary unit that divides it.
func (s Size) String() string {
	for _, u := range sizeUnits[:4] {
		if s != 0 && int64(s)%u.bytes == 0 {
			return strconv.FormatInt(int64(s)/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// Set reads a size.
func (s *Size) Set(text string) error {
	number, factor := strings.TrimSpace(text), int64(1)
	for _, u := range sizeUnits {
		if n := len(number) - len(u.name); n > 0 && strings.EqualFold(number[n:], u.name) {
			number, factor = strings.TrimSpace(number[:n]), u.bytes
			break
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	value *= float64(factor)
	if err != nil || !(value >= 0 && value < math.MaxInt64) {
		return errors.New(`must be a size like "512MiB"`)
	}
	*s = Size(value)
	return nil
}

// Type is the word in a usage text.
func (s *Size) Type() string { return "size" }

// UnmarshalText is Set.
func (s *Size) UnmarshalText(b []byte) error { return s.Set(string(b)) }
