package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"seismark/client/measure"
	"seismark/cmd/seismark/internal/table"
	"seismark/wssec"
)

// crossOptions are the settings of cross.
type crossOptions struct {
	matrix `mapstructure:",squash"`
	Stacks []string
	Peers  string

	Transport measure.Transport
	With      string
	Dump      string
	DumpAll   bool `mapstructure:"dump-all"`
	Timed     bool

	CSV, JSON, Markdown string
}

func newCross(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cross",
		Short: "Let every stack's client call every stack's server",
		Long: `Lets the client of every stack call the server of every stack, under each
policy, through each sequence once. A pairing passes where every answer came and
the total is right; it refuses where one side refused what the other sent, and
the fault is told; it fails where a process died, hung or never spoke; it cannot
where a side does not do the policy or the suite. Stacks are ours and those of
other people that are built. The suite is one that most of them speak.

With --dump each pairing that does not pass has a folder with its last messages,
request.xml and response.xml, their heads apart, and what both processes wrote
to their error output meanwhile.

With --timed ten calls with one query take the place of a pass: the first query
of the sequence that matches anything. Both processes are new. The client's
start is from the start of its process until it begins the first call; then come
the first call, all ten, and the mean of the last nine.

Exit code 3: a total was wrong. Exit code 1: a pairing that both sides can do
does not pass.`,
		Example: `  seismark cross --policies sign,signencr
  seismark cross --stacks seismark-stream,cxf-dom --dump messages
  seismark cross --with seismark-stream
  seismark cross --timed --sequences small --csv calls.csv`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o crossOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return cross(cmd.Context(), o, cmd.OutOrStdout(), newVoice(cmd.ErrOrStderr()))
		},
	}
	f := cmd.Flags()
	f.StringSlice("stacks", nil, "the `STACKS`: names of ours, or of those that seismark peers lists, or paths of a stack.yaml (default ours and all that are built)")
	peersFlag(f)
	matrixFlags(f)
	suites := f.Lookup("suite")
	suites.Value.(pflag.SliceValue).Replace([]string{wssec.Basic256Sha256.String()})
	suites.DefValue = suites.Value.String()
	transportFlag(f, measure.Lean)
	f.String("with", "", "only pairings in which one side is the stack of this `NAME`")
	f.String("dump", "", "keep the last messages and the error output of each pairing that does not pass in a `FOLDER`")
	f.Bool("dump-all", false, "keep with --dump those of pairings that pass as well")
	f.Bool("timed", false, "time ten calls with one query, in place of a pass")
	for _, view := range [][2]string{
		{"csv", "write a row a pairing to `FILE`; - is stdout, here as below"},
		{"json", "write the pairings as JSON to `FILE`"},
		{"markdown", "write the tables as Markdown to `FILE`"},
	} {
		f.String(view[0], "", view[1])
	}
	return cmd
}

// cross calls, then shows and writes what was found, also where it was cut short.
func cross(ctx context.Context, o crossOptions, stdout io.Writer, v voice) error {
	plan, err := o.plan(ctx)
	if err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	if o.DumpAll && o.Dump == "" {
		return usagef("--dump-all: --dump names no folder for it")
	}
	if o.Dump != "" {
		if err := os.MkdirAll(o.Dump, 0o755); err != nil {
			return fmt.Errorf("--dump: %w", fileError(err))
		}
	}
	var list []measure.Pairing
	progress := newProgress(v)
	err = measure.Cross{Plan: plan, With: o.With, Dump: o.Dump, All: o.DumpAll, Timed: o.Timed}.Run(ctx, func(p measure.Pairing) error {
		list = append(list, p)
		return nil
	}, progress.tell)
	progress.end()
	return errors.Join(interrupted(ctx, err), o.show(list, stdout), crossOutcome(err, list))
}

func (o *crossOptions) plan(ctx context.Context) (*measure.Plan, error) {
	p, err := o.matrix.plan(ctx)
	if err != nil {
		return nil, err
	}
	p.Passes, p.Transport, p.ServerHeap, p.ClientHeap = 1, o.Transport, crossHeap, crossHeap
	if len(o.Stacks) == 0 {
		if o.Stacks, err = builtStacks(o.Peers); err != nil {
			return nil, err
		}
	}
	if p.Stacks, err = stacksNamed(o.Stacks, o.Peers); err != nil {
		return nil, err
	}
	if o.With != "" && !slices.ContainsFunc(p.Stacks, func(s measure.Stack) bool { return s.Name == o.With }) {
		return nil, usagef("--with %s: it is none of the stacks: %s", o.With, strings.Join(o.Stacks, ", "))
	}
	if err := javaKeys(p.Stacks, p.Protections(), o.Keys); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, exit(exitUsage, err)
	}
	return p, nil
}

// crossHeap is what each process may use: pairings are not about memory.
const crossHeap = 1024 << 20

// builtStacks are our stacks, and those of other people that are built. Without a folder of those ours are all.
func builtStacks(folder string) ([]string, error) {
	names := ownStacks()
	peers, err := stacksIn(peersFolder(folder))
	if err != nil && folder != "" {
		return nil, err
	}
	for i := range peers {
		if peers[i].Built() == nil {
			names = append(names, peers[i].Name)
		}
	}
	return names, nil
}

// crossView is a file that pairings are written to.
type crossView struct {
	flag, path string
	write      func(io.Writer, []measure.Pairing) error
}

func (o *crossOptions) views() []crossView {
	return []crossView{
		{"csv", o.CSV, measure.WritePairingsCSV},
		{"json", o.JSON, measure.WritePairingsJSON},
		{"markdown", o.Markdown, measure.WritePairingsMarkdown},
	}
}

// check reports files that cannot be written, and what two views would write to, before anything is done.
func (o *crossOptions) check() error {
	taken := map[string]string{}
	for _, view := range o.views() {
		if view.path == "" {
			continue
		}
		if other := taken[view.path]; other != "" {
			return usagef("--%s and --%s both write to %s", other, view.flag, view.path)
		}
		taken[view.path] = view.flag
		if err := writable(view.path); err != nil {
			return fmt.Errorf("--%s: %w", view.flag, err)
		}
	}
	return nil
}

// show draws the tables, unless a view takes stdout, and writes the views.
func (o *crossOptions) show(list []measure.Pairing, stdout io.Writer) error {
	if len(list) == 0 {
		return nil
	}
	var failed []error
	taken := false
	for _, view := range o.views() {
		if view.path == "" {
			continue
		}
		taken = taken || view.path == "-"
		if err := replace(view.path, stdout, func(w io.Writer) error { return view.write(w, list) }); err != nil {
			failed = append(failed, fmt.Errorf("--%s: %w", view.flag, err))
		}
	}
	if !taken {
		failed = append(failed, drawPairings(stdout, list))
	}
	return errors.Join(failed...)
}

func drawPairings(w io.Writer, list []measure.Pairing) error {
	width := columns(w)
	for _, grid := range measure.PairingGrids(list) {
		if err := table.Draw(w, grid, width); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return table.Legend(w, measure.PairingNotes(list), cmp.Or(width, 100))
}

// crossOutcome is the error that pairings come to, where all were tried.
func crossOutcome(err error, list []measure.Pairing) error {
	if err != nil {
		return nil
	}
	count := map[measure.Verdict]int{}
	for _, p := range list {
		count[p.Verdict]++
	}
	able := len(list) - count[measure.Unable]
	switch failed := able - count[measure.Passes]; {
	case count[measure.Wrong] > 0:
		return exit(exitWrong, fmt.Errorf("cross: %d of %d pairings count a wrong total", count[measure.Wrong], able))
	case able == 0:
		return errors.New("cross: the stacks can do nothing of this")
	case failed > 0:
		return fmt.Errorf("cross: %d of %d pairings do not pass", failed, able)
	}
	return nil
}
