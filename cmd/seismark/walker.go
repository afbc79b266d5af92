package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"seismark/client"
	"seismark/client/measure"
	"seismark/quake"
	"seismark/quake/seismic"
)

// walker walks a sequence of queries, pass after pass.
type walker struct {
	client  *client.Client
	queries []quake.Query
	results []seismic.Results // one a worker, used again

	answered                 atomic.Int64 // calls, over all passes
	requestSize, answerSizes atomic.Int64 // octets, of the pass
}

func newWalker(queries []quake.Query) *walker { return &walker{queries: queries} }

// together sets how many calls are under way at a time.
func (w *walker) together(calls int) { w.results = make([]seismic.Results, calls) }

// weigh counts the octets of an exchange.
func (w *walker) weigh(request, response []byte) {
	w.requestSize.Add(int64(len(request)))
	w.answerSizes.Add(int64(len(response)))
}

// pass asks every query once. Its error is that of the first call that failed.
func (w *walker) pass(ctx context.Context) (measure.Reading, error) {
	w.requestSize.Store(0)
	w.answerSizes.Store(0)
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var (
		workers      sync.WaitGroup
		next, quakes atomic.Int64
	)
	start := time.Now()
	for i := range w.results {
		workers.Go(func() {
			n, err := w.work(ctx, &next, &w.results[i])
			quakes.Add(int64(n))
			if err != nil {
				fail(err)
			}
		})
	}
	workers.Wait()
	elapsed, calls := time.Since(start), len(w.queries)
	if ctx.Err() != nil {
		return measure.Reading{}, context.Cause(ctx)
	}
	return measure.Reading{
		Calls: calls, Quakes: int(quakes.Load()), Elapsed: elapsed,
		RequestBytes:  float64(w.requestSize.Load()) / float64(calls),
		ResponseBytes: float64(w.answerSizes.Load()) / float64(calls),
	}, nil
}

// work asks queries until none is left, and counts the quakes of the answers.
func (w *walker) work(ctx context.Context, next *atomic.Int64, r *seismic.Results) (quakes int, err error) {
	for {
		i := int(next.Add(1)) - 1
		if i >= len(w.queries) {
			return quakes, nil
		}
		if err := w.client.Match(ctx, w.queries[i], r); err != nil {
			return quakes, fmt.Errorf("call %d of %d: %w", i+1, len(w.queries), err)
		}
		w.answered.Add(1)
		quakes += r.Count()
	}
}
