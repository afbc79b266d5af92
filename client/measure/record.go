package measure

import "seismark/floor"

// Run is what one run measured: one observation a record, nothing averaged.
type Run struct {
	Conditions Conditions
	Passes     []Pass // as they were measured
	Losses     []Lost
	Weaknesses []Weakness
	Notes      []Note
	Heaps      []Heap
	Peaks      []Peak
	Floors     []floor.Floor

	Interrupted string // where the run ended before its end, or its file: "5 of 28 passes"; empty for a whole run
}

// Heap is the smallest heap of each side at which a cell completes, found by a search.
type Heap struct {
	Cell   Cell `json:"cell"`
	Server MiB  `json:"server_mib"`
	Client MiB  `json:"client_mib"`
}

// Peak is the peak resident memory of a cell's processes, where only their end tells it.
type Peak struct {
	Cell   Cell    `json:"cell"`
	Server float64 `json:"server_mib"`
	Client float64 `json:"client_mib"`
}

// onlyFloors reports whether a run has floors and nothing else, and was to have nothing else: no stack was there.
func (r *Run) onlyFloors() bool {
	others := len(r.Passes) + len(r.Losses) + len(r.Weaknesses) + len(r.Notes) + len(r.Heaps) + len(r.Peaks) + len(r.Conditions.Versions)
	return len(r.Floors) > 0 && others == 0
}

// Empty reports whether a run measured nothing.
func (r *Run) Empty() bool { return len(r.Passes) == 0 && len(r.Heaps) == 0 }
