package measure

// Run is what one run measured: one observation a record, nothing averaged.
type Run struct {
	Conditions Conditions
	Passes     []Pass // as they were measured
	Losses     []Lost
	Heaps      []Heap
	Peaks      []Peak
}

// Heap is the smallest heap of each side at which a cell completes, found by a search.
type Heap struct {
	Cell           Cell
	Server, Client int // MiB
}

// Peak is the peak resident memory of a cell's processes, where only their end tells it.
type Peak struct {
	Cell           Cell
	Server, Client float64 // MiB
}

// Empty reports whether a run measured nothing.
func (r *Run) Empty() bool { return len(r.Passes) == 0 && len(r.Heaps) == 0 }
