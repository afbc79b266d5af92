package measure

import (
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes the tables and the legend as Markdown.
func WriteMarkdown(w io.Writer, runs []Run, list []Summary) error {
	var b strings.Builder
	for _, g := range Grids(runs, list) {
		g.markdown(&b)
	}
	return writeWithLegend(w, &b, runs, list)
}

// WriteMarkdownBars writes bars, in a fenced block, and the legend as Markdown.
func WriteMarkdownBars(w io.Writer, runs []Run, list []Summary) error {
	var b strings.Builder
	b.WriteString("```text\n")
	if err := WriteBars(&b, list); err != nil {
		return err
	}
	b.WriteString("```\n\n")
	return writeWithLegend(w, &b, runs, list)
}

func writeWithLegend(w io.Writer, b *strings.Builder, runs []Run, list []Summary) error {
	for _, line := range Legend(runs, list) {
		fmt.Fprintf(b, "- %s\n", markdownText(line))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Grids are the tables that runs fill. Beside passes a floor is a column; alone it is shown item by item.
func Grids(runs []Run, list []Summary) []Grid {
	var passes, heaps, floors int
	for _, r := range runs {
		passes, heaps, floors = passes+len(r.Passes), heaps+len(r.Heaps), floors+len(r.Floors)
	}
	var grids []Grid
	if passes > 0 || heaps == 0 && floors == 0 {
		grids = append(grids, Absolute(list))
	}
	if passes > 0 {
		grids = append(grids, Normalized(list))
	}
	if heaps > 0 {
		grids = append(grids, SmallestHeaps(list))
	}
	if passes == 0 {
		grids = append(grids, FloorGrids(runs)...)
	}
	return grids
}

func (g *Grid) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "**%s**\n\n", markdownText(g.Title))
	row := func(cells []string) {
		b.WriteByte('|')
		for _, c := range cells {
			fmt.Fprintf(b, " %s |", markdownText(c))
		}
		b.WriteByte('\n')
	}
	row(g.Head)
	b.WriteByte('|')
	for i := range g.Head {
		if i < g.Names {
			b.WriteString(" --- |")
		} else {
			b.WriteString(" ---: |")
		}
	}
	b.WriteByte('\n')
	for _, r := range g.Rows {
		row(r)
	}
	b.WriteByte('\n')
}

// markdownText escapes what Markdown would take as its own.
func markdownText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "`", "\\`", "\n", " ").Replace(text)
}
