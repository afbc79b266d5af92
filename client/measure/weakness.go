package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Weakness is a bad message that a stack took and whose file says that it does. Its cell keeps its times, with a
// mark.
type Weakness struct {
	Cell  Cell   `json:"cell"`
	Taken string `json:"taken"` // "the server took a request expired"
	Why   string `json:"why"`   // the sentence of the stack's file
}

// weaken makes a Weakness of one line.
func weaken(c Cell, taken, why string) Weakness {
	return Weakness{c, taken, strings.Join(strings.Fields(why), " ")}
}

// String is the text of a Weakness in a result file.
func (w Weakness) String() string { return w.Cell.String() + " " + w.Taken + ": " + w.Why }

// parseWeakness reads what String wrote.
func parseWeakness(text string) (Weakness, error) {
	name, rest, _ := strings.Cut(text, " ")
	cell, err := ParseCell(name)
	if err != nil {
		return Weakness{}, err
	}
	taken, why, _ := strings.Cut(rest, ": ")
	w := Weakness{cell, taken, why}
	return w, w.check()
}

// check refuses a weakness that says nothing.
func (w Weakness) check() error {
	if w.Taken == "" || w.Why == "" {
		return fmt.Errorf("cell %s: a weakness says what was taken, and why", w.Cell)
	}
	return w.Cell.check()
}

// sentence is what stands below a table.
func (w Weakness) sentence() string { return w.Cell.Stack + ": " + w.Taken + ": " + w.Why }

// footnotes are the sentences of all weaknesses of a list, each once. A mark is the number of one, from 1.
func footnotes(list []Summary) []string {
	var notes []string
	for i := range list {
		for _, w := range list[i].Weaknesses {
			if !slices.Contains(notes, w.sentence()) {
				notes = append(notes, w.sentence())
			}
		}
	}
	return notes
}

// marks are those of a summary, " [1, 2]"; "" for none.
func (s *Summary) marks(notes []string) string {
	if len(s.Weaknesses) == 0 {
		return ""
	}
	return " [" + joined(s.Weaknesses, func(w Weakness) string { return fmt.Sprint(slices.Index(notes, w.sentence()) + 1) }) + "]"
}

// weak reports whether a summary has any weakness.
func weak(s *Summary) bool { return len(s.Weaknesses) > 0 }
