package measure

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"seismark/wssec"
)

// BarsWidth is how wide bars are drawn with all that stands beside them.
const BarsWidth = 80

// leastBar is how many columns a bar has at least, however long the names are.
const leastBar = 16

// HasBars reports whether there is anything that bars could show.
func HasBars(list []Summary) bool { return some(list, func(s *Summary) bool { return s.Best > 0 }) }

// WriteBars draws the best passes as bars of text: a figure for each sequence, and in it a group of stacks for each
// policy. All bars of a figure have one scale. With a baseline they are times over it, else milliseconds.
func WriteBars(w io.Writer, list []Summary) error {
	var b strings.Builder
	marks := footnotes(list)
	suites := severalSuites(list)
	for _, sequence := range distinct(list, func(s Summary) string { return s.Cell.Sequence }) {
		of := slices.DeleteFunc(slices.Clone(list), func(s Summary) bool { return s.Cell.Sequence != sequence })
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		newFigure(of, marks, suites).draw(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// figure is what is drawn of a sequence.
type figure struct {
	title string
	bars  []bar
}

// bar is a line of a figure.
type bar struct {
	group   string
	label   string
	numbers []string
	length  float64 // zero for none
	why     string  // there is none
}

func newFigure(list []Summary, marks []string, suites bool) figure {
	first := &list[0]
	f := figure{title: fmt.Sprintf("%s, %d calls: milliseconds of the best pass; shorter is faster", first.Cell.Sequence, first.Calls)}
	if first.Baseline != "" {
		f.title = fmt.Sprintf("%s, %d calls: the best pass over that of %s; shorter is faster", first.Cell.Sequence, first.Calls, first.Baseline)
	}
	for i := range list {
		f.bars = append(f.bars, newBar(&list[i], marks, suites))
	}
	return f
}

func newBar(s *Summary, marks []string, suites bool) bar {
	b := bar{group: s.Cell.Policy, label: s.Cell.Stack + s.marks(marks), numbers: []string{known(s.Best > 0, Milliseconds(s.Best)+" ms")}, length: float64(s.Best)}
	if suites && s.Cell.Suite != wssec.SuiteNone.String() {
		b.group += ", " + s.Cell.Suite
	}
	for _, t := range s.Apart {
		if t.short != "" {
			b.label += ", " + t.Name + " " + t.short
		}
	}
	if s.Baseline != "" {
		b.numbers, b.length = []string{Times(s.Normal.Best), b.numbers[0]}, s.Normal.Best
	}
	switch {
	case b.length > 0:
	case s.Status != OK:
		b.why = s.Status.String()
	default:
		b.why = "not normalized"
	}
	return b
}

// draw writes the lines of a figure, all numbers and all bars below each other.
func (f figure) draw(b *strings.Builder) {
	label, numbers, longest := 0, make([]int, len(f.bars[0].numbers)), 0.
	for _, bar := range f.bars {
		label, longest = max(label, utf8.RuneCountInString(bar.label)), max(longest, bar.length)
		for i, n := range bar.numbers {
			numbers[i] = max(numbers[i], utf8.RuneCountInString(n))
		}
	}
	room := BarsWidth - (2 + label + 2)
	for _, n := range numbers {
		room -= n + 2
	}
	fmt.Fprintln(b, f.title)
	group := ""
	for _, bar := range f.bars {
		if bar.group != group {
			group = bar.group
			fmt.Fprintf(b, "\n%s\n", group)
		}
		fmt.Fprintf(b, "  %-*s", label, bar.label)
		for i, n := range bar.numbers {
			fmt.Fprintf(b, "  %*s", numbers[i], n)
		}
		drawn := bar.why
		if bar.length > 0 {
			drawn = blocks(bar.length/longest, max(room, leastBar))
		}
		fmt.Fprintf(b, "  %s\n", drawn)
	}
}

// blocks is a part of a width in blocks, to the eighth of a column; a little stays visible.
func blocks(part float64, width int) string {
	const full, eighths = "█", "▏▎▍▌▋▊▉"
	n := max(int(part*float64(width)*8+0.5), 1)
	text := strings.Repeat(full, n/8)
	if n%8 > 0 {
		text += string([]rune(eighths)[n%8-1])
	}
	return text
}
