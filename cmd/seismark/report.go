package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seismark/client/measure"
)

func newReport(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report FILE...",
		Short: "Show results again, or in another form",
		Long: `Reads result files of run, Go benchmark text or JSON, and shows them as tables
or bars, or writes them as CSV, JSON, Markdown or benchmark text. Passes of the
same cell in several files are put together where machine, versions, catalogue
and settings are the same; where they differ, the cell has a row for each, and a
column for what differs. A cell is compared with a floor and a baseline of its
own settings alone. A run that is given twice, say as text and as JSON, counts
once. - is stdin.`,
		Example: `  seismark report result.txt
  seismark report monday.txt tuesday.json --csv both.csv
  seismark report --bars result.txt
  seismark report --baseline stack=seismark-dom --markdown - all.txt`,
		Args: someArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var v views
			if err := s.load(cmd, &v); err != nil {
				return err
			}
			runs, err := readResults(args, cmd.InOrStdin(), newVoice(cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			return report(runs, v, cmd.OutOrStdout())
		},
	}
	viewFlags(cmd.Flags())
	return cmd
}

// readResults reads the runs of files. Runs that are alike to the last digit are one: counted twice, it would
// seem surer than it is.
func readResults(paths []string, stdin io.Reader, v voice) ([]measure.Run, error) {
	var runs []measure.Run
	from := map[string]string{} // files by the text of their runs
	for _, path := range paths {
		more, err := readResult(path, stdin)
		if err != nil {
			return nil, err
		}
		for _, r := range more {
			text := new(strings.Builder)
			if err := r.Write(text); err != nil {
				return nil, err
			}
			if other, ok := from[text.String()]; ok {
				v.say("%s: %s is in %s already: it counts once", path, runName(r), other)
				continue
			}
			from[text.String()] = path
			runs = append(runs, r)
		}
	}
	return runs, nil
}

// runName tells a run by its time.
func runName(r measure.Run) string {
	if r.Conditions.Time.IsZero() {
		return "a run"
	}
	return "the run of " + r.Conditions.Time.Format(time.DateTime) + " UTC"
}

func readResult(path string, stdin io.Reader) ([]measure.Run, error) {
	if path == "-" {
		return measure.Read(stdin, "stdin")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	defer file.Close()
	return measure.Read(file, path)
}

// report writes all views of runs.
func report(runs []measure.Run, v views, stdout io.Writer) error {
	baseline, err := baselineOf(v.Baseline, measure.Cells(runs))
	if err != nil {
		return err
	}
	if err := v.check(); err != nil {
		return err
	}
	return v.write(runs, baseline, stdout, "")
}
