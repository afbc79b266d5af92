package measure

import (
	"fmt"
	"slices"
	"time"

	"seismark/wssec"
)

// Grid is a table for people, ready to be drawn.
type Grid struct {
	Title string
	Head  []string
	Rows  [][]string
	Names int // columns at the left that name the row; the others are figures
}

// gridColumn is a column of a grid.
type gridColumn struct {
	head string
	name bool
	show bool
	text func(*Summary) string
}

// Absolute is the table of times: milliseconds of a pass, memory in MiB.
func Absolute(list []Summary) Grid {
	return newGrid("Milliseconds for a pass, peak memory in MiB", list, append(nameColumns(list),
		gridColumn{"cold", false, true, func(s *Summary) string { return Milliseconds(s.Cold) }},
		gridColumn{"best", false, true, func(s *Summary) string { return Milliseconds(s.Best) }},
		gridColumn{"median", false, true, func(s *Summary) string { return Milliseconds(s.Median) }},
		gridColumn{"interval", false, some(list, func(s *Summary) bool { return s.Hi > 0 }), func(s *Summary) string { return Spread(s.Lo, s.Hi) }},
		gridColumn{"floor", false, some(list, hasFloor), func(s *Summary) string { return Milliseconds(s.Floor) }},
		gridColumn{"server", false, true, func(s *Summary) string { return Mebibytes(s.ServerRSS) }},
		gridColumn{"client", false, true, func(s *Summary) string { return Mebibytes(s.ClientRSS) }},
		gridColumn{"status", true, some(list, func(s *Summary) bool { return s.Status != OK }), func(s *Summary) string { return s.Status.String() }},
	))
}

// Normalized is the table of ratios to the baseline, with what a call comes to.
func Normalized(list []Summary) Grid {
	title := "Times and bytes of a call"
	ratios := len(list) > 0 && list[0].Baseline != ""
	if ratios {
		title = "Normalized to " + list[0].Baseline + ", and what a call comes to"
	}
	return newGrid(title, list, append(nameColumns(list),
		gridColumn{"best", false, ratios, func(s *Summary) string { return Times(s.Normal.Best) }},
		gridColumn{"median", false, ratios, func(s *Summary) string { return Times(s.Normal.Median) }},
		gridColumn{"interval", false, ratios && some(list, func(s *Summary) bool { return s.Normal.Hi > 0 }), func(s *Summary) string { return s.Normal.spread() }},
		gridColumn{"over floor", false, some(list, hasFloor), func(s *Summary) string { return Times(s.FloorRatio) }},
		gridColumn{"ms a call", false, true, func(s *Summary) string { return perCall(s) }},
		gridColumn{"request B", false, true, func(s *Summary) string { return orDash(digits(s.RequestBytes, 0)) }},
		gridColumn{"response B", false, true, func(s *Summary) string { return orDash(digits(s.ResponseBytes, 0)) }},
	))
}

// SmallestHeaps is the table of what a heap search found.
func SmallestHeaps(list []Summary) Grid {
	return newGrid("Smallest heap at which a cell completes, MiB", list, append(nameColumns(list),
		gridColumn{"server", false, true, func(s *Summary) string { return orDash(s.ServerHeap.String()) }},
		gridColumn{"client", false, true, func(s *Summary) string { return orDash(s.ClientHeap.String()) }},
		gridColumn{"status", true, some(list, func(s *Summary) bool { return s.Status != OK }), func(s *Summary) string { return s.Status.String() }},
	))
}

// nameColumns name a cell; stack and suite where there are several, and what keeps rows of one cell apart. The stack
// bears the marks of its weaknesses.
func nameColumns(list []Summary) []gridColumn {
	notes := footnotes(list)
	columns := []gridColumn{
		{"sequence", true, true, func(s *Summary) string { return s.Cell.Sequence }},
		{"policy", true, true, func(s *Summary) string { return s.Cell.Policy }},
		{"suite", true, severalSuites(list), func(s *Summary) string { return s.Cell.Suite }},
		{"stack", true, several(list, func(c Cell) string { return c.Stack }) > 1 || len(notes) > 0,
			func(s *Summary) string { return s.Cell.Stack + s.marks(notes) }},
	}
	for i, name := range apart(list) {
		columns = append(columns, gridColumn{name, true, true, func(s *Summary) string { return orDash(s.Apart[i].short) }})
	}
	return columns
}

// severalSuites reports whether there is more than one, beside "none", that of policies which use no suite.
func severalSuites(list []Summary) bool {
	suites := distinct(list, func(s Summary) string { return s.Cell.Suite })
	return len(slices.DeleteFunc(suites, func(s string) bool { return s == wssec.SuiteNone.String() })) > 1
}

func newGrid(title string, list []Summary, columns []gridColumn) Grid {
	columns = slices.DeleteFunc(columns, func(c gridColumn) bool { return !c.show })
	g := Grid{Title: title, Rows: make([][]string, len(list))}
	for _, c := range columns {
		g.Head = append(g.Head, c.head)
		if c.name && len(g.Head) == g.Names+1 {
			g.Names++
		}
		for i := range list {
			g.Rows[i] = append(g.Rows[i], c.text(&list[i]))
		}
	}
	return g
}

func hasFloor(s *Summary) bool { return s.Floor > 0 }

func some(list []Summary, is func(*Summary) bool) bool {
	for i := range list {
		if is(&list[i]) {
			return true
		}
	}
	return false
}

// several counts the different values of a part of the cells.
func several(list []Summary, part func(Cell) string) int {
	seen := map[string]bool{}
	for _, s := range list {
		seen[part(s.Cell)] = true
	}
	return len(seen)
}

func perCall(s *Summary) string {
	if s.Best == 0 || s.Calls == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(s.Best)/float64(s.Calls)/float64(time.Millisecond))
}

func (r Ratio) spread() string {
	if r.Hi == 0 {
		return "-"
	}
	return Times(r.Lo) + "-" + Times(r.Hi)
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
