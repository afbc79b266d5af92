package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Status is what became of a cell.
type Status uint8

const (
	OK           Status = iota
	HeapExceeded        // a process did not get by with the heap it was given
	WrongTotal          // the client counted what is not right
	Died                // a process ended, hung or never got ready
	NotRefused          // a message that must be refused was taken
	Cannot              // the stack does not do this policy or suite, or is not built
)

var statuses = []string{"ok", "heap exceeded", "wrong total", "died", "not refused", "cannot"}

// String is the status's word in tables and files.
func (s Status) String() string { return statuses[s] }

// gravity orders the statuses: what stands later is worse.
var gravity = []Status{OK, Cannot, HeapExceeded, Died, WrongTotal, NotRefused}

func (s Status) worse(than Status) bool {
	return slices.Index(gravity, s) > slices.Index(gravity, than)
}

// MarshalText and UnmarshalText make a Status a value of JSON.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a status's word.
func (s *Status) UnmarshalText(b []byte) error {
	i := slices.Index(statuses, string(b))
	if i < 0 {
		return fmt.Errorf("measure: no status %q: choose from %s", b, strings.Join(statuses, ", "))
	}
	*s = Status(i)
	return nil
}

// Lost is a cell that has no times, or no more times, and why. As an error it is what lost the cell.
type Lost struct {
	Cell   Cell   `json:"cell"`
	Status Status `json:"status"`
	Reason string `json:"reason"` // one line
}

func (l *Lost) Error() string {
	return fmt.Sprintf("measure: %s at %s: %s", l.Status, l.Cell, l.Reason)
}

// lose makes a Lost whose reason is one line.
func lose(c Cell, s Status, reason string) *Lost {
	return &Lost{Cell: c, Status: s, Reason: strings.Join(strings.Fields(reason), " ")}
}

// String is the text of a Lost in a result file.
func (l Lost) String() string { return l.Cell.String() + " " + l.Status.String() + ": " + l.Reason }

// parseLost reads what String wrote.
func parseLost(text string) (Lost, error) {
	name, rest, _ := strings.Cut(text, " ")
	cell, err := ParseCell(name)
	if err != nil {
		return Lost{}, err
	}
	for i, word := range statuses[1:] {
		if reason, ok := strings.CutPrefix(rest, word+": "); ok {
			return Lost{cell, Status(i + 1), reason}, nil
		}
	}
	return Lost{}, fmt.Errorf("cell %s: no status in %q: choose from %s", cell, rest, strings.Join(statuses[1:], ", "))
}
