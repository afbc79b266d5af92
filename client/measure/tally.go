package measure

import (
	"cmp"
	"slices"
	"time"

	"seismark/wssec"
)

// tally is the records of runs, cell by cell, each apart by the settings that it was measured under.
type tally struct {
	order []place
	cells map[place]*cellTally
}

// place is where records belong that are put together.
type place struct {
	cell    Cell
	setting Setting
}

// cellTally is what the runs tell of a cell under a setting.
type cellTally struct {
	place
	version    string
	sequence   Sequence
	cold, warm []time.Duration
	peak       Peak
	heap       Heap
	lost       *Lost
	weak       []Weakness
	busy       *Conditions // those of the busiest machine, nil where none was

	requestBytes, responseBytes float64
}

func tallied(runs []Run) *tally {
	t := &tally{cells: map[place]*cellTally{}}
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
	for _, p := range t.order {
		for _, part := range parts(p.cell) {
			if _, ok := rank[part]; !ok {
				rank[part] = len(rank)
			}
		}
	}
	slices.SortStableFunc(t.order, func(a, b place) int {
		for i, part := range parts(a.cell) {
			if order := cmp.Compare(rank[part], rank[parts(b.cell)[i]]); order != 0 {
				return order
			}
		}
		return 0
	})
}

// cell is the tally of a cell, as told by a run with these conditions.
func (t *tally) cell(c Cell, conditions *Conditions) *cellTally {
	at := place{c, conditions.setting(c)}
	found := t.cells[at]
	if found == nil {
		sequence, _ := conditions.sequence(c.Sequence) // zero for a cell that was lost before it was read
		found = &cellTally{place: at, version: conditions.Versions[c.Stack], sequence: sequence}
		t.cells[at] = found
		t.order = append(t.order, at)
	}
	if conditions.Busy() && (found.busy == nil || conditions.Load > found.busy.Load) {
		found.busy = conditions
	}
	return found
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

// Cells lists the cells that runs tell of, sorted as summaries are.
func Cells(runs []Run) []Cell {
	var cells []Cell
	for _, p := range tallied(runs).order {
		if !slices.Contains(cells, p.cell) {
			cells = append(cells, p.cell)
		}
	}
	return cells
}
