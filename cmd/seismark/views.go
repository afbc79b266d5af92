package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"seismark/client/measure"
	"seismark/cmd/seismark/internal/table"
)

// views are where results are written to besides the tables, "-" for stdout in place of the tables, and
// what times are normalized to.
type views struct {
	CSV, JSON, Markdown, Bench, Baseline string
	Bars                                 bool // in place of the tables
}

func viewFlags(f *pflag.FlagSet) {
	f.String("baseline", "", "normalize to the cells of `KEY=VALUE`: policy=plain, stack=NAME (default policy=plain where there is one)")
	f.Bool("bars", false, "draw bars of the best passes in place of the tables, in Markdown too: a figure for each sequence, shorter is faster")
	fileFlags(f, "csv", "json", "markdown", "bench")
}

// fileFlags adds the flags of some of the files.
func fileFlags(f *pflag.FlagSet, names ...string) {
	for _, file := range [][2]string{
		{"csv", "write the normalized CSV, a row a cell, to `FILE`"},
		{"json", "write all records and their summaries as JSON to `FILE`"},
		{"markdown", "write the tables as Markdown to `FILE`"},
		{"bench", "write Go benchmark text, a line a pass, to `FILE`; - is stdout, here as above"},
	} {
		if slices.Contains(names, file[0]) {
			f.String(file[0], "", file[1])
		}
	}
}

// view is one of them.
type view struct {
	flag, path string
	write      func(io.Writer, []measure.Run, []measure.Summary) error
}

func (v *views) list() []view {
	return []view{
		{"csv", v.CSV, func(w io.Writer, _ []measure.Run, list []measure.Summary) error { return measure.WriteCSV(w, list) }},
		{"json", v.JSON, measure.WriteJSON},
		{"markdown", v.Markdown, v.markdown},
		{"bench", v.Bench, func(w io.Writer, runs []measure.Run, _ []measure.Summary) error { return measure.WriteText(w, runs) }},
	}
}

// barred reports whether bars are to stand in the place of tables. What has no times keeps its tables.
func (v *views) barred(list []measure.Summary) bool { return v.Bars && measure.HasBars(list) }

func (v *views) markdown(w io.Writer, runs []measure.Run, list []measure.Summary) error {
	if v.barred(list) {
		return measure.WriteMarkdownBars(w, runs, list)
	}
	return measure.WriteMarkdown(w, runs, list)
}

// check reports files that cannot be written, and what two views would write to, before anything is done.
func (v *views) check() error {
	var files [][2]string
	for _, view := range v.list() {
		files = append(files, [2]string{view.flag, view.path})
	}
	if err := distinct(files...); err != nil {
		return err
	}
	for _, view := range v.list() {
		if view.path == "" {
			continue
		}
		if err := writable(view.path); err != nil {
			return fmt.Errorf("--%s: %w", view.flag, err)
		}
	}
	return nil
}

// finish writes the views of a run, whose benchmark text is written already, and draws the tables.
func (v *views) finish(runs []measure.Run, b measure.Baseline, stdout io.Writer) error {
	cells := measure.Cells(runs)
	if len(cells) == 0 {
		return nil
	}
	if b.Check(cells) != nil {
		b = measure.Baseline{} // the run ended before it came to it
	}
	return v.write(runs, b, stdout, "bench")
}

// write draws the tables, unless a view takes stdout, and writes all views but one. What cannot be written
// does not keep the rest from it.
func (v *views) write(runs []measure.Run, b measure.Baseline, stdout io.Writer, but string) error {
	list, err := measure.Summarize(runs, b)
	if err != nil {
		return err
	}
	var failed []error
	if !v.takeStdout() {
		failed = append(failed, v.draw(stdout, runs, list))
	}
	for _, view := range v.list() {
		if view.path == "" || view.flag == but {
			continue
		}
		write := func(w io.Writer) error { return view.write(w, runs, list) }
		if err := replace(view.path, stdout, write); err != nil {
			failed = append(failed, fmt.Errorf("--%s: %w", view.flag, err))
		}
	}
	return errors.Join(failed...)
}

// takeStdout reports whether one of the views is written to stdout.
func (v *views) takeStdout() bool {
	return slices.ContainsFunc(v.list(), func(view view) bool { return view.path == "-" })
}

// draw fits tables and legend into a terminal. In a pipe a table keeps its rows whole.
func (v *views) draw(w io.Writer, runs []measure.Run, list []measure.Summary) error {
	width := columns(w)
	if v.barred(list) {
		if err := measure.WriteBars(w, list); err != nil {
			return err
		}
		fmt.Fprintln(w)
		return table.Legend(w, measure.Legend(runs, list), cmp.Or(width, 80))
	}
	for _, grid := range measure.Grids(runs, list) {
		if err := table.Draw(w, grid, width); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return table.Legend(w, measure.Legend(runs, list), cmp.Or(width, 80))
}

// baselineOf is the baseline that was asked for, or plain where there is one.
func baselineOf(text string, cells []measure.Cell) (measure.Baseline, error) {
	if text == "" {
		plain := measure.PlainBaseline()
		if plain.Check(cells) != nil {
			return measure.Baseline{}, nil
		}
		return plain, nil
	}
	var b measure.Baseline
	if err := b.Set(text); err != nil {
		return b, usagef("--baseline: %w", err)
	}
	if err := b.Check(cells); err != nil {
		return b, usagef("--baseline: %w", err)
	}
	return b, nil
}
