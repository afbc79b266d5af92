package measure

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// WritePairingsCSV writes a row a pairing. Times are in milliseconds, empty where none were taken.
func WritePairingsCSV(w io.Writer, list []Pairing) error {
	c := csv.NewWriter(w)
	c.Write([]string{"client", "server", "policy", "suite", "sequence", "verdict", "reason", "start_ms", "first_ms", "ten_ms", "mean_last_nine_ms"})
	for _, p := range list {
		row := []string{p.Client, p.Server, p.Policy, p.Suite, p.Sequence, p.Verdict.String(), p.Reason, "", "", "", ""}
		if t := p.Times; t != nil {
			for i, d := range []time.Duration{t.Start, t.First, t.Ten(), t.Mean} {
				row[7+i] = millis(d)
			}
		}
		c.Write(row)
	}
	c.Flush()
	return c.Error()
}

// WritePairingsJSON writes a list of pairings.
func WritePairingsJSON(w io.Writer, list []Pairing) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(append([]Pairing{}, list...)) // none are an empty list
}

// WritePairingsMarkdown writes the tables and what does not pass.
func WritePairingsMarkdown(w io.Writer, list []Pairing) error {
	var b strings.Builder
	for _, g := range PairingGrids(list) {
		g.markdown(&b)
	}
	for _, note := range PairingNotes(list) {
		fmt.Fprintf(&b, "- %s\n", markdownText(note))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
