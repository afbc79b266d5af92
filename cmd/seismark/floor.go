package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"seismark/client/measure"
	"seismark/floor"
	"seismark/wssec"
)

// flooring are the settings of floor.
type flooring struct {
	matrix `mapstructure:",squash"`
	Rounds int
	views  `mapstructure:",squash"`
}

func newFloor(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "floor",
		Short: "Measure the least time that policies can take on this machine",
		Long: `Measures, in one thread and with the fastest implementation at hand, the
operations that a policy forces: keys, digests, ciphers, base64, encoding and
decoding, the query, and the octets of the messages through a socket. Each
message is timed in every round, and its least time counts; the best and the
median round tell how noisy the machine was. run measures the same beside its
cells. What is in a floor and what is not: docs/floor.md.`,
		Example: `  seismark floor
  seismark floor --policies sign,signencr --sequences small --rsa go
  seismark floor --json floor.json --rounds 30`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o flooring
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return measureFloors(cmd.Context(), o, cmd.OutOrStdout(), newVoice(cmd.ErrOrStderr()))
		},
	}
	f := cmd.Flags()
	matrixFlags(f)
	f.Int("rounds", floor.DefaultRounds, "how many `ROUNDS` of each item")
	fileFlags(f, "json", "markdown", "bench")
	return cmd
}

// measureFloors measures and shows floors.
func measureFloors(ctx context.Context, o flooring, stdout io.Writer, v voice) error {
	p, err := o.plan(ctx)
	if err != nil {
		return err
	}
	if o.Rounds < 1 {
		return usagef("--rounds %d: one is the least", o.Rounds)
	}
	if err := o.views.check(); err != nil {
		return err
	}
	run := measure.Run{Conditions: p.Conditions(ctx)}
	for _, s := range p.Sequences {
		bench, err := o.bench(p, s)
		if err != nil {
			return err
		}
		for _, policy := range p.Protections() {
			v.say("floor of %s", strings.TrimSuffix(policy.Name+" "+s.Name+" "+policy.Suite.String(), " "+wssec.SuiteNone.String()))
			f, err := bench.Measure(ctx, policy)
			if err != nil {
				return err
			}
			run.Floors = append(run.Floors, f)
		}
	}
	return o.views.write([]measure.Run{run}, measure.Baseline{}, stdout, "")
}

// bench makes what measures the floors of a sequence.
func (o *flooring) bench(p *measure.Plan, s measure.Sequence) (*floor.Bench, error) {
	config := floor.Config{
		Sequence: s.Name, Store: p.Store, Queries: s.Queries(), Login: p.Login, RSA: o.RSA, Rounds: o.Rounds,
	}
	var err error
	if o.secured(p) {
		if config.Keys, _, err = openKeys(o.Keys, "go", p.Suites...); err != nil { // the floor picks the library
			return nil, err
		}
	}
	return floor.New(config)
}
