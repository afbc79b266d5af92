package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"seismark/wssec"
)

// Cross lets the client of every stack call the server of every stack, for each policy, suite and sequence, one
// pass each. A server is started once for a policy and suite. What was found goes to found as it comes; its error
// ends the work.
type Cross struct {
	*Plan
	With  string // the stack that is one side at least of every pairing, "" for all pairings
	Dump  string // folder that keeps the messages of what does not pass, "" for none
	Timed bool   // ten calls with the sequence's first query in place of a pass
}

// Run runs the pairings. The error is the context's, found's, or the plan's.
func (c Cross) Run(ctx context.Context, found func(Pairing) error, watch func(Progress)) error {
	if err := c.Check(); err != nil {
		return err
	}
	plan := *c.Plan
	if c.Timed {
		plan.Sequences = slices.Clone(plan.Sequences)
		for i, s := range plan.Sequences {
			plan.Sequences[i] = s.First(1, plan.Store)
		}
	}
	plan.Passes = timedCalls
	handed, remove, err := plan.withHandouts()
	if err != nil {
		return err
	}
	defer remove()
	c.Plan = handed
	for _, j := range c.jobs() {
		if j.sequence.Name != c.Sequences[0].Name {
			continue // a server serves all sequences
		}
		if err := c.row(ctx, j, found, watch); err != nil {
			return err
		}
	}
	return nil
}

// row lets all clients call the server of a job.
func (c Cross) row(ctx context.Context, j job, found func(Pairing) error, watch func(Progress)) error {
	var server *process
	var url string
	unable := j.stack.able(j.stack.Serves(), "server", j.policy)
	if unable == nil {
		watch(Progress{Doing: "start of the server", Cell: j.cell})
		var err error
		if server, url, err = c.serve(ctx, j); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			unable = err
		} else {
			defer server.stop()
		}
	}
	for i := range c.Stacks {
		client := &c.Stacks[i]
		if !c.wants(client.Name, j.stack.Name) {
			continue
		}
		for _, s := range c.Sequences {
			p := Pairing{Client: client.Name, Server: j.stack.Name, Policy: j.policy.Name, Suite: j.cell.Suite, Sequence: s.Name}
			watch(Progress{Doing: "calls of " + p.Client + " at", Cell: j.cell})
			if err := cmp.Or(unable, client.able(client.Drives(), "client", j.policy)); err != nil {
				p.Verdict, p.Reason = Unable, oneLine(err.Error())
				if errors.As(unable, new(*Lost)) {
					p.Verdict = Fails
				}
			} else {
				c.pair(ctx, &p, pairingJob(j, client, s), url)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := found(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// wants reports whether a pairing is one of those that were asked for.
func (c Cross) wants(client, server string) bool {
	return c.With == "" || c.With == client || c.With == server
}

// pairingJob is the job of a client at the server of another job.
func pairingJob(j job, client *Stack, s Sequence) job {
	j.stack, j.sequence = client, s
	j.cell.Stack, j.cell.Sequence = client.Name, s.Name
	return j
}

// pair walks one pass, or times ten calls, and judges.
func (c Cross) pair(ctx context.Context, p *Pairing, j job, url string) {
	var w *wire
	if !c.Timed {
		var err error
		if w, url, err = tap(url); err != nil {
			p.Verdict, p.Reason = Fails, oneLine(err.Error())
			return
		}
		defer w.close()
	}
	began := time.Now()
	client, err := c.drive(j, url, timedCalls+1)
	if err != nil {
		p.Verdict, p.Reason = Fails, oneLine(err.Error())
		return
	}
	defer client.stop()
	s := &session{job: j, client: client, limit: orDefault(c.PassTime, DefaultPassTime)}
	first, err := s.count(ctx)
	start := time.Since(began)
	if err == nil && c.Timed {
		p.Times, err = s.nine(ctx, start-first, first)
	}
	if err != nil {
		p.Verdict, p.Reason = judged(err, w)
		if err := c.keep(p, w, client); err != nil {
			p.Reason += "; " + err.Error()
		}
	}
}

// count walks once, and gives the time where the total is right.
func (s *session) count(ctx context.Context) (time.Duration, error) {
	reading, err := s.walk(ctx)
	if err == nil {
		_, err = NewPass(s.cell, s.sequence, reading)
	}
	if err != nil {
		return 0, s.lost(err, s.client)
	}
	return reading.Elapsed, nil
}

// nine times the calls after the first.
func (s *session) nine(ctx context.Context, start, first time.Duration) (*CallTimes, error) {
	t := &CallTimes{Start: start, First: first}
	for range timedCalls - 1 {
		call, err := s.count(ctx)
		if err != nil {
			return nil, err
		}
		t.Mean += call / (timedCalls - 1)
	}
	return t, nil
}

// judged is what an error of a client comes to, by what went over the wire last.
func judged(err error, w *wire) (Verdict, string) {
	reason := oneLine(err.Error())
	if lost := (*Lost)(nil); errors.As(err, &lost) {
		reason = lost.Reason
		if lost.Status == WrongTotal {
			return Wrong, reason
		}
	}
	if w == nil || !w.answered() {
		return Fails, reason
	}
	if fault := w.fault(); fault != "" {
		return Refuses, "the server refused: " + fault
	}
	return Refuses, "the client refused the answer: " + reason
}

// keep writes the last messages of a pairing, and the client's last words.
func (c Cross) keep(p *Pairing, w *wire, client *process) error {
	if c.Dump == "" {
		return nil
	}
	dir := strings.Join([]string{p.Client, "at", p.Server, p.Policy, p.Sequence}, "-")
	root, err := os.OpenRoot(c.Dump)
	if err != nil {
		return fmt.Errorf("--dump: %w", err)
	}
	defer root.Close()
	files := map[string][]byte{"client.log": []byte(client.last.text() + "\n")}
	if w != nil {
		files["request.http"], files["response.http"] = w.messages()
	}
	if err := root.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := root.WriteFile(dir+"/"+name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// able reports what keeps a stack from playing a side under a policy.
func (s *Stack) able(plays bool, side string, p wssec.Policy) error {
	if !plays {
		return fmt.Errorf("%s has no %s", s.Name, side)
	}
	return cmp.Or(s.Can(p), s.Built())
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
