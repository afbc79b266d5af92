package main

import (
	"context"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"seismark/data"
	"seismark/quake"
)

func newData(s *settings) *cobra.Command {
	return group(&cobra.Command{
		Use:   "data",
		Short: "Tell about catalogues of earthquakes, make and convert them",
		Long: `Tells about catalogues of earthquakes, makes and converts them. The built-in one
is synthetic: it has the statistics of real seismicity, but no real earthquakes.`,
	}, newDataInfo(s), newDataGenerate(s), newDataImport(s), newDataExport(s), newDataCalibrate(s))
}

type generateOptions struct {
	Seed   int64
	Quakes int
	First  Instant
	Last   LastInstant
	Format string
	Out    string
}

func newDataGenerate(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make a synthetic catalogue from a seed",
		Long: `Makes a synthetic catalogue, the same for the same seed and extent: along plate
boundaries, with aftershocks, magnitudes and depths as real catalogues have
them. Without flags it is the built-in one.`,
		Example: `  seismark data generate > quakes.txt
  seismark data generate --seed 7 --quakes 500000 --format compact --out big.cat`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o generateOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return generate(cmd.OutOrStdout(), newVoice(cmd.ErrOrStderr()), o)
		},
	}
	f := cmd.Flags()
	f.Int64("seed", data.BuiltinSeed, "the `NUMBER` that the catalogue grows from")
	f.Int("quakes", data.BuiltinQuakes, "how many quakes (`NUMBER`)")
	f.Var(&Instant{data.First()}, "first", "the `TIME` of the first quake")
	f.Var(&LastInstant{Instant{data.Last()}}, "last", "the `TIME` of the last quake; a date alone is its end")
	outFlags(f)
	return cmd
}

// outFlags are the flags of the verbs that write a catalogue.
func outFlags(f *pflag.FlagSet) {
	var names []string
	for _, format := range data.Formats() {
		names = append(names, format.Name)
	}
	f.String("format", "original", "the `FORMAT` to write: "+strings.Join(names, ", "))
	f.String("out", "-", "the `FILE` to write, - for stdout")
}

func generate(w io.Writer, v voice, o generateOptions) error {
	if _, err := data.FormatNamed(o.Format); err != nil {
		return exit(exitUsage, err)
	}
	if o.Quakes == 0 { // which means the default to Generate
		return usagef("--quakes 0: there must be at least two")
	}
	quakes, err := data.Generate(o.Seed, data.Extent{Quakes: o.Quakes, First: o.First.Time, Last: o.Last.Time})
	if err != nil {
		return exit(exitUsage, err)
	}
	v.say("%s", data.Description)
	return writeCatalogue(w, o.Out, o.Format, slices.Values(quakes), data.Author)
}

// writeCatalogue writes quakes in a format to a file, - for w.
func writeCatalogue(w io.Writer, path, format string, quakes iter.Seq[quake.Quake], author string) error {
	return fileError(replace(path, w, func(w io.Writer) error { return data.Export(w, format, quakes, author) }))
}

type exportOptions struct {
	Catalogue string
	Format    string
	Out       string
}

func newDataExport(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write a catalogue in any format",
		Example: `  seismark data export --format quakeml --out quakes.xml
  seismark data export --catalogue quakes.csv > quakes.txt`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o exportOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return export(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	catalogueFlag(cmd.Flags())
	outFlags(cmd.Flags())
	return cmd
}

func export(ctx context.Context, w io.Writer, o exportOptions) error {
	if _, err := data.FormatNamed(o.Format); err != nil {
		return exit(exitUsage, err)
	}
	if err := keepSource("--out", o.Out, o.Catalogue); err != nil {
		return err
	}
	store, name, err := catalogue(ctx, o.Catalogue)
	if err != nil {
		return err
	}
	author := ""
	if name == data.Description {
		author = data.Author
	}
	return writeCatalogue(w, o.Out, o.Format, store.All(), author)
}
