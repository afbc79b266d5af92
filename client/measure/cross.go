package measure

import (
	"cmp"
	"context"
	"errors"

	"seismark/quake"
	"seismark/wssec"
)

// Cross lets the client of every stack that has one call the server of every stack that has one, for each policy, suite and sequence, one
// pass each. A server is started once for a policy and suite, and anew where it has died; where calls are timed, for
// each pairing. What was found goes to found as it comes; its error ends the work.
type Cross struct {
	*Plan
	With  string // the stack that is one side at least of every pairing, "" for all pairings
	Dump  string // folder that keeps the messages and error output of what does not pass, "" for none
	All   bool   // what passes is kept there as well
	Timed bool   // ten calls with the first query of a sequence that matches anything, in place of a pass
}

// Run runs the pairings. The error is the context's, found's, or the plan's.
func (c Cross) Run(ctx context.Context, found func(Pairing) error, watch func(Progress)) error {
	if err := c.Check(); err != nil {
		return err
	}
	plan := *c.Plan
	if c.Timed {
		var err error
		if plan.Sequences, err = singles(plan.Sequences, plan.Store); err != nil {
			return err
		}
	}
	handed, remove, err := plan.withHandouts()
	if err != nil {
		return err
	}
	defer remove()
	c.Plan = handed
	var rows []row
	now := Progress{}
	for _, j := range c.jobs() {
		if j.sequence.Name != c.Sequences[0].Name || !j.stack.Serves() {
			continue // a server serves all sequences
		}
		r := row{c, &host{job: j, plan: c.Plan}, c.callers(j)}
		rows, now.Steps = append(rows, r), now.Steps+len(r.callers)
	}
	for _, r := range rows {
		err := r.run(ctx, func(p Pairing) error { now.Done++; return found(p) }, func(doing string, cell Cell) {
			now.Doing, now.Cell = doing, cell
			watch(now)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// callers are the jobs of the clients at the server of a job, as far as they were asked for.
func (c Cross) callers(server job) []job {
	var jobs []job
	for i := range c.Stacks {
		client := &c.Stacks[i]
		if !client.Drives() || c.With != "" && c.With != client.Name && c.With != server.stack.Name {
			continue
		}
		for _, s := range c.Sequences {
			j := server
			j.stack, j.sequence = client, s
			j.cell.Stack, j.cell.Sequence = client.Name, s.Name
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// row is a server and all that call it.
type row struct {
	Cross
	host    *host
	callers []job
}

func (r row) run(ctx context.Context, found func(Pairing) error, watch func(string, Cell)) error {
	defer r.host.stop()
	for _, j := range r.callers {
		p := Pairing{Client: j.stack.Name, Server: r.host.stack.Name, Policy: j.policy.Name, Suite: j.cell.Suite, Sequence: j.cell.Sequence}
		at := j.cell
		at.Stack = p.Server
		if err := cmp.Or(r.host.stack.able(j.policy), j.stack.able(j.policy)); err != nil {
			p.Verdict, p.Reason = Unable, oneLine(err.Error())
		} else {
			if r.Timed {
				r.host.stop() // lest the first client alone meets a server that is cold
			}
			if !r.host.up() {
				watch("start of the server", at)
			}
			if err := r.host.ready(ctx); err != nil {
				p.fails(err)
			} else {
				watch("client of "+p.Client+" at", at)
				r.pair(ctx, &p, j)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := found(p); err != nil {
			return err
		}
	}
	return nil
}

// able reports what keeps a stack from a policy.
func (s *Stack) able(p wssec.Policy) error { return cmp.Or(s.Can(p), s.Built()) }

// host is the server of a row.
type host struct {
	job
	plan    *Plan
	process *process
	url     string
	failed  error // to start
}

// ready starts the server where there is none, or none any more: what one client does to it is not to spoil the
// others' pairings. One that could not start is not tried again.
func (h *host) ready(ctx context.Context) error {
	if h.failed != nil || h.up() {
		return h.failed
	}
	h.process, h.url, h.failed = h.plan.serve(ctx, h.job)
	return h.failed
}

// up reports whether the server is there.
func (h *host) up() bool { return h.process != nil && !h.process.endsWithin(0) }

func (h *host) stop() {
	if h.process != nil {
		h.process.stop()
	}
}

// fails notes why a pairing was not tried to its end.
func (p *Pairing) fails(err error) {
	p.Verdict, p.Reason = Fails, oneLine(err.Error())
	if lost := (*Lost)(nil); errors.As(err, &lost) {
		p.Reason = oneLine(lost.Reason)
	}
}

// singles are the sequences, each of its first query that matches anything alone: a client that counts nothing is
// not to pass.
func singles(sequences []Sequence, store *quake.Store) ([]Sequence, error) {
	var list []Sequence
	for _, s := range sequences {
		n, err := s.firstFull(store)
		if err != nil {
			return nil, err
		}
		list = append(list, s.Part(n, 1, store))
	}
	return list, nil
}
