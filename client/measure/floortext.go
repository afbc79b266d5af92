package measure

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"seismark/floor"
)

// Units of a floor's lines besides those of a pass.
const (
	roundUnit  = "round-ns/op"
	medianUnit = "median-ns/op"
	roundsUnit = "rounds"
)

// writeFloor writes a line for a floor and one for each of its items, whose iterations are its operations.
func writeFloor(w io.Writer, f floor.Floor) error {
	name := "/seq=" + f.Sequence + "/policy=" + f.Policy + "/suite=" + f.Suite
	values := append(timesValues(f.Times, f.Calls),
		unitValue{quakesUnit, float64(f.Quakes)},
		unitValue{"request-B/op", tenths(f.RequestBytes)}, unitValue{"response-B/op", tenths(f.ResponseBytes)},
		unitValue{roundsUnit, float64(f.Rounds)})
	if err := writeLine(w, floorBenchmark+name, f.Calls, values...); err != nil {
		return err
	}
	for _, i := range f.Items {
		if err := writeLine(w, itemBenchmark+name+"/item="+i.Name+"/by="+i.By, i.Operations, timesValues(i.Times, i.Operations)...); err != nil {
			return err
		}
	}
	return nil
}

func tenths(v float64) float64 { return math.Round(v*10) / 10 }

// timesValues has so many decimals that the whole nanoseconds of up to 5000 operations come back.
func timesValues(t floor.Times, operations int) []unitValue {
	each := func(d time.Duration) float64 { return math.Round(float64(d)/float64(operations)*1e4) / 1e4 }
	return []unitValue{{timeUnit, each(t.Least)}, {roundUnit, each(t.Round)}, {medianUnit, each(t.Median)}}
}

// floorName is what the name of a floor's line says.
func floorName(name string) (words map[string]string, err error) {
	words = map[string]string{}
	_, rest, _ := strings.Cut(name, "/")
	for part := range strings.SplitSeq(rest, "/") {
		key, value, _ := strings.Cut(part, "=")
		if _, twice := words[key]; twice || value == "" {
			return nil, fmt.Errorf("floor %s: %s is empty or stands there twice", name, key)
		}
		words[key] = value
	}
	for _, key := range []string{"seq", "policy", "suite"} {
		if words[key] == "" {
			return nil, fmt.Errorf("floor %s: %s= is missing", name, key)
		}
	}
	return words, nil
}

// floorLine reads a line of a floor, or of an item.
func floorLine(line string) (words map[string]string, values map[string]float64, iterations int, err error) {
	result, err := parseBenchmark(line)
	if err != nil {
		return nil, nil, 0, err
	}
	if words, err = floorName(result.Name.String()); err != nil {
		return nil, nil, 0, err
	}
	values = map[string]float64{}
	for _, v := range result.Values {
		unit, value := original(v)
		if !(value >= 0 && value < maxValue) {
			return nil, nil, 0, fmt.Errorf("%v %s is no measured value", value, unit)
		}
		values[unit] = value
	}
	return words, values, result.Iters, nil
}

// original is a value as it stands in the line.
func original(v benchfmt.Value) (unit string, value float64) {
	if v.OrigUnit != "" {
		return v.OrigUnit, v.OrigValue
	}
	return v.Unit, v.Value
}

// timesOf undoes timesValues.
func timesOf(values map[string]float64, operations int) floor.Times {
	whole := func(unit string) time.Duration {
		return time.Duration(math.Round(min(values[unit]*float64(operations), math.MaxInt64/2)))
	}
	return floor.Times{Least: whole(timeUnit), Round: whole(roundUnit), Median: whole(medianUnit)}
}

// floor reads the line of a floor.
func (f *textReader) floor(line string) error {
	words, values, calls, err := floorLine(line)
	if err != nil {
		return err
	}
	read := floor.Floor{
		Policy: words["policy"], Suite: words["suite"], Sequence: words["seq"],
		Calls: calls, Quakes: int(values[quakesUnit]), Rounds: int(values[roundsUnit]),
		RequestBytes: values["request-B/op"], ResponseBytes: values["response-B/op"], Times: timesOf(values, calls),
	}
	if err := f.run().Conditions.checkFloor(read); err != nil {
		return err
	}
	f.run().Floors = append(f.run().Floors, read)
	return nil
}

// floorItem reads the line of an item, which belongs to the floor before it.
func (f *textReader) floorItem(line string) error {
	words, values, operations, err := floorLine(line)
	if err != nil {
		return err
	}
	floors := f.run().Floors
	if n := len(floors); n == 0 || floors[n-1].Policy != words["policy"] || floors[n-1].Suite != words["suite"] || floors[n-1].Sequence != words["seq"] {
		return fmt.Errorf("item %s: the floor before it is another one", words["item"])
	}
	item := floor.Item{Name: words["item"], By: words["by"], Operations: operations, Times: timesOf(values, operations)}
	if err := checkItem(item); err != nil {
		return err // nothing of a line that is wrong is kept: the last of a file that was cut off is passed over
	}
	of := &floors[len(floors)-1]
	of.Items = append(of.Items, item)
	return nil
}
