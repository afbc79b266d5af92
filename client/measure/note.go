package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Note is what the security proof saw of a stack that speaks neither for nor against its figures: that it takes, say, a message
// sent twice, which nothing in the policy lets it notice.
type Note struct {
	Cell Cell   `json:"cell"`
	Text string `json:"text"` // "the server took a request sent twice"
}

// noteKey is that of a Note in a result file.
const noteKey = "noted"

// String is the text of a Note in a result file.
func (n Note) String() string {
	return n.Cell.String() + " " + strings.Join(strings.Fields(n.Text), " ")
}

// parseNote reads what String wrote.
func parseNote(text string) (Note, error) {
	name, said, _ := strings.Cut(text, " ")
	cell, err := ParseCell(name)
	if err != nil {
		return Note{}, err
	}
	n := Note{cell, said}
	return n, n.check()
}

// check refuses a note that says nothing.
func (n Note) check() error {
	if n.Text == "" {
		return fmt.Errorf("cell %s: a note says what was seen", n.Cell)
	}
	return n.Cell.check()
}

// Note keeps a note.
func (r *Run) Note(n Note) error { r.Notes = append(r.Notes, n); return nil }

// Note adds what the security proof saw.
func (l *Log) Note(n Note) error {
	_, err := fmt.Fprintf(l.w, "# %s: %s\n", noteKey, n)
	return err
}

// Note passes on to each of them.
func (rs Recorders) Note(n Note) error {
	return all(rs, func(r Recorder) error { return r.Note(n) })
}

// noteLines are a line for each text of the notes of runs, with the stacks of which it is said.
func noteLines(runs []Run) []string {
	var order []string
	stacks := map[string][]string{}
	for _, r := range runs {
		for _, n := range r.Notes {
			if stacks[n.Text] == nil {
				order = append(order, n.Text)
			}
			if !slices.Contains(stacks[n.Text], n.Cell.Stack) {
				stacks[n.Text] = append(stacks[n.Text], n.Cell.Stack)
			}
		}
	}
	for i, text := range order {
		order[i] = "noted: " + text + " (" + strings.Join(stacks[text], ", ") + ")"
	}
	return order
}
