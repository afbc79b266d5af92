package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seismark/client"
	"seismark/client/measure"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// asking are the settings of query.
type asking struct {
	remote `mapstructure:",squash"`
	bounds `mapstructure:",squash"`

	Gzip   bool
	Format string
	Dump   string
	Heap   Size
}

func newQuery(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "query [URL]",
		Short: "Ask a service for earthquakes",
		Long: `Asks a service for the earthquakes within bounds. A bound that is not given does
not restrict. Dates are inclusive; of the others the lower bound is in the range
and the upper one is not. The table leaves out the areas and thousandths of a
second, and cuts long names, to fit 80 columns; the other formats have all.

` + defaultURL,
		Example: `  seismark query --min-mag 7
  seismark query --min-lat 30 --max-lat 46 --min-long 129 --max-long 146
  seismark query --min-date 2001-01-01 --max-date 2001-12-31 --format csv
  seismark query http://127.0.0.1:8800/seismic/signencr --min-mag 8 \
      --dump messages`,
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
	remoteFlags(f, measure.Net)
	f.Bool("gzip", false, "send the request in gzip, and ask for the answer in it")
	f.String("format", quakeFormats[0].name, "the `FORMAT` of the answer: "+quakeFormatNames())
	f.String("dump", "", "write the messages as they were sent and received to request.xml and response.xml in `FOLDER`")
	f.Var(new(Size), "heap", "end with an error where live memory passes this `SIZE`; 0 for no limit")
	return cmd
}

// query asks once and writes the quakes.
func query(ctx context.Context, o asking, args []string, stdout, stderr io.Writer) error {
	limitHeap(o.Heap, stderr, func() error { return nil })
	write, err := quakeFormat(o.Format)
	if err != nil {
		return err
	}
	q, err := o.bounds.query()
	if err != nil {
		return err
	}
	address, policy, err := o.endpoint(args)
	if err != nil {
		return err
	}
	engine, _, err := o.engine(wssec.Initiator, policy)
	if err != nil {
		return err
	}
	body, messages := &tap{Engine: engine}, &dump{dir: o.Dump}
	if o.Format == "xml" { // the others need no copy of the Body
		engine = body
	}
	c, err := o.client(address, client.Config{Engine: engine, Gzip: o.Gzip, Exchange: messages.write})
	if err != nil {
		return err
	}
	var r seismic.Results
	if err := c.Match(ctx, q, &r); err != nil {
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

// Exchange keeps it for the one call that there is.
func (t *tap) Exchange(r *wssec.Request) wssec.Engine {
	t.Engine = wssec.Exchange(t.Engine, r)
	return t
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
