package measure

import (
	"fmt"
	"slices"
	"time"

	"golang.org/x/perf/benchmath"
)

// Summary is what the passes of a cell come to.
type Summary struct {
	Cell    Cell    `json:"cell"`
	Apart   []Trait `json:"apart,omitempty"` // what keeps it from other summaries of a list, the same traits in all of them
	setting Setting
	Version string `json:"version"`
	Status  Status `json:"status"`
	Reason  string `json:"reason,omitempty"` // why the status is not ok

	Calls  int `json:"calls"`
	Quakes int `json:"quakes"`
	Passes int `json:"passes"` // warm ones

	Cold   time.Duration `json:"cold_ns"` // zero where there is none, as are all times
	Best   time.Duration `json:"best_ns"`
	Median time.Duration `json:"median_ns"`
	Lo     time.Duration `json:"median_lo_ns"` // of the interval that holds the median, 95 times of 100; zero for none
	Hi     time.Duration `json:"median_hi_ns"`

	Overhead Ratio  `json:"overhead"`   // over plain, of the same stack and sequence
	Baseline string `json:"baseline"`   // what Normal is over
	Normal   Ratio  `json:"normalized"` // over the baseline's cell

	Floor      time.Duration `json:"floor_ns"` // of the cell's unavoidable operations; zero where not measured
	FloorRatio float64       `json:"floor_ratio"`

	RequestBytes  float64 `json:"request_bytes"` // of a message on average
	ResponseBytes float64 `json:"response_bytes"`
	ServerRSS     float64 `json:"server_rss_mib"` // peak resident memory
	ClientRSS     float64 `json:"client_rss_mib"`
	ServerHeap    MiB     `json:"smallest_server_heap_mib"` // found by a search; zero where none was made
	ClientHeap    MiB     `json:"smallest_client_heap_mib"`

	Weaknesses []Weakness `json:"weaknesses,omitempty"` // what the stack takes though it must not
	Warnings   []string   `json:"warnings"`
}

// Ratio is a time over another. Zero is none.
type Ratio struct {
	Best   float64 `json:"best"`
	Median float64 `json:"median"`
	Lo     float64 `json:"lo"` // zero where one of both has no interval
	Hi     float64 `json:"hi"`
}

// confidence is that of the interval: six passes are the fewest that can give it.
const (
	confidence   = 0.95
	enoughPasses = 6
	wideInterval = 0.10 // of the median, from its lower to its upper end
)

// Summarize makes the summaries of all cells of runs. A cell of several runs is one where they were made under
// the same setting; else it is apart, and so is its floor.
func Summarize(runs []Run, b Baseline) ([]Summary, error) {
	t := tallied(runs)
	list, floors := make([]Summary, len(t.order)), leastTimes(runs)
	for i, c := range t.order {
		list[i] = t.cells[c].summary()
		list[i].Floor = floors[c.floor()]
		list[i].FloorRatio = ratio(list[i].Best, list[i].Floor)
	}
	setApart(list)
	if err := normalize(list, b); err != nil {
		return nil, err
	}
	return list, nil
}

// summary computes what a cell's own records tell.
func (c *cellTally) summary() Summary {
	s := Summary{
		Cell: c.cell, setting: c.setting, Version: c.version, Passes: len(c.warm), Weaknesses: c.weak, Warnings: []string{},
		Calls: c.sequence.Calls, Quakes: c.sequence.Want,
		RequestBytes: c.requestBytes, ResponseBytes: c.responseBytes,
		ServerRSS: c.peak.Server, ClientRSS: c.peak.Client,
		ServerHeap: c.heap.Server, ClientHeap: c.heap.Client,
	}
	if c.lost != nil {
		s.Status, s.Reason = c.lost.Status, c.lost.Reason
	}
	if s.Status == NotRefused {
		return s // whatever was measured: it publishes no number
	}
	if len(c.cold) > 0 {
		s.Cold = slices.Min(c.cold)
	}
	if len(c.warm) > 0 {
		s.Best = slices.Min(c.warm)
		s.center(c.warm)
	}
	s.warn(c)
	return s
}

// center fills in median and interval.
func (s *Summary) center(warm []time.Duration) {
	values := make([]float64, len(warm))
	for i, d := range warm {
		values[i] = float64(d)
	}
	m := benchmath.AssumeNothing.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), confidence)
	s.Median = time.Duration(m.Center)
	if len(warm) >= enoughPasses {
		s.Lo, s.Hi = time.Duration(m.Lo), time.Duration(m.Hi)
	}
}

// warn says what makes the figures doubtful.
func (s *Summary) warn(c *cellTally) {
	if s.Status != OK && s.Passes > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("lost after %d passes: %s", s.Passes, s.Status))
	}
	if s.Passes > 0 && s.Passes < enoughPasses {
		s.Warnings = append(s.Warnings, fmt.Sprintf("too few passes for an interval: %d of %d", s.Passes, enoughPasses))
	}
	if s.Hi > 0 && float64(s.Hi-s.Lo) > wideInterval*float64(s.Median) {
		s.Warnings = append(s.Warnings, fmt.Sprintf("wide interval: %.0f %% of the median", 100*float64(s.Hi-s.Lo)/float64(s.Median)))
	}
	if c.busy != nil && s.Passes > 0 {
		s.Warnings = append(s.Warnings, c.busy.Doubt())
	}
}

// ratio is a over b, zero where one is none.
func ratio(a, b time.Duration) float64 {
	if a <= 0 || b <= 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// over is a summary over another. The ends of the interval are the extremes that both intervals allow, so
// it is wider rather than narrower than it must be; a cell over itself is 1.
func (s *Summary) over(base *Summary) Ratio {
	r := Ratio{ratio(s.Best, base.Best), ratio(s.Median, base.Median), ratio(s.Lo, base.Hi), ratio(s.Hi, base.Lo)}
	if s == base && r.Lo != 0 {
		r.Lo, r.Hi = 1, 1
	}
	return r
}
