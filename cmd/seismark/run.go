package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"seismark/client/measure"
)

func newRun(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Measure the matrix of stacks, policies and sequences",
		Long: `Measures every stack under every policy through every sequence. Each of these
cells has a server and a client, which run as processes of their own. Before
anything is timed each stack has to show that it refuses what it must: unsigned,
tampered, expired and foreign messages. Then the cells take turns, pass after
pass; the first pass of each is cold and shown apart. A pass counts only where
its total of quakes is right. What a stack of other people is known to take all
the same is said below the tables, and its figures bear a mark.

Exit code 3: a total was wrong, a process died, or no cell gets by with its
heap. Exit code 4: a stack took a message that it must refuse. Ctrl-C ends the
run; what was measured until then is shown and written.`,
		Example: `  seismark keys init && seismark run --quick
  seismark run --policies plain,sign --sequences large --csv result.csv
  seismark run --bench new.txt && benchstat old.txt new.txt
  seismark run --find-heap --policies signencr
  seismark run --stacks seismark-stream,cxf-dom --baseline stack=cxf-dom`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o runOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return run(cmd.Context(), o, cmd.OutOrStdout(), newVoice(cmd.ErrOrStderr()))
		},
	}
	f := cmd.Flags()
	f.StringSlice("stacks", ownStacks(), "the `STACKS` to measure: names of ours, or of those that seismark peers lists, or paths of a stack.yaml")
	peersFlag(f)
	matrixFlags(f)
	f.Int("passes", 6, "the warm `PASSES` of each cell; six are the fewest that give an interval")
	f.Bool("quick", false, "two warm passes, whatever --passes says")
	f.Var(new(measure.Order), "order", "the `ORDER` of the passes: interleave (cells take turns), block (cell after cell)")
	f.Var(new(measure.Placement), "placement", "where the processes of a cell run, a `PLACEMENT`: free (anywhere), shared (both on one core), split (a core each)")
	transportFlag(f, measure.Lean)
	f.Bool("floors", true, "measure beside, before the cells, the least time that each can take: see seismark floor")
	f.Bool("find-heap", false, "find the smallest heaps at which each cell completes, instead of its times; the CSV then has two more columns")
	serverHeap, clientHeap := Size(1024<<20), Size(512<<20)
	f.Var(&serverHeap, "server-heap", "the `SIZE` of a server's heap")
	f.Var(&clientHeap, "client-heap", "the `SIZE` of a client's heap")
	f.Int("alive", measure.DefaultAlive, "the most `CELLS` whose processes run at a time")
	profileFlags(f)
	viewFlags(f)
	return cmd
}

// ownStacks are the names of our stacks.
func ownStacks() []string {
	stacks, err := measure.OwnStacks()
	if err != nil {
		panic(err) // they are embedded, and a test reads them
	}
	return namesOf(stacks, func(s measure.Stack) string { return s.Name })
}

// run measures, then writes and shows what was measured, also where the measuring was cut short.
func run(ctx context.Context, o runOptions, stdout io.Writer, v voice) error {
	if err := o.check(); err != nil {
		return err
	}
	plan, err := o.plan(ctx)
	if err != nil {
		return err
	}
	baseline, err := baselineOf(o.Baseline, plan.Cells())
	if err != nil {
		return err
	}
	if err := o.views.check(); err != nil {
		return err
	}
	result := measure.Run{Conditions: plan.Conditions(ctx)}
	progress := newProgress(v)
	live := &liveLog{path: o.Bench, stdout: stdout, conditions: result.Conditions, say: progress.say}
	if err := live.open(); err != nil {
		return err
	}
	err = o.work(plan)(ctx, measure.Recorders{&result, live, progress}, progress.tell)
	progress.end()
	if err != nil {
		result.Interrupted = o.measured(plan, &result)
		live.interrupted(result.Interrupted)
	}
	return errors.Join(interrupted(ctx, err), live.close(), o.views.finish([]measure.Run{result}, baseline, stdout), outcome(err, &result, plan.Cells()))
}

// measured is how much of a plan a run has measured.
func (o *runOptions) measured(p *measure.Plan, r *measure.Run) string {
	cells := len(p.Cells())
	if o.FindHeap {
		return fmt.Sprintf("%d of %d cells", len(r.Heaps), cells)
	}
	return fmt.Sprintf("%d of %d passes", len(r.Passes), cells*(p.Passes+1))
}

// work is what there is to do: floors and times, or heaps.
func (o *runOptions) work(p *measure.Plan) func(context.Context, measure.Recorder, func(measure.Progress)) error {
	switch {
	case o.FindHeap:
		return p.FindHeaps
	case !o.Floors:
		return p.Measure
	}
	return func(ctx context.Context, record measure.Recorder, watch func(measure.Progress)) error {
		if err := p.MeasureFloors(ctx, record, watch); err != nil {
			return err
		}
		return p.Measure(ctx, record, watch)
	}
}

// check refuses numbers with which nothing could be measured, or no heap be found.
func (o *runOptions) check() error {
	if o.Alive < 1 {
		return usagef("--alive %d: the processes of one cell must run", o.Alive)
	}
	if o.FindHeap && min(o.ServerHeap, o.ClientHeap) < 1<<20 {
		return usagef("--find-heap: --server-heap and --client-heap are where the search begins: give 1MiB or more")
	}
	return nil
}

// outcome is the error that the losses of a run come to, where the run itself came to its end.
func outcome(err error, r *measure.Run, cells []measure.Cell) error {
	if err != nil {
		return nil
	}
	lost, count := map[measure.Cell]bool{}, map[measure.Status]int{}
	for _, l := range r.Losses {
		lost[l.Cell] = true
		count[l.Status]++
	}
	died := count[measure.WrongTotal] + count[measure.Died]
	switch all := len(cells); {
	case count[measure.NotRefused] > 0:
		return exit(exitNotRefused, fmt.Errorf("run: %d of %d cells have no times: a message that must be refused was taken", count[measure.NotRefused], all))
	case died > 0:
		return exit(exitWrong, fmt.Errorf("run: %d of %d cells were lost: a total was wrong, or a process died", died, all))
	case len(lost) < all:
		return nil
	case count[measure.HeapExceeded] > 0:
		return exit(exitWrong, errors.New("run: no cell gets by with its heap"))
	}
	return errors.New("run: the stacks can do nothing of this")
}
