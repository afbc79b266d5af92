package measure

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// unlimitedKey begins the comment that tells which sides of a cell take no limit of their heap. The line of the
// cell's heaps, which follows, lacks them.
const unlimitedKey = "unlimited"

// sides are the heaps of a cell with what they are called in a file.
func (h *Heap) sides() []heapSide {
	return []heapSide{{serverSide, heapUnits[0], &h.Server}, {clientSide, heapUnits[1], &h.Client}}
}

type heapSide struct {
	name, unit string
	heap       *MiB
}

// writeHeap writes what a heap search found, in one write.
func writeHeap(w io.Writer, h Heap) error {
	var unlimited []string
	var values []unitValue
	for _, s := range h.sides() {
		if *s.heap == NoLimit {
			unlimited = append(unlimited, s.name)
		} else {
			values = append(values, unitValue{s.unit, float64(*s.heap)})
		}
	}
	var b bytes.Buffer
	if len(unlimited) > 0 {
		fmt.Fprintf(&b, "# %s: %s %s\n", unlimitedKey, h.Cell, strings.Join(unlimited, ", "))
	}
	if len(values) > 0 {
		if err := writeBenchmark(&b, heapBenchmark, h.Cell, 1, values...); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// parseUnlimited reads the comment: the other heap is zero until its line comes.
func parseUnlimited(text string) (Heap, error) {
	name, rest, _ := strings.Cut(text, " ")
	cell, err := ParseCell(name)
	if err != nil {
		return Heap{}, err
	}
	h := Heap{Cell: cell}
	words := strings.Split(rest, ", ")
	for _, s := range h.sides() {
		if i := slices.Index(words, s.name); i >= 0 {
			*s.heap = NoLimit
			words = slices.Delete(words, i, i+1)
		}
	}
	if len(words) > 0 {
		return Heap{}, fmt.Errorf("cell %s: %q: write server, client or both", cell, rest)
	}
	return h, nil
}

// heap reads the line of a cell's heaps.
func (f *textReader) heap(line string) error {
	cell, result, err := parseCellLine(line)
	if err != nil {
		return err
	}
	r := f.run()
	h := Heap{Cell: cell}
	pending := false
	if n := len(r.Heaps); n > 0 {
		last := r.Heaps[n-1]
		if pending = last.Cell == cell && (last.Server == NoLimit) != (last.Client == NoLimit); pending {
			h = last
		}
	}
	for _, s := range h.sides() {
		if *s.heap == NoLimit {
			continue
		}
		v, err := valueOf(result, s.unit)
		if err != nil {
			return err
		}
		*s.heap = MiB(v)
	}
	if pending {
		r.Heaps = r.Heaps[:len(r.Heaps)-1]
	}
	r.Heaps = append(r.Heaps, h)
	return nil
}

// parseCellLine reads a benchmark line whose name is a cell.
func parseCellLine(line string) (Cell, *benchfmt.Result, error) {
	result, err := parseBenchmark(line)
	if err != nil {
		return Cell{}, nil, err
	}
	_, name, _ := strings.Cut(result.Name.String(), "/")
	cell, err := ParseCell(name)
	return cell, result, err
}

// valueOf is the value of a unit that a line must have.
func valueOf(result *benchfmt.Result, unit string) (float64, error) {
	v, ok := result.Value(unit)
	if !ok {
		return 0, fmt.Errorf("no %s", unit)
	}
	if !(v >= 0 && v < maxValue) {
		return 0, fmt.Errorf("%v %s is no measured value", v, unit)
	}
	return v, nil
}
