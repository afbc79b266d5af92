package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seismark/client"
	"seismark/client/measure"
	"seismark/quake"
	"seismark/wssec"
)

// driving are the settings of drive.
type driving struct {
	remote      `mapstructure:",squash"`
	Stack       string
	Sequence    string
	Queries     string
	Passes      int
	Concurrency []int
	Step        bool
	Catalogue   string
	Heap        Size
	profiles    `mapstructure:",squash"`
}

func newDrive(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "drive [URL]",
		Short: "Walk a sequence of queries against a service, and time it",
		Long: `Walks a sequence of queries against a service of any make, pass after pass, and
prints one line of Go benchmark text a pass. The first pass is the cold one. A
pass whose total is wrong prints no line: drive ends with 3 and tells the
counts. With several levels of concurrency it walks the passes at each, and
ends with their throughput, as comments.

` + defaultURL,
		Example: `  seismark drive http://127.0.0.1:8800/seismic/sign
  seismark drive http://10.0.0.2:8080/quakes --policy signencr --passes 3
  seismark drive --concurrency 1,2,4,8,16 >passes.txt`,
		Args: upTo(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var o driving
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return o.during(o.Heap, cmd.ErrOrStderr(), func() error {
				return drive(cmd.Context(), o, args, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			})
		},
	}
	f := cmd.Flags()
	remoteFlags(f, measure.Lean)
	f.String("stack", "", "the `NAME` of what is driven, for the lines (default seismark- and the engine)")
	f.String("sequence", measure.Sequences()[0].Name, "the `NAME` of the sequence: "+sequenceNames())
	f.String("queries", "", "ask the queries of a `FILE`, a line each: dates, longitudes and latitudes, from and to, and how many quakes match; --sequence is then but a name")
	f.Int("passes", 7, "how many passes, with the cold one")
	f.IntSlice("concurrency", []int{1}, "how many `CALLS` at a time, or several such levels")
	f.Bool("step", false, "wait for a line on stdin before each pass, and end with stdin")
	f.String("catalogue", "", "the catalogue of the service, a `FILE` or address, to know the right total (default the built-in one)")
	f.Var(new(Size), "heap", "end with an error where live memory passes this `SIZE`; 0 for no limit")
	profileFlags(f)
	return cmd
}

func sequenceNames() string {
	var names []string
	for _, s := range measure.Sequences() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// drive prints a line for every pass.
func drive(ctx context.Context, o driving, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if o.Passes < 1 {
		return usagef("--passes %d: must be at least 1", o.Passes)
	}
	if len(o.Concurrency) == 0 || slices.Min(o.Concurrency) < 1 {
		return usagef("--concurrency: each level must be at least 1 call at a time")
	}
	sequence, queries, err := o.sequence(ctx)
	if err != nil {
		return err
	}
	address, policy, err := o.endpoint(args)
	if err != nil {
		return err
	}
	cell, err := o.cell(policy, sequence)
	if err != nil {
		return err
	}
	w := newWalker(queries)
	engine, library, err := o.engine(wssec.Initiator, policy)
	if err != nil {
		return err
	}
	if w.client, err = o.client(address, client.Config{Engine: engine, Exchange: w.weigh}); err != nil {
		return err
	}
	d := driver{walker: w, cell: cell, sequence: sequence, out: stdout, next: steps(ctx, o.Step, stdin)}
	load := o.look(newVoice(stderr))
	d.describe = func() { o.describe(stdout, load, library) }
	return d.drive(ctx, o.Concurrency, o.Passes)
}

// look sees whether others keep the machine busy, and warns. Who steps the passes has looked.
func (o *driving) look(v voice) (load string) {
	if o.Step {
		return ""
	}
	here := measure.ThisMachine()
	if doubt := here.Doubt(); doubt != "" {
		v.say("%s %s", v.paint(yellow, "warning:"), doubt)
	}
	return fmt.Sprintf("# load-of-others: %.2f\n", here.Load)
}

// describe writes what the lines were measured with.
func (o *driving) describe(w io.Writer, load, library string) {
	fmt.Fprint(w, load)
	fmt.Fprintf(w, "transport: %s\n", o.Transport)
	if library != "" {
		fmt.Fprintf(w, "rsa: %s\n", library)
	}
}

// cell is what the lines are of.
func (o driving) cell(policy wssec.Policy, s measure.Sequence) (measure.Cell, error) {
	c := measure.Cell{Stack: cmp.Or(o.Stack, "seismark-"+o.Engine), Policy: policy.Name, Suite: policy.Suite.String(), Sequence: s.Name}
	if read, err := measure.ParseCell(c.String()); err != nil || read != c {
		return c, usagef("--stack %q: must be a name without blanks and slashes", o.Stack)
	}
	return c, nil
}

// sequence is that of a file, or that of the service's catalogue.
func (o driving) sequence(ctx context.Context) (measure.Sequence, []quake.Query, error) {
	s, err := measure.SequenceNamed(o.Sequence)
	if err != nil {
		return s, nil, usagef("--sequence: %w", err)
	}
	if o.Queries != "" {
		return o.queries(s)
	}
	if o.Catalogue == "" {
		return s, s.Queries(), nil // its total is known
	}
	store, _, err := catalogue(ctx, o.Catalogue)
	if err != nil {
		return s, nil, err
	}
	s = s.On(store)
	return s, s.Queries(), nil
}

// queries are those of the file, in the place of a sequence's own.
func (o driving) queries(s measure.Sequence) (measure.Sequence, []quake.Query, error) {
	file, err := os.Open(o.Queries)
	if err != nil {
		return s, nil, fmt.Errorf("--queries: %w", fileError(err))
	}
	defer file.Close()
	queries, matches, err := measure.ReadQueries(file)
	if err != nil {
		return s, nil, fmt.Errorf("--queries %s: %w", o.Queries, err)
	}
	s.Calls, s.Want = len(queries), matches
	return s, queries, nil
}
