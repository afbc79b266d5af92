package measure

import (
	"cmp"
	"slices"
	"time"

	"seismark/wssec"
)

// tally is the records of runs, cell by cell.
type tally struct {
	order []Cell
	cells map[Cell]*cellTally
}

// cellTally is what the runs tell of a cell.
type cellTally struct {
	cell       Cell
	version    string
	sequence   Sequence
	cold, warm []time.Duration
	peak       Peak
	heap       Heap
	lost       *Lost
	weak       []Weakness
	busy       float64 // load before the run, where it was too high
	first      *Conditions
	mixed      bool // the passes were not all measured under the same conditions

	requestBytes, responseBytes float64
}

func tallied(runs []Run) *tally {
	t := &tally{cells: map[Cell]*cellTally{}}
	for i := range runs {
		r := &runs[i]
		for _, p := range r.Passes {
			t.cell(p.cell, &r.Conditions).pass(p)
		}
		for _, p := range r.Peaks {
			t.cell(p.Cell, &r.Conditions).reach(p)
		}
		for _, h := range r.Heaps {
			t.cell(h.Cell, &r.Conditions).heap = h
		}
		for _, w := range r.Weaknesses {
			t.cell(w.Cell, &r.Conditions).weaken(w)
		}
		for _, l := range r.Losses {
			t.cell(l.Cell, &r.Conditions).lose(l)
		}
	}
	t.sort()
	return t
}

// sort puts cells that are compared beside each other: by sequence, policy, suite, stack, each in the order
// in which it first comes, policies in theirs.
func (t *tally) sort() {
	rank := map[string]int{}
	for _, p := range wssec.Policies(wssec.SuiteNone) {
		rank["policy="+p.Name] = len(rank)
	}
	parts := func(c Cell) [4]string {
		return [4]string{"seq=" + c.Sequence, "policy=" + c.Policy, "suite=" + c.Suite, "stack=" + c.Stack}
	}
	for _, c := range t.order {
		for _, part := range parts(c) {
			if _, ok := rank[part]; !ok {
				rank[part] = len(rank)
			}
		}
	}
	slices.SortStableFunc(t.order, func(a, b Cell) int {
		for i, part := range parts(a) {
			if order := cmp.Compare(rank[part], rank[parts(b)[i]]); order != 0 {
				return order
			}
		}
		return 0
	})
}

// cell is the tally of a cell, as told by a run with these conditions.
func (t *tally) cell(c Cell, conditions *Conditions) *cellTally {
	found := t.cells[c]
	if found == nil {
		sequence, _ := conditions.sequence(c.Sequence) // zero for a cell that was lost before it was read
		found = &cellTally{cell: c, version: conditions.Versions[c.Stack], sequence: sequence, first: conditions}
		t.cells[c] = found
		t.order = append(t.order, c)
	}
	if !found.first.comparable(conditions, c.Stack) {
		found.mixed = true
	}
	if conditions.Busy() {
		found.busy = max(found.busy, conditions.Load)
	}
	return found
}

// comparable reports whether passes of a stack under both conditions are of one kind.
func (c *Conditions) comparable(d *Conditions, stack string) bool {
	return c.CPU == d.CPU && c.Cores == d.Cores && c.OS == d.OS && c.Go == d.Go &&
		c.Versions[stack] == d.Versions[stack] && c.Catalogue == d.Catalogue &&
		c.ServerHeap == d.ServerHeap && c.ClientHeap == d.ClientHeap && c.Order == d.Order &&
		c.Placement == d.Placement && c.Transport == d.Transport && c.RSA == d.RSA
}

func (c *cellTally) pass(p Pass) {
	r := p.r
	if r.Cold {
		c.cold = append(c.cold, r.Elapsed)
	} else {
		c.warm = append(c.warm, r.Elapsed)
	}
	c.requestBytes, c.responseBytes = max(c.requestBytes, r.RequestBytes), max(c.responseBytes, r.ResponseBytes)
	c.reach(Peak{p.cell, r.ServerRSS, r.ClientRSS})
}

func (c *cellTally) reach(p Peak) {
	c.peak = Peak{c.cell, max(c.peak.Server, p.Server), max(c.peak.Client, p.Client)}
}

// weaken keeps each weakness once.
func (c *cellTally) weaken(w Weakness) {
	if !slices.Contains(c.weak, w) {
		c.weak = append(c.weak, w)
	}
}

// lose keeps the worst of several losses.
func (c *cellTally) lose(l Lost) {
	if c.lost == nil || l.Status.worse(c.lost.Status) {
		c.lost = &l
	}
}

// Cells lists the cells that runs tell of, in the order in which they first come.
func Cells(runs []Run) []Cell { return tallied(runs).order }
