package floor

import (
	"context"
	"runtime"
	"slices"
	"time"
)

// work is an item made ready to be timed, by one implementation.
type work struct {
	by      string
	count   int                     // operations of the sequence
	prepare func(message int)       // before each; not timed; nil for nothing
	do      func(message int) error // the operation
	alike   bool                    // all take the same time, so that a few stand for all
}

// Operations that are alike are timed in batches: a round is ten of them. A batch is an even number of
// operations, so that both directions have their share.
const (
	batchSize    = 4
	roundBatches = 10
)

// clock times works.
type clock struct{ tick time.Duration } // what reading the time takes by itself

func newClock() clock {
	c := clock{time.Hour}
	for range 10_000 {
		start := time.Now()
		c.tick = min(c.tick, time.Since(start))
	}
	return c
}

// time does a work in rounds, in one thread.
func (c clock) time(ctx context.Context, w work, rounds int) (Times, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	runtime.GC() // of what was made ready, which is not to happen meanwhile
	steps, size := w.count, 1
	if w.alike {
		steps, size = roundBatches, batchSize
	}
	least, sums := make([]time.Duration, steps), make([]time.Duration, rounds)
	for round := range rounds {
		if err := ctx.Err(); err != nil {
			return Times{}, err
		}
		for step := range steps {
			d, err := c.once(w, step*size, size)
			if err != nil {
				return Times{}, err
			}
			sums[round] += d
			if round == 0 || d < least[step] {
				least[step] = d
			}
		}
	}
	return w.times(least, sums), nil
}

// once times one step: a message, or a batch from that message on.
func (c clock) once(w work, message, size int) (time.Duration, error) {
	if w.prepare != nil {
		w.prepare(message)
	}
	start := time.Now()
	for i := message; i < message+size; i++ {
		if err := w.do(i); err != nil {
			return 0, err
		}
	}
	return max(time.Since(start)-c.tick, 0), nil
}

// times sums up: the least times of the steps, and the sums of the rounds.
func (w work) times(least, sums []time.Duration) Times {
	slices.Sort(sums)
	t := Times{Round: sums[0], Median: sums[len(sums)/2]}
	if !w.alike {
		for _, d := range least {
			t.Least += d
		}
		return t
	}
	t.Least = scale(slices.Min(least), w.count, batchSize)
	t.Round, t.Median = scale(t.Round, w.count, batchSize*roundBatches), scale(t.Median, w.count, batchSize*roundBatches)
	return t
}

// scale is the time of count operations by that of others.
func scale(d time.Duration, count, of int) time.Duration {
	return d * time.Duration(count) / time.Duration(of)
}
