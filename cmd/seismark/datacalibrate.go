package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"seismark/client/measure"
	"seismark/data"
)

type calibrateOptions struct {
	Catalogue string
	Small     int
	Large     int
}

func newDataCalibrate(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Find the fractions for wanted totals",
		Long: `Finds, for each sequence, the fraction of the catalogue's span and of the globe
for which its queries match just so many quakes in all, on the built-in
catalogue or another. Exit code 1 where no fraction does; the nearest is told.`,
		Example: `  seismark data calibrate
  seismark data calibrate --catalogue quakes.csv --small 500 --large 20000`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o calibrateOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return calibrate(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	catalogueFlag(cmd.Flags())
	cmd.Flags().Int("small", data.SmallTotal, "the `QUAKES` that the small sequence shall match")
	cmd.Flags().Int("large", data.LargeTotal, "the `QUAKES` that the large sequence shall match")
	return cmd
}

func calibrate(ctx context.Context, w io.Writer, o calibrateOptions) error {
	store, _, err := catalogue(ctx, o.Catalogue)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%-10s %8s %10s %10s %14s\n", "sequence", "calls", "wanted", "matched", "fraction"); err != nil {
		return err
	}
	var missed []string
	for _, s := range measure.Sequences() {
		want := map[string]int{"small": o.Small, "large": o.Large}[s.Name]
		fraction, total, err := data.Calibrate(store, s.Calls, s.Seed, want)
		if err != nil && !errors.Is(err, data.ErrInexact) {
			return exit(exitUsage, err)
		}
		if err != nil {
			missed = append(missed, s.Name)
		}
		if _, err := fmt.Fprintf(w, "%-10s %8d %10d %10d %14v\n", s.Name, s.Calls, want, total, fraction); err != nil {
			return err
		}
	}
	if missed != nil {
		return fmt.Errorf("%s: %w, the nearest is told", strings.Join(missed, ", "), data.ErrInexact)
	}
	return nil
}
