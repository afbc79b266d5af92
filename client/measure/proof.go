package measure

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/keystore"
)

// prover shows that stacks refuse what they must. It speaks with them as they are timed, over HTTP.
type prover struct {
	*measurement
	keys      *keystore.Keys // nil where no policy uses any
	strangers map[wssec.Key]wssec.Identity
}

// newProver opens the keys, where a policy signs.
func (m *measurement) newProver() (*prover, error) {
	p := &prover{measurement: m, strangers: map[wssec.Key]wssec.Identity{}}
	if !slices.ContainsFunc(m.Protections(), func(p wssec.Policy) bool { return signs(p.Request) || signs(p.Response) }) {
		return p, nil
	}
	var err error
	p.keys, err = keystore.Open(m.Keys)
	return p, err
}

// stranger is one whom nobody trusts, with the kind of key that a suite needs.
func (p *prover) stranger(suite wssec.Suite) (wssec.Identity, error) {
	if s, known := p.strangers[suite.Key()]; known || suite == wssec.SuiteNone {
		return s, nil
	}
	s, err := newStranger(p.keys.For(suite).Client.Certificate)
	if err == nil {
		p.strangers[suite.Key()] = s
	}
	return s, err
}

// verdict is what the proof of a stack came to.
type verdict struct {
	lost *Lost      // why it is not measured, nil for nothing
	weak []Weakness // what it takes, as its file says
}

// prove gives the jobs whose server and client both take good messages and refuse all bad ones, but those that
// the stack's file tells of. A stack is asked once for a policy and suite.
func (m *measurement) prove(ctx context.Context, jobs []job) ([]job, error) {
	p, err := m.newProver()
	if err != nil {
		return nil, err
	}
	verdicts := map[Cell]verdict{}
	var proven []job
	for _, j := range jobs {
		asked := j.cell
		asked.Sequence = ""
		if _, known := verdicts[asked]; !known {
			if verdicts[asked], err = p.judge(ctx, j); err != nil {
				return nil, err
			}
		}
		v := verdicts[asked]
		for _, w := range v.weak {
			if err := m.record.Weak(weaken(j.cell, w.Taken, w.Why)); err != nil {
				return nil, err
			}
		}
		if v.lost == nil {
			proven = append(proven, j)
			continue
		}
		if err := m.record.Lost(*lose(j.cell, v.lost.Status, v.lost.Reason)); err != nil {
			return nil, err
		}
	}
	return proven, nil
}

// taken is a bad message that a side took.
type taken struct{ side, message string }

func (t taken) String() string {
	if t.side == serverSide {
		return "the server took a request " + t.message
	}
	return "the client took an answer " + t.message
}

// judge tries the server and the client of a job, as far as its stack has them. The error is the context's.
func (p *prover) judge(ctx context.Context, j job) (verdict, error) {
	var all []taken
	for _, side := range []struct {
		there bool
		try   func(context.Context, job) ([]taken, error)
	}{{j.stack.Serves(), p.tryServer}, {j.stack.Drives(), p.tryClient}} {
		if !side.there {
			continue
		}
		bad, err := side.try(ctx, j)
		if ctx.Err() != nil {
			return verdict{}, ctx.Err()
		}
		if lost := (*Lost)(nil); errors.As(err, &lost) {
			return verdict{lost: lost}, nil
		} else if err != nil {
			return verdict{lost: lose(j.cell, Died, "security proof: "+err.Error())}, nil
		}
		all = append(all, bad...)
	}
	return weigh(j, all), nil
}

// weigh tells what the stack's file tells of from what it does not.
func weigh(j job, all []taken) verdict {
	var v verdict
	var unknown []string
	for _, t := range all {
		if why := j.stack.Weaknesses[t.message]; why != "" {
			v.weak = append(v.weak, weaken(j.cell, t.String(), why))
		} else {
			unknown = append(unknown, t.String())
		}
	}
	if len(unknown) > 0 {
		return verdict{lost: lose(j.cell, NotRefused, strings.Join(unknown, "; "))}
	}
	return v
}

// config is that of one side of a call, as the stacks have it.
func (p *prover) config(role wssec.Role, policy wssec.Policy) wssec.Config {
	c := wssec.Config{Role: role, Policy: policy}
	if p.keys != nil {
		c = p.keys.Config(role, policy)
	}
	c.Login, c.Admit = p.Login, func(l wssec.Login) bool { return l == p.Login }
	return c
}

// tryServer sends a good message, all bad ones, and the good one again: a server that refuses because it
// is gone proves nothing. It gives the bad ones that were taken. No answer at all to a bad one refuses it.
func (p *prover) tryServer(ctx context.Context, j job) (bad []taken, err error) {
	p.tell(Progress{Doing: "security proof of the server", Cell: j.cell})
	server, url, err := p.serve(ctx, j)
	if err != nil {
		return nil, err
	}
	defer server.stop()
	query, err := p.fullQuery(j.sequence)
	if err != nil {
		return nil, err
	}
	later := query
	later.MinDate = later.MinDate.Add(time.Second)
	said := saying{payload: seismic.AppendRequest(nil, query), changed: seismic.AppendRequest(nil, later)}
	stranger, err := p.stranger(j.policy.Suite)
	if err != nil {
		return nil, err
	}
	caller := newCaller(url, p.config(wssec.Initiator, j.policy), stranger)
	for _, message := range slices.Concat([]forgery{good()}, applicable(j.policy.Request), []forgery{good()}) {
		took, err := caller.try(ctx, message, said)
		switch {
		case err != nil:
			return nil, j.lost(fmt.Errorf("security proof: %s message: %w", message.name, err), server)
		case took && message.name != good().name:
			bad = append(bad, taken{serverSide, message.name})
		}
	}
	return bad, nil
}

// good is the message that a stack must take.
func good() forgery { return forgery{name: "good", make: (*forger).seal} }

// fullQuery is the first query of a sequence that matches anything.
func (p *prover) fullQuery(s Sequence) (quake.Query, error) {
	n, err := s.firstFull(p.Store)
	if err != nil {
		return quake.Query{}, err
	}
	return s.Part(n, 1, p.Store).Queries()[0], nil
}
