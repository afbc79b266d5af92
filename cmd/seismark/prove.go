package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"seismark/client/measure"
	"seismark/cmd/seismark/internal/table"
)

// proveOptions are the settings of prove.
type proveOptions struct {
	matrix `mapstructure:",squash"`
	Stacks []string
	Peers  string

	Transport measure.Transport
	JSON      string
}

func newProve(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "prove",
		Short: "Send every stack bad messages",
		Long: `Sends the server of every stack bad requests and its client bad answers, as run
does before it times anything, and tells what became of each: unsigned,
tampered, expired and foreign messages, weaker algorithms than the suite's, and
signed Bodies that were moved while another stands in their place. Of these a
stack may read what was signed, which harms nobody. Messages that came before
are taken by whoever keeps none in mind: they are told of, no more. Stacks may
play one side only.

Exit code 4: a stack took a message that it must refuse, and its file does not
say so. Exit code 3: a process died.`,
		Example: `  seismark prove
  seismark prove --stacks axis2,metro --suite basic256sha256 --policies sign`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o proveOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return prove(cmd.Context(), o, cmd.OutOrStdout(), newVoice(cmd.ErrOrStderr()))
		},
	}
	f := cmd.Flags()
	f.StringSlice("stacks", ownStacks(), "the `STACKS`: names of ours, or of those that seismark peers lists, or paths of a stack.yaml")
	peersFlag(f)
	matrixFlags(f)
	transportFlag(f, measure.Lean)
	f.String("json", "", "write what became of each message as JSON to `FILE`; - is stdout")
	return cmd
}

// prove tries, then shows what was found, also where it was cut short.
func prove(ctx context.Context, o proveOptions, stdout io.Writer, v voice) error {
	plan, err := (&crossOptions{matrix: o.matrix, Stacks: o.Stacks, Peers: o.Peers, Transport: o.Transport}).plan(ctx)
	if err != nil {
		return err
	}
	var list []measure.Proof
	progress := newProgress(v)
	err = plan.Prove(ctx, progress.tell, func(p measure.Proof) error {
		list = append(list, p)
		return nil
	})
	progress.end()
	if lost := (*measure.Lost)(nil); errors.As(err, &lost) {
		err = exit(exitWrong, err)
	}
	return errors.Join(interrupted(ctx, err), o.show(list, stdout), undeclared(list))
}

// show draws the tables, unless JSON takes stdout.
func (o *proveOptions) show(list []measure.Proof, stdout io.Writer) error {
	if o.JSON != "" {
		err := replace(o.JSON, stdout, func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(list)
		})
		if err != nil || o.JSON == "-" {
			return err
		}
	}
	width := columns(stdout)
	for _, grid := range measure.ProofGrids(list) {
		if err := table.Draw(stdout, grid, width); err != nil {
			return err
		}
		fmt.Fprintln(stdout)
	}
	return table.Legend(stdout, measure.Undeclared(list), cmp.Or(width, 100))
}

// undeclared is the error that taken messages come to.
func undeclared(list []measure.Proof) error {
	n := len(measure.Undeclared(list))
	if n == 0 {
		return nil
	}
	return exit(exitNotRefused, fmt.Errorf("prove: %d messages that must be refused were taken", n))
}
