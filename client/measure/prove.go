package measure

import (
	"context"
	"errors"
)

// Proof is what a side of a stack did with a bad message.
type Proof struct {
	Cell    Cell   `json:"cell"`
	Side    string `json:"side"`    // "server", "client"
	Message string `json:"message"` // as a stack's file names it
	Outcome string `json:"outcome"` // "refused", "took", "read what was signed of", "did not try"
	Must    bool   `json:"must"`    // it must be refused
	Why     string `json:"why,omitempty"`
}

// Prove tries what Measure tries before it times anything, also of stacks that play one part only, and no more. What a stack
// cannot do, or dies of, is its error, and the others go on.
func (p *Plan) Prove(ctx context.Context, watch func(Progress), found func(Proof) error) error {
	if err := p.Check(); err != nil {
		return err
	}
	plan, remove, err := p.withHandouts()
	if err != nil {
		return err
	}
	defer remove()
	m := &measurement{Plan: plan, watch: watch, gauge: newGauge()}
	prover, err := m.newProver()
	if err != nil {
		return err
	}
	var failed error
	for _, j := range plan.jobs() {
		if j.stack.Can(j.policy) != nil || j.sequence.Name != plan.Sequences[0].Name {
			continue
		}
		all, err := prover.try(ctx, j)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		failed = errors.Join(failed, err)
		for _, f := range all {
			if err := found(Proof{j.cell, f.side, f.name, f.outcome.String(), !f.noted, j.stack.Weaknesses[f.name]}); err != nil {
				return err
			}
		}
	}
	return failed
}
