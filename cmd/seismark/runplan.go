package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"seismark/client/measure"
	"seismark/wssec"
	"seismark/wssec/keystore"
)

// runOptions are the settings of run.
type runOptions struct {
	Stacks, Policies, Sequences, Suite []string

	Passes   int
	Quick    bool
	Order    measure.Order
	FindHeap bool `mapstructure:"find-heap"`
	Alive    int

	ServerHeap Size `mapstructure:"server-heap"`
	ClientHeap Size `mapstructure:"client-heap"`

	Keys, Catalogue, User, Password string

	views `mapstructure:",squash"`
}

// plan makes the plan that the options ask for.
func (o *runOptions) plan(ctx context.Context) (*measure.Plan, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("run: where this program is: %w", err)
	}
	p := &measure.Plan{
		Policies: o.Policies, Passes: o.Passes, Order: o.Order, Alive: o.Alive,
		ServerHeap: int64(o.ServerHeap), ClientHeap: int64(o.ClientHeap),
		Keys: o.Keys, Catalogue: o.Catalogue, Login: wssec.Login{Name: o.User, Password: o.Password},
		Program: program, Version: thisBuild().Version,
	}
	if o.Quick {
		p.Passes = 2
	}
	for _, name := range o.Stacks {
		stack, err := measure.FindStack(name)
		if err != nil {
			return nil, usagef("--stacks: %w", err)
		}
		p.Stacks = append(p.Stacks, stack)
	}
	for _, name := range o.Suite {
		var suite wssec.Suite
		if err := suite.Set(name); err != nil {
			return nil, usagef("--suite: %w", err)
		}
		p.Suites = append(p.Suites, suite)
	}
	if err := o.sequences(ctx, p); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, exit(exitUsage, err)
	}
	return p, o.checkKeys(p)
}

// sequences gives a plan its catalogue and the sequences on it.
func (o *runOptions) sequences(ctx context.Context, p *measure.Plan) error {
	store, name, err := catalogue(ctx, o.Catalogue)
	if err != nil {
		return err
	}
	if o.Catalogue == "" {
		name = "built-in, synthetic"
	}
	p.Store = store
	p.CatalogueName = fmt.Sprintf("%s, %d quakes, sha256 %.16s", name, store.Len(), store.Digest())
	for _, word := range o.Sequences {
		sequence, err := measure.SequenceNamed(word)
		if err != nil {
			return usagef("--sequences: %w", err)
		}
		if o.Catalogue != "" {
			sequence = sequence.On(store)
		}
		if sequence.Want == 0 {
			return fmt.Errorf("run: no query of the sequence %s matches a quake of %s: choose another catalogue", word, name)
		}
		p.Sequences = append(p.Sequences, sequence)
	}
	return nil
}

// checkKeys reports keys that are missing or have run out before anything is started.
func (o *runOptions) checkKeys(p *measure.Plan) error {
	for _, name := range o.Policies {
		policy, err := wssec.PolicyNamed(name, p.Suites[0])
		if err != nil || policy.Suite == wssec.SuiteNone {
			continue
		}
		keys, err := keystore.Open(o.Keys)
		if err != nil {
			return remedied(err)
		}
		return remedied(keys.Valid(time.Now()))
	}
	return nil
}
