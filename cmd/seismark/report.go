package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"seismark/client/measure"
)

func newReport(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report FILE...",
		Short: "Show results again, or in another form",
		Long: `Reads result files of run, Go benchmark text or JSON, and shows them as tables,
or writes them as CSV, JSON, Markdown or benchmark text. Passes of the same cell
in several files are put together. - is stdin.`,
		Example: `  seismark report result.txt
  seismark report monday.txt tuesday.json --csv both.csv
  seismark report --baseline stack=seismark-dom --markdown - all.txt`,
		Args: someArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var v views
			if err := s.load(cmd, &v); err != nil {
				return err
			}
			runs, err := readResults(args, cmd.InOrStdin())
			if err != nil {
				return err
			}
			return report(runs, v, cmd.OutOrStdout())
		},
	}
	viewFlags(cmd.Flags())
	return cmd
}

// readResults reads the runs of files.
func readResults(paths []string, stdin io.Reader) ([]measure.Run, error) {
	var runs []measure.Run
	for _, path := range paths {
		more, err := readResult(path, stdin)
		if err != nil {
			return nil, err
		}
		runs = append(runs, more...)
	}
	return runs, nil
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
