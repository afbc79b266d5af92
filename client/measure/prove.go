package measure

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"seismark/wssec"
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

// ProofGrids are tables of proofs, a row a bad message and a column a stack: one for every policy, suite and side.
func ProofGrids(list []Proof) []Grid {
	var grids []Grid
	for _, title := range distinct(list, Proof.title) {
		of := slices.DeleteFunc(slices.Clone(list), func(p Proof) bool { return p.title() != title })
		g := Grid{Title: title, Head: append([]string{"message"}, distinct(of, func(p Proof) string { return p.Cell.Stack })...)}
		g.Names = len(g.Head)
		for _, message := range distinct(of, func(p Proof) string { return p.Message }) {
			row := []string{message}
			for _, stack := range g.Head[1:] {
				row = append(row, outcomeOf(of, stack, message))
			}
			g.Rows = append(g.Rows, row)
		}
		grids = append(grids, g)
	}
	return grids
}

func (p Proof) title() string {
	what := "requests to servers"
	if p.Side == clientSide {
		what = "answers to clients"
	}
	return strings.TrimSuffix(p.Cell.Policy+" "+p.Cell.Suite, " "+wssec.SuiteNone.String()) + ": " + what
}

func outcomeOf(list []Proof, stack, message string) string {
	for _, p := range list {
		if p.Cell.Stack == stack && p.Message == message {
			return strings.TrimSuffix(p.Outcome, " of")
		}
	}
	return "-"
}

// Undeclared are sentences for what was taken though it must not be and no stack's file tells of it.
func Undeclared(list []Proof) []string {
	var said []string
	for _, p := range list {
		if p.Must && p.Outcome == took.String() && p.Why == "" {
			said = append(said, fmt.Sprintf("%s, %s: %s: taken", p.Cell.Stack, p.title(), p.Message))
		}
	}
	return said
}
