package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"seismark/client"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// asking are the settings of query.
type asking struct {
	remote  `mapstructure:",squash"`
	MinDate Instant `mapstructure:"min-date"`
	MaxDate Instant `mapstructure:"max-date"`

	MinLong  Bound `mapstructure:"min-long"`
	MaxLong  Bound `mapstructure:"max-long"`
	MinLat   Bound `mapstructure:"min-lat"`
	MaxLat   Bound `mapstructure:"max-lat"`
	MinMag   Bound `mapstructure:"min-mag"`
	MaxMag   Bound `mapstructure:"max-mag"`
	MinDepth Bound `mapstructure:"min-depth"`
	MaxDepth Bound `mapstructure:"max-depth"`

	Format string
	Dump   string
}

func newQuery(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "query [URL]",
		Short: "Ask a service for earthquakes",
		Long: `Asks a service for the earthquakes within bounds. A bound that is not given does
not restrict. Dates are inclusive; of the others the lower bound is in the range
and the upper one is not.`,
		Example: `  seismark query --min-mag 7
  seismark query http://127.0.0.1:8800/seismic/sign --min-lat 30 --max-lat 46 --min-long 129 --max-long 146
  seismark query --min-date 2001-01-01 --max-date 2001-12-31 --format csv >2001.csv
  seismark query http://127.0.0.1:8800/seismic/signencr --min-mag 8 --dump messages`,
		Args: upTo(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var o asking
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return query(cmd.Context(), o, args, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	boundFlags(f)
	remoteFlags(f)
	f.String("format", quakeFormats[0].name, "the `FORMAT` of the answer: "+quakeFormatNames())
	f.String("dump", "", "write the messages as they were sent and received to request.xml and response.xml in `FOLDER`")
	return cmd
}

func boundFlags(f *pflag.FlagSet) {
	f.Var(new(Instant), "min-date", "the first `TIME`, such as 2001-08-09 or 2001-08-09T22:48:39Z")
	f.Var(new(Instant), "max-date", "the last `TIME`")
	for _, axis := range []struct{ name, what string }{
		{"long", "longitude in degrees, east positive"}, {"lat", "latitude in degrees, north positive"},
		{"mag", "magnitude"}, {"depth", "depth in kilometres"},
	} {
		f.Var(new(Bound), "min-"+axis.name, axis.what+": at least this `NUMBER`")
		f.Var(new(Bound), "max-"+axis.name, axis.what+": below this `NUMBER`")
	}
}

// Bound is one end of a range as a flag and setting. Empty is none.
type Bound struct {
	value float32
	given bool
}

// String is the bound as Set reads it.
func (b *Bound) String() string {
	if !b.given {
		return ""
	}
	return strconv.FormatFloat(float64(b.value), 'g', -1, 32)
}

// Set reads a bound.
func (b *Bound) Set(text string) error {
	if text == "" {
		*b = Bound{}
		return nil
	}
	v, err := strconv.ParseFloat(text, 32)
	if err != nil {
		return errors.New("must be a number")
	}
	*b = Bound{float32(v), true}
	return nil
}

// Type is the word in a usage text.
func (b *Bound) Type() string { return "number" }

// UnmarshalText is Set.
func (b *Bound) UnmarshalText(text []byte) error { return b.Set(string(text)) }

func between(lo, hi Bound) quake.Range {
	return quake.Range{Min: lo.value, HasMin: lo.given, Max: hi.value, HasMax: hi.given}
}

func (o asking) query() quake.Query {
	return quake.Query{
		MinDate: o.MinDate.Time, MaxDate: o.MaxDate.Time,
		Longitude: between(o.MinLong, o.MaxLong), Latitude: between(o.MinLat, o.MaxLat),
		Magnitude: between(o.MinMag, o.MaxMag), Depth: between(o.MinDepth, o.MaxDepth),
	}
}

// query asks once and writes the quakes.
func query(ctx context.Context, o asking, args []string, stdout, stderr io.Writer) error {
	write, err := quakeFormat(o.Format)
	if err != nil {
		return err
	}
	address, policy, err := o.endpoint(args)
	if err != nil {
		return err
	}
	engine, err := o.engine(wssec.Initiator, policy)
	if err != nil {
		return err
	}
	body, messages := &tap{Engine: engine}, &dump{dir: o.Dump}
	c, err := o.client(address, policy, client.Config{Engine: body, Exchange: messages.write})
	if err != nil {
		return err
	}
	var r seismic.Results
	if err := c.Match(ctx, o.query(), &r); err != nil {
		return callHint(err)
	}
	if messages.err != nil {
		return fmt.Errorf("--dump: %w", messages.err)
	}
	if err := write(stdout, answered{&r, body.body}); err != nil {
		return err
	}
	newVoice(stderr).say("%d quakes in %d areas", r.Count(), len(r.Sets))
	return nil
}

// tap keeps the Body that an engine verified.
type tap struct {
	wssec.Engine
	body []byte
}

func (t *tap) Open(envelope []byte) (*wssec.Message, error) {
	m, err := t.Engine.Open(envelope)
	if err == nil {
		t.body = slices.Clone(m.Body)
	}
	return m, err
}

// dump writes messages to a folder, byte for byte, also those of a call that fails.
type dump struct {
	dir string
	err error
}

func (d *dump) write(request, response []byte) {
	if d.dir == "" {
		return
	}
	if d.err = os.MkdirAll(d.dir, 0o755); d.err != nil {
		return
	}
	for name, message := range map[string][]byte{"request.xml": request, "response.xml": response} {
		if err := os.WriteFile(filepath.Join(d.dir, name), message, 0o600); err != nil {
			d.err = err
		}
	}
}

func quakeFormatNames() string {
	var names []string
	for _, f := range quakeFormats {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}
