package measure

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cell is what a time belongs to. It is comparable: a key of maps.
type Cell struct {
	Stack    string `json:"stack"`
	Policy   string `json:"policy"`
	Suite    string `json:"suite"` // "none" where the policy uses none
	Sequence string `json:"sequence"`
}

// String is the cell as it stands in the name of a benchmark, "stack=a/seq=small/policy=sign/suite=b".
func (c Cell) String() string {
	return "stack=" + c.Stack + "/seq=" + c.Sequence + "/policy=" + c.Policy + "/suite=" + c.Suite
}

// ParseCell reads what String wrote, in any order of its parts.
func ParseCell(text string) (Cell, error) {
	var c Cell
	for part := range strings.SplitSeq(text, "/") {
		key, value, _ := strings.Cut(part, "=")
		field := c.field(key)
		switch {
		case field == nil:
			return Cell{}, fmt.Errorf("cell %s: %q is none of stack=, seq=, policy=, suite=", text, part)
		case value == "":
			return Cell{}, fmt.Errorf("cell %s: %s is empty", text, key)
		case *field != "":
			return Cell{}, fmt.Errorf("cell %s: %s stands there twice", text, key)
		}
		*field = value
	}
	return c, c.check()
}

// check refuses a cell that could not stand in the name of a benchmark.
func (c Cell) check() error {
	for _, part := range []string{c.Stack, c.Sequence, c.Policy, c.Suite} {
		if part == "" {
			return fmt.Errorf("cell %s: one of stack=, seq=, policy=, suite= is missing", c)
		}
		if !isName(part) {
			return fmt.Errorf("cell %s: %q is no name", c, part)
		}
	}
	return nil
}

// isName reports whether a text can be a part of the name of a benchmark.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r == '/' || r == utf8.RuneError || unicode.IsSpace(r)
	})
}

// field is the part of the cell with a key, nil where there is none. "sequence" is "seq" in full.
func (c *Cell) field(key string) *string {
	switch key {
	case "stack":
		return &c.Stack
	case "policy":
		return &c.Policy
	case "suite":
		return &c.Suite
	case "seq", "sequence":
		return &c.Sequence
	}
	return nil
}
