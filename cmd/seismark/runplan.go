package main

import (
	"context"

	"seismark/client/measure"
	"seismark/floor"
)

// runOptions are the settings of run.
type runOptions struct {
	matrix `mapstructure:",squash"`
	Stacks []string
	Peers  string

	Passes    int
	Quick     bool
	Order     measure.Order
	Placement measure.Placement
	Transport measure.Transport
	Floors    bool
	FindHeap  bool `mapstructure:"find-heap"`
	Alive     int

	ServerHeap Size `mapstructure:"server-heap"`
	ClientHeap Size `mapstructure:"client-heap"`

	profiles `mapstructure:",squash"`
	views    `mapstructure:",squash"`
}

// What --quick makes of passes, and of the rounds of a floor.
const (
	quickPasses = 2
	quickRounds = 3
)

// plan makes the plan that the options ask for.
func (o *runOptions) plan(ctx context.Context) (*measure.Plan, error) {
	p, err := o.matrix.plan(ctx)
	if err != nil {
		return nil, err
	}
	p.Passes, p.FloorRounds = o.Passes, floor.DefaultRounds
	if o.Quick {
		p.Passes, p.FloorRounds = quickPasses, quickRounds
	}
	p.Order, p.Placement, p.Transport, p.Alive = o.Order, o.Placement, o.Transport, o.Alive
	p.ServerHeap, p.ClientHeap = int64(o.ServerHeap), int64(o.ClientHeap)
	p.Profiles = measure.Profiles{CPU: o.CPUProfile, Mem: o.MemProfile, Trace: o.Trace}
	if p.Stacks, err = stacksNamed(o.Stacks, o.Peers); err != nil {
		return nil, err
	}
	if err := javaKeys(p.Stacks, p.Protections(), o.Keys); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, exit(exitUsage, err)
	}
	return p, nil
}
