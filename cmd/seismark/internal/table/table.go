// Package table draws tables for a terminal. It computes nothing: what it draws, package measure made.
package table

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"seismark/client/measure"
)

// Draw draws a grid: names at the left, figures at the right of their columns, no lines but one under the
// heads. A grid that is wider than width is drawn in parts, one below the other, each with the names; zero is
// no limit.
func Draw(w io.Writer, g measure.Grid, width int) error {
	fmt.Fprintln(w, g.Title)
	for i, columns := range parts(g, width) {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := drawPart(w, g, columns); err != nil {
			return err
		}
	}
	return nil
}

// parts are the columns of each part: the names, and of the others as many as fit, but one at least.
func parts(g measure.Grid, width int) [][]int {
	var names, part []int
	var list [][]int
	taken, used := 0, 0 // columns of the terminal, by the names and by the part
	for column := range g.Head {
		n := columnWidth(g, column)
		if column < g.Names {
			names, taken = append(names, column), taken+n
			continue
		}
		if part != nil && width > 0 && taken+used+n > width {
			list = append(list, slices.Concat(names, part))
			part, used = nil, 0
		}
		part, used = append(part, column), used+n
	}
	return append(list, slices.Concat(names, part))
}

// columnWidth is that of a column with a blank at both sides.
func columnWidth(g measure.Grid, column int) int {
	n := utf8.RuneCountInString(g.Head[column])
	for _, row := range g.Rows {
		n = max(n, utf8.RuneCountInString(row[column]))
	}
	return n + 2
}

func drawPart(w io.Writer, g measure.Grid, columns []int) error {
	align := make([]tw.Align, len(columns))
	for i, column := range columns {
		align[i] = tw.AlignRight
		if column < g.Names {
			align[i] = tw.AlignLeft
		}
	}
	t := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint()),
		tablewriter.WithRendition(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleLight),
			Settings: tw.Settings{
				Lines:      tw.Lines{ShowTop: tw.Off, ShowBottom: tw.Off, ShowHeaderLine: tw.On, ShowFooterLine: tw.Off},
				Separators: tw.Separators{ShowHeader: tw.On, BetweenRows: tw.Off, BetweenColumns: tw.Off},
			},
		}),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
	)
	t.Header(picked(g.Head, columns))
	for _, row := range g.Rows {
		if err := t.Append(picked(row, columns)); err != nil {
			return err
		}
	}
	return t.Render()
}

// picked are the columns of a row.
func picked(row []string, columns []int) []string {
	cells := make([]string, len(columns))
	for i, column := range columns {
		cells[i] = row[column]
	}
	return cells
}

// Legend writes the lines below the tables, those that are longer than width in several.
func Legend(w io.Writer, lines []string, width int) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, fold(line, width)); err != nil {
			return err
		}
	}
	return nil
}

// fold breaks a text at spaces, and indents what follows. A word that is longer than width stays whole.
func fold(text string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case i == 0:
		case column+1+n > width:
			b.WriteString("\n    ")
			column = 4
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}
