package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"seismark/data"
)

type importOptions struct {
	Format  string
	SkipBad bool `mapstructure:"skip-bad"`
	All     bool
	Out     string
}

func newDataImport(s *settings) *cobra.Command {
	var names []string
	for _, f := range data.Formats() {
		names = append(names, f.Name)
	}
	cmd := &cobra.Command{
		Use:   "import [flags] FILE|URL|-",
		Short: "Read a catalogue and tell what was kept",
		Long: `Reads a catalogue from a file, an http or https address, or stdin, compressed
with gzip or not, and tells what was kept. A bad line stops it. With --out the
quakes are written in compact form, which loads fastest; "data export" writes
others.`,
		Example: `  seismark data import quakes.csv
  seismark data import --skip-bad --out month.cat \
      https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/all_month.csv
  seismark run --catalogue month.cat`,
		Args: oneArg("FILE, URL or -"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var o importOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			if err := keepSource("--out", o.Out, args[0]); err != nil {
				return err
			}
			in := &data.Source{ReadCloser: io.NopCloser(cmd.InOrStdin()), Name: "stdin", Size: -1}
			if args[0] != "-" {
				var err error
				if in, err = data.Open(cmd.Context(), args[0]); err != nil {
					return err
				}
			}
			defer in.Close()
			return importCatalogue(cmd.Context(), cmd.OutOrStdout(), newVoice(cmd.ErrOrStderr()), in, o)
		},
	}
	f := cmd.Flags()
	f.String("format", "", "the `FORMAT` to read (default told from the content): "+strings.Join(names, ", "))
	f.Bool("skip-bad", false, "pass over bad lines and count them")
	f.Bool("all", false, "keep what is no earthquake too, and what has no magnitude")
	f.String("out", "", "the `FILE` to write, - for stdout")
	return cmd
}

func importCatalogue(ctx context.Context, w io.Writer, v voice, in *data.Source, o importOptions) error {
	if o.Format != "" {
		if _, err := data.FormatNamed(o.Format); err != nil {
			return exit(exitUsage, err)
		}
	}
	r, done := v.meter(in, in.Size, "reading")
	quakes, report, err := data.Import(ctx, r, data.Options{Source: in.Name, Format: o.Format, SkipBad: o.SkipBad, All: o.All})
	done()
	if err != nil {
		return importHint(err)
	}
	if o.Out != "" {
		if err := writeCatalogue(w, o.Out, "compact", slices.Values(quakes), report.Author); err != nil {
			return err
		}
	}
	if o.Out == "-" {
		w = v.w
	}
	return tellImport(w, in.Name, report)
}

// meter shows on a terminal how much of r was read; done takes the bar away.
func (v voice) meter(r io.Reader, size int64, what string) (metered io.Reader, done func()) {
	if !v.terminal {
		return r, func() {}
	}
	bar := progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(v.w),
		progressbar.OptionSetDescription(what),
		progressbar.OptionShowBytes(true),
		progressbar.OptionSetWidth(20),
		progressbar.OptionClearOnFinish(),
	)
	return io.TeeReader(r, bar), func() { bar.Clear() }
}

// importHint says how to get past a bad record.
func importHint(err error) error {
	if r := (*data.RecordError)(nil); errors.As(err, &r) {
		return hint(err, "--skip-bad passes over bad lines and counts them")
	}
	return err
}

func tellImport(w io.Writer, name string, r data.Report) error {
	var b strings.Builder
	row(&b, "catalogue", "%s", name)
	row(&b, "format", "%s", r.Format)
	row(&b, "records", "%s", counted(r.Read))
	row(&b, "kept", "%s", counted(r.Kept))
	for _, c := range []struct {
		label string
		n     int
		what  string
	}{
		{"left out", r.NotEarthquakes, "that are no earthquakes"},
		{"left out", r.NoMagnitude, "without a magnitude"},
		{"no depth", r.NoDepth, "kept with depth 0"},
		{"bad", r.Bad, "passed over"},
	} {
		if c.n > 0 {
			row(&b, c.label, "%s %s", counted(c.n), c.what)
		}
	}
	for _, e := range r.Errors {
		row(&b, "", "%s", strings.TrimPrefix(e.Error(), "data: "))
	}
	if rest := r.Bad - len(r.Errors); rest > 0 {
		row(&b, "", "and %s more", counted(rest))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
