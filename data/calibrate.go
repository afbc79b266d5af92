package data

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"seismark/quake"
)

// The sequences of the built-in catalogue: that many queries of the generator with QuerySeed and the
// fraction match that many quakes in all.
const (
	QuerySeed = 5

	SmallCalls    = 1000
	SmallFraction = 0.0046
	SmallTotal    = 816

	LargeCalls    = 100
	LargeFraction = 0.1971944
	LargeTotal    = 176_745
)

// Total is the number of quakes that the first n queries of a generator match, one query after the
// other: a quake counts as often as it is matched.
func Total(store *quake.Store, g quake.Generator, n int) int {
	var matches quake.Matches
	total := 0
	for _, q := range g.Queries(n) {
		store.Match(q, &matches)
		total += matches.Count()
	}
	return total
}

// ErrInexact is what errors.Is finds where no fraction gives the wanted total.
var ErrInexact = errors.New("no fraction gives this total")

// Calibrate finds a fraction, of few decimals, for which the queries over the store's span match
// exactly the wanted number of quakes. With ErrInexact come the fraction and total that are nearest.
func Calibrate(store *quake.Store, calls int, seed int64, want int) (fraction float64, total int, err error) {
	if store.Len() == 0 || calls < 1 || want < 1 {
		return 0, 0, fmt.Errorf("data: calibrate %d calls for %d quakes out of %d: want some of each", calls, want, store.Len())
	}
	c := calibration{store: store, calls: calls, want: want, generator: quake.Generator{Seed: seed}}
	c.generator.Start, c.generator.End = store.Span()
	c.search()
	if c.total != want {
		err = fmt.Errorf("data: calibrate %d calls for %d quakes: %w: the nearest is %d, with %v", calls, want, ErrInexact, c.total, c.fraction)
	}
	return c.fraction, c.total, err
}

// calibration holds the best fraction so far.
type calibration struct {
	store       *quake.Store
	calls, want int
	generator   quake.Generator
	fraction    float64
	total       int
}

// try reports the total of a fraction, and keeps it where it is nearer than the best.
func (c *calibration) try(fraction float64) int {
	c.generator.Fraction = fraction
	total := Total(c.store, c.generator, c.calls)
	if c.fraction == 0 || distance(total, c.want) < distance(c.total, c.want) {
		c.fraction, c.total = fraction, total
	}
	return total
}

func distance(a, b int) int { return max(a-b, b-a) }

// search looks at ever longer decimals about the crossing: totals rise with the fraction, though not
// strictly, so several fractions give one total, and the total of a short one is a matter of luck.
func (c *calibration) search() {
	crossing := c.crossing()
	c.fraction = 0 // a short one is wanted, not one that bisection met
	const most, window = 12, 30
	for digits := 1; digits <= most; digits++ {
		nearest := math.Round(crossing * math.Pow10(digits))
		for i := range 2*window + 1 {
			// 0, 1, -1, 2, -2, ...
			offset := float64((i+1)/2) * float64(1-2*(i%2^1))
			fraction, err := strconv.ParseFloat(fmt.Sprintf("%.0fe-%d", nearest+offset, digits), 64)
			if err != nil || fraction <= 0 || fraction > 1 || math.Abs(fraction-crossing) > crossing/10 {
				continue
			}
			if c.try(fraction) == c.want {
				return
			}
		}
	}
}

// crossing is where the totals come to the wanted one, by bisection; 1 where they do not.
func (c *calibration) crossing() float64 {
	lo, hi := 0.0, 1.0
	if c.try(hi) <= c.want {
		return hi
	}
	for range 40 {
		middle := (lo + hi) / 2
		if c.try(middle) < c.want {
			lo = middle
		} else {
			hi = middle
		}
	}
	return hi
}
