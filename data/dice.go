package data

import (
	"math"
	"math/rand/v2"
)

// dice draws the generator's random numbers. PCG is fixed by Go's compatibility promise; the shapes
// are made here, because those of math/rand/v2 are not.
type dice struct{ source *rand.PCG }

func newDice(seed int64) dice {
	return dice{rand.NewPCG(uint64(seed), 0x73656973_6d61726b)}
}

// unit is uniform in [0, 1).
func (d dice) unit() float64 { return float64(d.source.Uint64()>>11) * 0x1p-53 }

func (d dice) between(lo, hi float64) float64 { return lo + (hi-lo)*d.unit() }

func (d dice) chance(p float64) bool { return d.unit() < p }

// exponential has the given mean.
func (d dice) exponential(mean float64) float64 { return -mean * math.Log(1-d.unit()) }

// normal has mean zero.
func (d dice) normal(deviation float64) float64 {
	radius := math.Sqrt(d.exponential(2))
	return deviation * radius * math.Cos(2*math.Pi*d.unit())
}

// poisson counts arrivals one by one: the means here are a few thousand at most.
func (d dice) poisson(mean float64) int {
	n := 0
	for at := d.exponential(1); at < mean; at += d.exponential(1) {
		n++
	}
	return n
}

// pick chooses an index by its weight; sums are the running totals of the weights.
func (d dice) pick(sums []float64) int {
	at := d.unit() * sums[len(sums)-1]
	for i, sum := range sums {
		if at < sum {
			return i
		}
	}
	return len(sums) - 1
}
