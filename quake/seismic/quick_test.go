package seismic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Values at every distance from the end of the body, where whole words cannot be read.
func TestShortRoadAtTheEnd(t *testing.T) {
	good := answer(set(region1, quake1))
	for n := range len(good) {
		if new(Results).quick([]byte(good[:n])) {
			t.Errorf("the first %d of %d bytes were read as a whole answer", n, len(good))
		}
	}
}

// Both roads read numbers alike, whatever they look like.
func TestQuickValues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	value := func() string {
		const letters = "0123456789.-0123456789.-+eEINFNa T:Zz/x"
		b := make([]byte, random.IntN(24))
		for i := range b {
			b[i] = letters[random.IntN(len(letters))]
		}
		return string(b)
	}
	number := func() string {
		sign := []string{"", "-", "", "+"}[random.IntN(4)]
		digits := fmt.Sprint(random.Uint64N(uint64(math.Pow10(1 + random.IntN(12)))))
		at := random.IntN(len(digits) + 1)
		return sign + digits[:at] + []string{".", ""}[random.IntN(2)] + digits[at:]
	}
	moment := func() string {
		return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", random.IntN(4)*random.IntN(2600), random.IntN(14), random.IntN(33),
			random.IntN(26), random.IntN(62), random.IntN(62)) + []string{"Z", "", "+01:00", ".5Z"}[random.IntN(4)]
	}
	for range 100_000 {
		v := []func() string{value, number, moment}[random.IntN(3)]()
		b := []byte(`<` + v + `"`)[:len(v)+2]
		if random.IntN(2) == 0 {
			b = append(b, ` depth="33.3" time="2001-08-09T22:48:39Z"`...)
		}
		f, end := quickFloat(b, 1)
		if want, err := parseFloat([]byte(v)); err == nil && (end != 1+len(v) || math.Float32bits(f) != math.Float32bits(want)) || err != nil && end != 0 {
			t.Fatalf("float %q: %v up to %d, want %v, %v", v, f, end, want, err)
		}
		i, end := quickInt(b, 1)
		if want, err := parseInt([]byte(v)); err == nil && (end != 1+len(v) || i != want) || err != nil && end != 0 {
			t.Fatalf("int %q: %v up to %d, want %v, %v", v, i, end, want, err)
		}
		s, end := quickTime(b, 1)
		if want, err := parseTime([]byte(v)); err == nil && (end != 1+len(v) || s != want.Unix()) || err != nil && end != 0 {
			t.Fatalf("time %q: %v up to %d, want %v, %v", v, s, end, want, err)
		}
	}
}

// Days of all years, as putTime writes them.
func TestQuickTimeAllYears(t *testing.T) {
	var w window
	for at := int64(-62135596800); at < 253402300800; at += 86400*11 + 3 {
		n := putTime(&w, 0, at)
		w[n] = '"'
		if got, end := quickTime(w[:n+1], 0); got != at || end != n {
			t.Fatalf("%s read as %d, want %d", w[:n], got, at)
		}
	}
}
