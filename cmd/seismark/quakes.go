package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"seismark/quake/seismic"
)

// answered is an answer, and the Body that it was read from.
type answered struct {
	*seismic.Results
	body []byte
}

// quakeFormats are the forms in which query writes an answer, the default first.
var quakeFormats = [...]struct {
	name  string
	write func(io.Writer, answered) error
}{
	{"table", quakesTable},
	{"csv", quakesCSV},
	{"json", quakesJSON},
	{"xml", quakesXML},
}

func quakeFormat(name string) (func(io.Writer, answered) error, error) {
	for _, f := range quakeFormats {
		if f.name == name {
			return f.write, nil
		}
	}
	return nil, hint(usagef("--format: there is no %q", name), "choose from %s", quakeFormatNames())
}

// quakeRow is a quake as it is written.
type quakeRow struct {
	Time      string `json:"time"`
	Latitude  number `json:"latitude"`
	Longitude number `json:"longitude"`
	Depth     number `json:"depth"`
	Magnitude number `json:"magnitude"`
	Method    string `json:"method"`
	Region    string `json:"region"`
	Area      string `json:"area"`
}

var quakeColumns = [...]string{"time", "latitude", "longitude", "depth", "magnitude", "method", "region", "area"}

// fields are in the order of quakeColumns.
func (q quakeRow) fields() []string {
	return []string{q.Time, q.Latitude.String(), q.Longitude.String(), q.Depth.String(), q.Magnitude.String(), q.Method, q.Region, q.Area}
}

// number is a 32-bit float in its shortest form.
type number float32

func (n number) String() string { return strconv.FormatFloat(float64(n), 'f', -1, 32) }

// MarshalJSON writes null for what JSON has no number for.
func (n number) MarshalJSON() ([]byte, error) {
	if f := float64(n); math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return []byte(n.String()), nil
}

// rows gives the quakes in the order of the answer: by area, then time.
func (a answered) rows() iter.Seq[quakeRow] {
	return func(yield func(quakeRow) bool) {
		for _, set := range a.Sets {
			for _, q := range set.Quakes {
				row := quakeRow{
					Time:     time.Unix(q.Time, int64(q.Millis)*1e6).UTC().Format("2006-01-02T15:04:05.000Z"),
					Latitude: number(q.Latitude), Longitude: number(q.Longitude), Depth: number(q.Depth),
					Magnitude: number(q.Magnitude), Method: q.Method, Area: set.Area,
				}
				if q.Region >= 0 {
					row.Region = a.Regions[q.Region].Name
				}
				if !yield(row) {
					return
				}
			}
		}
	}
}

// tableWidth is that of the narrowest usual terminal.
const tableWidth = 80

// quakesTable writes what fits: the name of the region gets what the other columns leave.
func quakesTable(w io.Writer, a answered) error {
	lines := [][]string{{"time", "lat", "long", "depth", "mag", "region"}}
	for q := range a.rows() {
		lines = append(lines, []string{
			strings.Replace(q.Time[:len(time.DateTime)], "T", " ", 1), q.Latitude.String(), q.Longitude.String(), q.Depth.String(),
			printable(q.Magnitude.String() + " " + q.Method), printable(q.Region),
		})
	}
	const gap, last = 2, 5
	left := tableWidth
	for column := range last {
		left -= gap + longest(lines, column)
	}
	t := tabwriter.NewWriter(w, 0, 0, gap, ' ', 0)
	for _, line := range lines {
		line[last] = shortened(line[last], max(left, len(lines[0][last])))
		fmt.Fprintln(t, strings.Join(line, "\t"))
	}
	return t.Flush()
}

// longest is the width of a column.
func longest(lines [][]string, column int) (most int) {
	for _, line := range lines {
		most = max(most, utf8.RuneCountInString(line[column]))
	}
	return most
}

func quakesCSV(w io.Writer, a answered) error {
	c := csv.NewWriter(w)
	if err := c.Write(quakeColumns[:]); err != nil {
		return err
	}
	for q := range a.rows() {
		if err := c.Write(q.fields()); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

func quakesJSON(w io.Writer, a answered) error {
	rows := []quakeRow{}
	for q := range a.rows() {
		rows = append(rows, q)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(rows)
}

// quakesXML writes the Body that was verified.
func quakesXML(w io.Writer, a answered) error {
	_, err := fmt.Fprintf(w, "%s\n", a.body)
	return err
}
