package measure

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"
)

// column is a column of the normalized CSV.
type column struct {
	name string
	text func(*Summary) string
}

// columns is the list of them, in order. What is not known is empty. The last are there only where a stack has
// weaknesses, where traits keep rows apart, and where a heap search found something.
func columns(list []Summary) []column {
	columns := []column{
		{"stack", func(s *Summary) string { return s.Cell.Stack }},
		{"version", func(s *Summary) string { return s.Version }},
		{"policy", func(s *Summary) string { return s.Cell.Policy }},
		{"suite", func(s *Summary) string { return s.Cell.Suite }},
		{"sequence", func(s *Summary) string { return s.Cell.Sequence }},
		{"calls", func(s *Summary) string { return strconv.Itoa(s.Calls) }},
		{"quakes", func(s *Summary) string { return strconv.Itoa(s.Quakes) }},
		{"passes", func(s *Summary) string { return strconv.Itoa(s.Passes) }},
		{"cold_ms", func(s *Summary) string { return millis(s.Cold) }},
		{"best_ms", func(s *Summary) string { return millis(s.Best) }},
		{"median_ms", func(s *Summary) string { return millis(s.Median) }},
		{"median_lo_ms", func(s *Summary) string { return millis(s.Lo) }},
		{"median_hi_ms", func(s *Summary) string { return millis(s.Hi) }},
		{"baseline", func(s *Summary) string { return s.Baseline }},
		{"ratio_best", func(s *Summary) string { return digits(s.Normal.Best, 4) }},
		{"ratio_median", func(s *Summary) string { return digits(s.Normal.Median, 4) }},
		{"ratio_lo", func(s *Summary) string { return digits(s.Normal.Lo, 4) }},
		{"ratio_hi", func(s *Summary) string { return digits(s.Normal.Hi, 4) }},
		{"floor_ms", func(s *Summary) string { return millis(s.Floor) }},
		{"floor_ratio", func(s *Summary) string { return digits(s.FloorRatio, 4) }},
		{"request_bytes", func(s *Summary) string { return digits(s.RequestBytes, 1) }},
		{"response_bytes", func(s *Summary) string { return digits(s.ResponseBytes, 1) }},
		{"server_rss_mib", func(s *Summary) string { return digits(s.ServerRSS, 1) }},
		{"client_rss_mib", func(s *Summary) string { return digits(s.ClientRSS, 1) }},
		{"status", func(s *Summary) string { return s.Status.String() }},
	}
	if some(list, weak) {
		columns = append(columns, column{"weaknesses", func(s *Summary) string { return joinedBy("; ", s.Weaknesses, Weakness.sentence) }})
	}
	for i, name := range apart(list) {
		if name != "version" { // it is there
			columns = append(columns, column{strings.ReplaceAll(name, " ", "_"), func(s *Summary) string { return s.Apart[i].Value }})
		}
	}
	if some(list, func(s *Summary) bool { return s.ServerHeap != 0 || s.ClientHeap != 0 }) {
		columns = append(columns,
			column{"smallest_server_heap_mib", func(s *Summary) string { return s.ServerHeap.String() }},
			column{"smallest_client_heap_mib", func(s *Summary) string { return s.ClientHeap.String() }},
		)
	}
	return columns
}

// WriteCSV writes the normalized CSV: a row a cell, under a row of names.
func WriteCSV(w io.Writer, list []Summary) error {
	columns, out := columns(list), csv.NewWriter(w)
	row := make([]string, len(columns))
	for i, c := range columns {
		row[i] = c.name
	}
	out.Write(row) // an error stays with the writer
	for i := range list {
		for k, c := range columns {
			row[k] = c.text(&list[i])
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// millis is a time in milliseconds, "" for none.
func millis(d time.Duration) string { return digits(float64(d)/1e6, 3) }

// digits is a number with a fixed number of decimals, "" for zero.
func digits(v float64, decimals int) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}
