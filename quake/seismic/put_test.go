package seismic

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// put gives what a put function wrote.
func put(write func(w *window, n int) int) string {
	const before = 3
	var w window
	return string(w[before:write(&w, before)])
}

func floatText(f float32) string {
	return put(func(w *window, n int) int { return theDecimals().putFloat(w, n, f) })
}

func TestPutFloat(t *testing.T) {
	for _, c := range []struct {
		f    float32
		want string
	}{
		{0, "0"}, {float32(math.Copysign(0, -1)), "-0"}, {1, "1"}, {-1, "-1"}, {3, "3"}, {2.5, "2.5"},
		{12.7, "12.7"}, {-40.2198, "-40.2198"}, {174.2881, "174.2881"}, {-113.3216, "-113.3216"},
		{599.1, "599.1"}, {0.0001, "0.0001"}, {-0.05, "-0.05"}, {100.01, "100.01"}, {9.001, "9.001"},
		{1023.9999, "1023.9999"}, {1024, "1024"}, {1023.99994, "1023.99994"}, {0.00001, "1e-05"},
		{161.25735, "161.25735"}, {-30.833717, "-30.833717"}, {16777216, "1.6777216e+07"},
		{float32(math.Inf(1)), "INF"}, {float32(math.Inf(-1)), "-INF"}, {float32(math.NaN()), "NaN"},
		{math.MaxFloat32, "3.4028235e+38"}, {-math.SmallestNonzeroFloat32, "-1e-45"},
	} {
		if got := floatText(c.f); got != c.want {
			t.Errorf("putFloat(%v) = %s, want %s", c.f, got, c.want)
		}
	}
}

// As strconv writes them: numbers of four places, and random bits.
func TestPutFloatAsStrconv(t *testing.T) {
	check := func(f float32) {
		got := floatText(f)
		if want := string(appendFloat(nil, f)); got != want {
			t.Fatalf("putFloat(%b) = %s, strconv has %s", f, got, want)
		}
	}
	const step = 101
	for i := 0; i < 10_300_000; i += step {
		check(float32(float64(i) / 10000))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		check(math.Float32frombits(random.Uint32()))
		check(float32(random.NormFloat64() * 300))
	}
}

func TestPutTime(t *testing.T) {
	text := func(seconds int64) string {
		return put(func(w *window, n int) int { return putTime(w, n, seconds) })
	}
	for _, c := range []struct {
		seconds int64
		want    string
	}{
		{0, "1970-01-01T00:00:00Z"},
		{-1, "1969-12-31T23:59:59Z"},
		{951782400, "2000-02-29T00:00:00Z"},
		{951868799, "2000-02-29T23:59:59Z"},
		{951868800, "2000-03-01T00:00:00Z"},
		{946689566, "2000-01-01T01:19:26Z"},
		{1062371279, "2003-08-31T23:07:59Z"},
		{-62135596800, "0001-01-01T00:00:00Z"},
		{253402300799, "9999-12-31T23:59:59Z"},
		{253402300800, "10000-01-01T00:00:00Z"},
	} {
		if got := text(c.seconds); got != c.want {
			t.Errorf("putTime(%d) = %s, want %s", c.seconds, got, c.want)
		}
	}
	text(math.MinInt64)
	text(math.MaxInt64)
}

// As package time writes it, at a time that changes: each day around our own, some of all others.
func TestPutTimeAsTime(t *testing.T) {
	walk := func(first, end, step int64) {
		for at := first; at < end; at += step {
			got := put(func(w *window, n int) int { return putTime(w, n, at) })
			if want := time.Unix(at, 0).UTC().Format(time.RFC3339); got != want {
				t.Fatalf("putTime(%d) = %s, want %s", at, got, want)
			}
		}
	}
	const day = 86400
	walk(-5364662400, 7258118400, day+7) // 1800 to 2199
	walk(-62135596800, 253402300800, 37*day+13)
}

func TestPutSmall(t *testing.T) {
	for _, c := range []struct {
		v    uint32
		want string
	}{{0, "0"}, {7, "7"}, {10, "10"}, {99, "99"}, {100, "100"}, {757, "757"}, {999, "999"}, {1000, "1000"}, {1023, "1023"}} {
		if got := put(func(w *window, n int) int { return theDecimals().putSmall(w, n, c.v) }); got != c.want {
			t.Errorf("putSmall(%d) = %s, want %s", c.v, got, c.want)
		}
	}
}
