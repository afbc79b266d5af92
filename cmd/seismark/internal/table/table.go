// Package table draws tables for a terminal. It computes nothing: what it draws, package measure made.
package table

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"seismark/client/measure"
)

// Draw draws a grid: names at the left, figures at the right of their columns, no lines but one under the
// heads.
func Draw(w io.Writer, g measure.Grid) error {
	align := make([]tw.Align, len(g.Head))
	for i := range align {
		align[i] = tw.AlignRight
		if i < g.Names {
			align[i] = tw.AlignLeft
		}
	}
	fmt.Fprintln(w, g.Title)
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
	t.Header(g.Head)
	if err := t.Bulk(g.Rows); err != nil {
		return err
	}
	return t.Render()
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
