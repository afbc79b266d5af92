package data

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"seismark/quake"
)

// usgs is the CSV of ComCat, of the USGS feeds and of its search. Columns are found by their names;
// a record is a line. See https://earthquake.usgs.gov/earthquakes/feed/v1.0/csv.php.
func usgs() Format {
	return Format{
		Name:  "usgs",
		Title: "USGS CSV",
		looks: looksUSGS,
		read:  readUSGS,
		write: writeUSGS,
	}
}

// usgsColumns are those that the feeds have.
const usgsColumns = "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,magError,magNst,status,locationSource,magSource"

func looksUSGS(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	cells, ok := splitCSV(strings.TrimRight(string(first), "\r"))
	return ok && newTable(cells).lacks("time", "latitude", "longitude") == nil
}

func readUSGS(r io.Reader, _ *Report) iter.Seq2[event, error] {
	return func(yield func(event, error) bool) {
		var columns *table
		for l, err := range lines(r) {
			switch {
			case err == nil && columns == nil:
				if columns, err = usgsHeader(l); err != nil {
					yield(event{}, err)
					return
				}
			case err == nil:
				if !yield(usgsEvent(*columns, l)) {
					return
				}
			case !yield(event{}, err):
				return
			}
		}
	}
}

func usgsHeader(l line) (*table, error) {
	cells, ok := splitCSV(l.text)
	if !ok {
		return nil, fmt.Errorf("line %d: no CSV header", l.number)
	}
	t := newTable(cells)
	return &t, t.lacks("time", "latitude", "longitude", "depth", "mag", "magType")
}

func usgsEvent(t table, l line) (event, error) {
	cells, ok := splitCSV(l.text)
	if !ok {
		return event{}, l.fault("want a closing quote, and quotes only round whole cells")
	}
	if len(cells) != t.width {
		return event{}, l.fault(fmt.Sprintf("has %d cells, want %d as in the header", len(cells), t.width))
	}
	record := record{t, l, cells}
	var r row
	e := event{kind: kindOf(record.cell("type").value)}
	e.locate(&r, record.cell("time"), record.cell("latitude"), record.cell("longitude"))
	e.deepen(&r, record.cell("depth"), r.depth)
	e.measure(&r, record.cell("mag"), record.cell("magType"))
	return r.result(e)
}

// splitCSV splits a line by the rules of RFC 4180, without line ends within cells: a quote that is left
// open would otherwise swallow the rest of the catalogue.
func splitCSV(text string) (cells []string, ok bool) {
	for {
		if !strings.HasPrefix(text, `"`) {
			value, rest, more := strings.Cut(text, ",")
			cells = append(cells, value)
			if !more {
				return cells, true
			}
			text = rest
			continue
		}
		value, rest, closed := cutQuoted(text[1:])
		cells = append(cells, value)
		switch {
		case !closed || rest != "" && rest[0] != ',':
			return nil, false
		case rest == "":
			return cells, true
		}
		text = rest[1:]
	}
}

// cutQuoted cuts text at the quote that ends a cell; a doubled one stands for itself.
func cutQuoted(text string) (value, rest string, closed bool) {
	for {
		before, after, found := strings.Cut(text, `"`)
		value += before
		if !found {
			return value, "", false
		}
		if !strings.HasPrefix(after, `"`) {
			return value, after, true
		}
		value += `"`
		text = after[1:]
	}
}

func writeUSGS(w *bufio.Writer, quakes iter.Seq[quake.Quake], author string) error {
	rows := csv.NewWriter(w)
	header := strings.Split(usgsColumns, ",")
	rows.Write(header)
	t := newTable(header)
	n := 0
	for q := range quakes {
		n++
		cells := make([]string, t.width)
		for name, value := range map[string]string{
			"time": isoTime(q), "latitude": decimal(q.Latitude), "longitude": decimal(q.Longitude),
			"depth": decimal(q.Depth), "mag": decimal(q.Magnitude), "magType": strings.ToLower(q.Method),
			"net": author, "id": strconv.Itoa(n), "place": quake.RegionName(q.Region), "type": "earthquake",
		} {
			cells[t.columns[strings.ToLower(name)]] = value
		}
		if err := rows.Write(cells); err != nil {
			return err
		}
	}
	rows.Flush()
	return errors.Join(rows.Error())
}
