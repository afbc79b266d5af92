package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// limitHeap bounds the memory of this process, as -Xmx does for others: the garbage collector works the
// harder the nearer the limit is, and where live memory passes it all the same the process ends with
// exitWrong and a line on stderr, after last was done. Zero is no limit.
func limitHeap(limit Size, stderr io.Writer, last func() error) {
	if limit == 0 {
		return
	}
	// The collector's own limit is below ours, so that it has done what it can before we give up.
	debug.SetMemoryLimit(int64(limit) - int64(limit)/8)
	w := newWatchdog(uint64(limit))
	go func() {
		for range time.Tick(10 * time.Millisecond) {
			if used, exceeded := w.look(); exceeded {
				newVoice(stderr).tell(errors.Join(heapExceeded(used, limit), last()))
				os.Exit(exitWrong)
			}
		}
	}()
}

func heapExceeded(used uint64, limit Size) error {
	return hint(exit(exitWrong, fmt.Errorf("heap exceeded: %.1f MiB are in use, the limit is %s", float64(used)/(1<<20), &limit)),
		"give more with --heap")
}

// watchdog reads the memory of this process. Memory that garbage takes counts only where several collections
// in a row did not bring it under the limit.
type watchdog struct {
	limit   uint64
	samples []metrics.Sample
	cycles  uint64 // of the collector, when use was last seen under the limit
}

// patience is how many collections memory may stay over the limit.
const patience = 3

func newWatchdog(limit uint64) *watchdog {
	w := &watchdog{limit: limit, cycles: math.MaxUint64}
	for _, name := range []string{
		"/gc/heap/live:bytes", "/memory/classes/total:bytes", "/memory/classes/heap/released:bytes", "/gc/cycles/total:gc-cycles",
	} {
		w.samples = append(w.samples, metrics.Sample{Name: name})
	}
	return w
}

// look gives the memory in use, and whether it passed the limit.
func (w *watchdog) look() (used uint64, exceeded bool) {
	metrics.Read(w.samples)
	live, total, released, cycles := w.samples[0].Value.Uint64(), w.samples[1].Value.Uint64(), w.samples[2].Value.Uint64(), w.samples[3].Value.Uint64()
	if w.judge(live, total-released, cycles) {
		return max(live, total-released), true
	}
	return total - released, false
}

// judge reports whether the limit is passed, by the live part of the heap, all memory in use, and the number
// of collections until now.
func (w *watchdog) judge(live, used, cycles uint64) bool {
	if used <= w.limit || w.cycles == math.MaxUint64 {
		w.cycles = cycles
	}
	return live > w.limit || cycles-w.cycles >= patience
}
