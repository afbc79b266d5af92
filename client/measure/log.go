package measure

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"seismark/floor"
)

// Log writes a run as Go benchmark text, each record as soon as it is there and in one write: what was
// written before a kill can be read.
type Log struct{ w io.Writer }

// NewLog writes the conditions of a run and gives the log for its records.
func NewLog(w io.Writer, c Conditions) (*Log, error) { return newLog(w, c.facts()) }

func newLog(w io.Writer, facts []fact) (*Log, error) {
	var head []byte
	for _, f := range facts {
		text := strings.Join(strings.Fields(f.text), " ")
		switch {
		case text == "":
		case f.comment:
			head = fmt.Appendf(head, "# %s: %s\n", f.key, text)
		default:
			head = fmt.Appendf(head, "%s: %s\n", f.key, text)
		}
	}
	head = fmt.Appendf(head, "Unit %s assume=exact\n\n", quakesUnit)
	_, err := w.Write(head)
	return &Log{w}, err
}

// Pass adds a pass.
func (l *Log) Pass(p Pass) error { return WritePass(l.w, p) }

// Lost adds a cell that was lost.
func (l *Log) Lost(lost Lost) error {
	lost = *lose(lost.Cell, lost.Status, lost.Reason)
	_, err := fmt.Fprintf(l.w, "# %s: %s\n", lostKey, lost)
	return err
}

// Weak adds a bad message that a stack took, as it is known to do.
func (l *Log) Weak(w Weakness) error {
	_, err := fmt.Fprintf(l.w, "# %s: %s\n", weaknessKey, weaken(w.Cell, w.Taken, w.Why))
	return err
}

// Interrupted adds that the run ended before its end, and where.
func (l *Log) Interrupted(where string) error {
	_, err := fmt.Fprintf(l.w, "# %s: %s\n", interruptedKey, strings.Join(strings.Fields(where), " "))
	return err
}

// Heap adds what a heap search found.
func (l *Log) Heap(h Heap) error { return writeHeap(l.w, h) }

// Peak adds the peak memory of a cell's processes.
func (l *Log) Peak(p Peak) error { return l.pair(peakBenchmark, p.Cell, peakUnits, p.Server, p.Client) }

// Floor adds a floor and its items.
func (l *Log) Floor(f floor.Floor) error { return writeFloor(l.w, f) }

// pair adds a value of the server and one of the client.
func (l *Log) pair(name string, c Cell, units [2]string, server, client float64) error {
	return writeBenchmark(l.w, name, c, 1, unitValue{units[0], server}, unitValue{units[1], client})
}

// Write writes a run as Go benchmark text, in the order in which it comes to be: floors, the proof, passes.
func (r *Run) Write(w io.Writer) error {
	facts := r.Conditions.facts()
	if r.onlyFloors() {
		facts = slices.DeleteFunc(facts, fact.ofProcesses)
	}
	log, err := newLog(w, facts)
	if err != nil {
		return err
	}
	for _, write := range []func() error{
		func() error { return all(r.Floors, log.Floor) },
		func() error { return all(r.Weaknesses, log.Weak) },
		func() error { return all(r.Notes, log.Note) },
		func() error { return all(r.Passes, log.Pass) },
		func() error { return all(r.Peaks, log.Peak) },
		func() error { return all(r.Heaps, log.Heap) },
		func() error { return all(r.Losses, log.Lost) },
	} {
		if err := write(); err != nil {
			return err
		}
	}
	if r.Interrupted == "" {
		return nil
	}
	return log.Interrupted(r.Interrupted)
}

func all[T any](list []T, do func(T) error) error {
	for _, v := range list {
		if err := do(v); err != nil {
			return err
		}
	}
	return nil
}

// WriteText writes runs as Go benchmark text, one after the other.
func WriteText(w io.Writer, runs []Run) error {
	return all(runs, func(r Run) error { return r.Write(w) })
}
