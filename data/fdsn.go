package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"

	"seismark/quake"
)

// fdsn is the text of an FDSN event web service: cells between bars, the header a comment. Columns are
// found by their names; without a header they are those of the specification.
func fdsn() Format {
	return Format{
		Name:  "fdsn",
		Title: "FDSN event text",
		looks: looksFDSN,
		read:  readFDSN,
		write: writeFDSN,
	}
}

// fdsnColumns are those of FDSN Web Service Specification 1.2, event, format=text.
const fdsnColumns = "EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName|EventType"

// fdsnLeast is the number of cells up to the magnitude, the last that is needed.
const fdsnLeast = 11

func looksFDSN(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	return bytes.Count(first, []byte("|")) >= fdsnLeast-1
}

func readFDSN(r io.Reader, _ *Report) iter.Seq2[event, error] {
	columns := newTable(splitFDSN(fdsnColumns))
	return func(yield func(event, error) bool) {
		for l, err := range lines(r) {
			header, isComment := strings.CutPrefix(l.text, "#")
			switch {
			case err == nil && isComment:
				if t := newTable(splitFDSN(header)); t.lacks("Time", "Latitude", "Longitude", "Depth/km", "MagType", "Magnitude") == nil {
					columns = t
				}
			case err != nil:
				if !yield(event{}, err) {
					return
				}
			default:
				if !yield(fdsnEvent(columns, l)) {
					return
				}
			}
		}
	}
}

func splitFDSN(text string) []string { return strings.Split(text, "|") }

func fdsnEvent(t table, l line) (event, error) {
	cells := splitFDSN(l.text)
	if len(cells) < fdsnLeast {
		return event{}, l.fault(fmt.Sprintf("has %d cells between bars, want at least %d", len(cells), fdsnLeast))
	}
	record := record{t, l, cells}
	var r row
	e := event{kind: kindOf(record.cell("EventType").value)}
	e.locate(&r, record.cell("Time"), record.cell("Latitude"), record.cell("Longitude"))
	e.deepen(&r, record.cell("Depth/km"), r.depth)
	e.measure(&r, record.cell("Magnitude"), record.cell("MagType"))
	return r.result(e)
}

func writeFDSN(w *bufio.Writer, quakes iter.Seq[quake.Quake], author string) error {
	fmt.Fprintf(w, "#%s\n", fdsnColumns)
	n := 0
	for q := range quakes {
		n++
		_, err := fmt.Fprintf(w, "%d|%s|%s|%s|%s|%s|%s|||%s|%s||%s|earthquake\n", n, isoTime(q), decimal(q.Latitude),
			decimal(q.Longitude), decimal(q.Depth), author, author, q.Method, decimal(q.Magnitude), quake.RegionName(q.Region))
		if err != nil {
			return err
		}
	}
	return nil
}
