package measure

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
)

// The names of the benchmarks of a result file.
const (
	warmBenchmark = "Sequence"
	coldBenchmark = "ColdSequence"
	heapBenchmark = "SequenceHeap"
	peakBenchmark = "SequencePeak"

	floorBenchmark = "Floor"
	itemBenchmark  = "FloorItem"
)

// lostKey begins the comment that tells of a lost cell.
const lostKey = "lost"

// weaknessKey begins the comment that tells of a bad message that a stack takes, as it is known to do.
const weaknessKey = "weakness"

// concurrencyKey begins the line that tells of passes with several calls at a time.
const concurrencyKey = "concurrency"

// interruptedKey begins the comment that tells that a run ended before its end.
const interruptedKey = "interrupted"

const (
	timeUnit   = "ns/op"      // of one call; the iterations are the calls
	quakesUnit = "quakes/seq" // of the whole pass
)

// optional is a value that a line may lack.
type optional struct {
	unit  string
	value *float64 // where it is in a reading
}

func optionals(r *Reading) []optional {
	return []optional{
		{"request-B/op", &r.RequestBytes},
		{"response-B/op", &r.ResponseBytes},
		{peakUnits[0], &r.ServerRSS},
		{peakUnits[1], &r.ClientRSS},
	}
}

// heapUnits and peakUnits are of server and client.
var (
	heapUnits = [2]string{"server-heap-MiB", "client-heap-MiB"}
	peakUnits = [2]string{"server-rss-MiB", "client-rss-MiB"}
)

// WritePass writes a pass as one line of Go benchmark text.
func WritePass(w io.Writer, p Pass) error {
	r, name := p.r, warmBenchmark
	if r.Cold {
		name = coldBenchmark
	}
	values := []unitValue{
		{timeUnit, float64(r.Elapsed) / float64(r.Calls)},
		{quakesUnit, float64(r.Quakes)},
	}
	for _, o := range optionals(&r) {
		if *o.value != 0 {
			values = append(values, unitValue{o.unit, *o.value})
		}
	}
	return writeBenchmark(w, name, p.cell, r.Calls, values...)
}

type unitValue struct {
	unit  string
	value float64
}

// writeBenchmark writes a line of a cell.
func writeBenchmark(w io.Writer, name string, c Cell, iterations int, values ...unitValue) error {
	return writeLine(w, name+"/"+c.String(), iterations, values...)
}

// writeLine writes a line in one write. Values have no exponent, and all digits: what is read back is the same,
// and rounded once, where it is shown.
func writeLine(w io.Writer, name string, iterations int, values ...unitValue) error {
	line := fmt.Appendf(nil, "Benchmark%s %d", name, iterations)
	for _, v := range values {
		line = fmt.Appendf(line, " %s %s", decimal(v.value), v.unit)
	}
	_, err := w.Write(append(line, '\n'))
	return err
}

// parseReading reads a line that WritePass wrote, or another stack's client: the text between the
// benchmark's name and its values is not judged here.
func parseReading(line string) (cell string, r Reading, err error) {
	result, err := parseBenchmark(line)
	if err != nil {
		return "", Reading{}, err
	}
	base, cell, _ := strings.Cut(result.Name.String(), "/")
	r = Reading{Cold: base == coldBenchmark, Calls: result.Iters, Quakes: -1}
	if base != coldBenchmark && base != warmBenchmark {
		return "", Reading{}, fmt.Errorf("no benchmark %s is known", base)
	}
	for _, v := range result.Values {
		if err := r.set(v); err != nil {
			return "", Reading{}, err
		}
	}
	if r.Elapsed <= 0 {
		return "", Reading{}, fmt.Errorf("no %s above zero", timeUnit)
	}
	if r.Quakes < 0 {
		return "", Reading{}, fmt.Errorf("no %s", quakesUnit)
	}
	return cell, r, nil
}

// maxValue bounds every value of a line, so that a time in nanoseconds does not overflow.
const maxValue = 1e15

// set puts a value of a line in its place. Values of unknown units are left alone: stacks may tell more.
func (r *Reading) set(v benchfmt.Value) error {
	unit, value := v.Unit, v.Value
	if v.OrigUnit != "" {
		unit, value = v.OrigUnit, v.OrigValue
	}
	if !(value >= 0 && value < maxValue) {
		return fmt.Errorf("%v %s is no measured value", value, unit)
	}
	switch unit {
	case timeUnit:
		r.Elapsed = time.Duration(min(math.Round(value*float64(r.Calls)), math.MaxInt64/2))
	case quakesUnit:
		r.Quakes = int(value)
		if float64(r.Quakes) != value {
			return fmt.Errorf("%v %s is no count", value, quakesUnit)
		}
	default:
		for _, o := range optionals(r) {
			if o.unit == unit {
				*o.value = value
			}
		}
	}
	return nil
}

// parseBenchmark reads one line of Go benchmark text.
func parseBenchmark(line string) (*benchfmt.Result, error) {
	reader := benchfmt.NewReader(strings.NewReader(line), "line")
	if !reader.Scan() {
		return nil, fmt.Errorf("not a benchmark line: %q", line)
	}
	switch rec := reader.Result().(type) {
	case *benchfmt.Result:
		return rec, nil
	case *benchfmt.SyntaxError:
		return nil, fmt.Errorf("%s", rec.Msg)
	}
	return nil, fmt.Errorf("not a benchmark line: %q", line)
}
