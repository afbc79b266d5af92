package measure

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// LineError is a line of a result file that is ours and wrong.
type LineError struct {
	File string
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("measure: %s:%d: %v", e.File, e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// maxLine bounds a line of a result file.
const maxLine = 1 << 20

// ReadText reads runs from Go benchmark text; name is the file's, for errors. Lines of other benchmarks and
// other text are passed over; a line of ours that is wrong, a pass with a wrong total too, is a *LineError. A
// last line without an end may be cut, as by a full disk: the run that it belongs to counts as interrupted
// there, and the line counts only where it is right as it stands.
func ReadText(r io.Reader, name string) ([]Run, error) {
	var f textReader
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	lines.Split(wholeLines)
	n, whole := 0, true
	for lines.Scan() {
		n++
		var text string
		text, whole = strings.CutSuffix(lines.Text(), "\n")
		if err := f.line(strings.TrimRight(text, "\r")); err != nil && whole {
			return nil, &LineError{name, n, err}
		}
	}
	if !whole && len(f.runs) > 0 {
		f.run().Interrupted = fmt.Sprintf("%s:%d: the line has no end, the file may be cut", name, n)
	}
	if err := lines.Err(); err != nil {
		return nil, &LineError{name, n + 1, err}
	}
	return f.runs, nil
}

// wholeLines is bufio.ScanLines with the ends of the lines.
func wholeLines(data []byte, end bool) (int, []byte, error) {
	n, line, err := bufio.ScanLines(data, end)
	if line == nil {
		return n, nil, err
	}
	return n, data[:n], err
}

// textReader collects runs line by line. The comment "# run:" begins a run.
type textReader struct{ runs []Run }

func (f *textReader) line(line string) error {
	if rest, ok := strings.CutPrefix(line, "Benchmark"); ok {
		name, _, _ := strings.Cut(rest, "/")
		return f.benchmark(name, line)
	}
	text, comment := strings.CutPrefix(line, "# ")
	key, value, ok := strings.Cut(text, ":")
	if !ok {
		return nil
	}
	return f.fact(comment, key, strings.TrimSpace(value))
}

// run is the run that lines belong to.
func (f *textReader) run() *Run {
	if len(f.runs) == 0 {
		f.runs = append(f.runs, Run{Conditions: Conditions{Load: -1}})
	}
	return &f.runs[len(f.runs)-1]
}

func (f *textReader) fact(comment bool, key, text string) error {
	switch {
	case comment && key == "run":
		f.runs = append(f.runs, Run{Conditions: Conditions{Load: -1}})
	case comment && key == interruptedKey:
		f.run().Interrupted = text
		return nil
	case comment && key == lostKey:
		lost, err := parseLost(text)
		if err != nil {
			return err
		}
		f.run().Losses = append(f.run().Losses, lost)
		return nil
	case comment && key == weaknessKey:
		weakness, err := parseWeakness(text)
		if err != nil {
			return err
		}
		f.run().Weaknesses = append(f.run().Weaknesses, weakness)
		return nil
	case comment && key == noteKey:
		note, err := parseNote(text)
		if err != nil {
			return err
		}
		f.run().Notes = append(f.run().Notes, note)
		return nil
	case comment && key == unlimitedKey:
		heap, err := parseUnlimited(text)
		if err != nil {
			return err
		}
		f.run().Heaps = append(f.run().Heaps, heap)
		return nil
	case key == concurrencyKey && !comment && text != "1":
		return fmt.Errorf("passes with %s calls at a time: those of a cell have one; compare levels with benchstat -col concurrency", text)
	}
	for _, fact := range f.run().Conditions.facts() {
		if fact.key != key || fact.comment != comment || fact.set == nil || text == "" {
			continue
		}
		if err := fact.set(text); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

func (f *textReader) benchmark(name, line string) error {
	switch name {
	case warmBenchmark, coldBenchmark:
		return f.pass(line)
	case heapBenchmark:
		return f.heap(line)
	case peakBenchmark:
		c, v, err := parsePair(line, peakUnits)
		if err != nil {
			return err
		}
		f.run().Peaks = append(f.run().Peaks, Peak{c, v[0], v[1]})
	case floorBenchmark:
		return f.floor(line)
	case itemBenchmark:
		return f.floorItem(line)
	}
	return nil
}

func (f *textReader) pass(line string) error {
	name, reading, err := parseReading(line)
	if err != nil {
		return err
	}
	cell, err := ParseCell(name)
	if err != nil {
		return err
	}
	sequence, err := f.run().Conditions.sequence(cell.Sequence)
	if err != nil {
		return err
	}
	pass, err := NewPass(cell, sequence, reading)
	if err != nil {
		return err
	}
	f.run().Passes = append(f.run().Passes, pass)
	return nil
}

// parsePair reads a line with a value of the server and one of the client.
func parsePair(line string, units [2]string) (cell Cell, values [2]float64, err error) {
	cell, result, err := parseCellLine(line)
	for i, unit := range units {
		if err == nil {
			values[i], err = valueOf(result, unit)
		}
	}
	return cell, values, err
}
