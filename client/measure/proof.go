package measure

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	if !slices.ContainsFunc(m.Protections(), func(p wssec.Policy) bool { return len(p.Request.Sign)+len(p.Response.Sign) > 0 }) {
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
	lost  *Lost      // why it is not measured, nil for nothing
	weak  []Weakness // what it takes, as its file says
	notes []Note
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
		for _, n := range v.notes {
			if err := m.record.Note(Note{j.cell, n.Text}); err != nil {
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

// judge tries a job and weighs what was found. The error is the context's.
func (p *prover) judge(ctx context.Context, j job) (verdict, error) {
	all, err := p.try(ctx, j)
	if ctx.Err() != nil {
		return verdict{}, ctx.Err()
	}
	if lost := (*Lost)(nil); errors.As(err, &lost) {
		return verdict{lost: lost}, nil
	} else if err != nil {
		return verdict{lost: lose(j.cell, Died, "security proof: "+err.Error())}, nil
	}
	return weigh(j, all), nil
}

// try tries the server and the client of a job, as far as its stack has them.
func (p *prover) try(ctx context.Context, j job) ([]finding, error) {
	var all []finding
	for _, side := range []struct {
		there bool
		try   func(context.Context, job) ([]finding, error)
	}{{j.stack.Serves(), p.tryServer}, {j.stack.Drives(), p.tryClient}} {
		if !side.there {
			continue
		}
		found, err := side.try(ctx, j)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
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
// is gone proves nothing. It gives what became of the bad ones. No answer at all to a bad one refuses it.
func (p *prover) tryServer(ctx context.Context, j job) (found []finding, err error) {
	p.tell(Progress{Doing: "security proof of the server", Cell: j.cell})
	server, url, err := p.serve(ctx, j)
	if err != nil {
		return nil, err
	}
	defer server.stop()
	said, err := p.request(j.sequence)
	if err != nil {
		return nil, err
	}
	stranger, err := p.stranger(j.policy.Suite)
	if err != nil {
		return nil, err
	}
	caller := newCaller(url, p.config(wssec.Initiator, j.policy), stranger)
	bad := applicable(directionTo(serverSide, j.policy))
	for _, message := range slices.Concat([]forgery{good()}, bad, []forgery{good()}) {
		became, err := caller.try(ctx, message, said)
		if err != nil {
			return nil, j.lost(fmt.Errorf("security proof: %s message: %w", message.name, err), server)
		}
		if message.name != good().name {
			found = append(found, finding{serverSide, message, became})
		}
	}
	return found, nil
}

// request is what a request says: the first query of a sequence that matches anything, with the one second shorter, and the next
// one that matches another number of quakes.
func (p *prover) request(s Sequence) (saying, error) {
	n, err := s.firstFull(p.Store)
	if err != nil {
		return saying{}, err
	}
	list := s.Part(n, mostQueries, p.Store).Queries()
	count := func(q quake.Query) int {
		var found quake.Matches
		p.Store.Match(q, &found)
		return found.Count()
	}
	query, quakes := list[0], count(list[0])
	later := query
	later.MinDate = later.MinDate.Add(time.Second)
	for _, q := range list {
		if count(q) != quakes {
			return saying{
				payload: seismic.AppendRequest(nil, query), changed: seismic.AppendRequest(nil, later),
				other: seismic.AppendRequest(nil, q), quakes: quakes,
			}, nil
		}
	}
	return saying{}, fmt.Errorf("all queries of the sequence %s match as many quakes: choose a smaller fraction or another catalogue", s.Name)
}

// mostQueries bounds the search for a query.
const mostQueries = 100
