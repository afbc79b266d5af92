// Package floor measures the least time that a sequence of calls can take on this machine: the time of the
// operations that its policy forces, and of nothing else.
//
// Make a Bench of a sequence with New, then call Measure for each policy.
//
// The terms: an item is one kind of operation, such as the signatures of all messages, done by the fastest
// implementation at hand; a floor is the sum of its items. Every message of an item is timed in every round
// and its least time counts, so that other work on the machine, which would only add, stays out of the floor.
// What the items are, and what is in none of them, is said in docs/floor.md.
//
// All is done in one thread. The sizes are those of real messages: one of each direction is sealed by an
// engine, opened by the other side, and measured. Refused: a floor whose items do not agree with each other,
// such as answers that hold other quakes than the queries match.
package floor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/keystore"
	"seismark/wssec/openssl"
)

// Config is what a Bench is made from.
type Config struct {
	Sequence string // its name
	Store    *quake.Store
	Queries  []quake.Query
	Keys     *keystore.Keys // may be nil where no policy uses any
	Login    wssec.Login
	RSA      string // a mode of package openssl; "" is the first, by which the fastest counts
	Rounds   int    // zero means DefaultRounds
}

// DefaultRounds is where the sum of the least times has come within a hundredth of its end.
const DefaultRounds = 15

// Floor is the least time of a sequence under a policy.
type Floor struct {
	Policy   string `json:"policy"`
	Suite    string `json:"suite"` // "none" where the policy uses none
	Sequence string `json:"sequence"`

	Calls  int `json:"calls"`
	Quakes int `json:"quakes"` // decoded from the answers
	Rounds int `json:"rounds"`

	RequestBytes  float64 `json:"request_bytes"` // of an envelope on average
	ResponseBytes float64 `json:"response_bytes"`

	Times
	Items []Item `json:"items"`
}

// Item is a part of a floor.
type Item struct {
	Name       string `json:"item"`
	By         string `json:"by"`         // the implementation
	Operations int    `json:"operations"` // of the whole sequence
	Times
}

// Times are those of all operations of a sequence. The second and the third tell how noisy the machine was.
type Times struct {
	Least  time.Duration `json:"least_ns"`  // the least times of all messages: what counts
	Round  time.Duration `json:"round_ns"`  // the best whole round
	Median time.Duration `json:"median_ns"` // the middle one of all rounds
}

// add adds the times of another part.
func (t *Times) add(o Times) {
	t.Least, t.Round, t.Median = t.Least+o.Least, t.Round+o.Round, t.Median+o.Median
}

// Bench measures floors of one sequence. It is not safe for concurrent use.
type Bench struct {
	config  Config
	payload [2][][]byte     // of requests and of answers
	common  map[string]Item // those that no policy changes, once measured
	clock   clock
	found   quake.Matches
	quakes  int // that the queries match
}

// New makes the payloads of a sequence.
func New(c Config) (*Bench, error) {
	if c.Store == nil || len(c.Queries) == 0 {
		return nil, errors.New("floor: there is nothing to measure: set Config.Store and Config.Queries")
	}
	if c.RSA == "" {
		c.RSA = openssl.Modes()[0]
	}
	if c.Rounds == 0 {
		c.Rounds = DefaultRounds
	}
	if c.Rounds < 1 {
		return nil, fmt.Errorf("floor: %d rounds: one is the least", c.Rounds)
	}
	b := &Bench{config: c, common: map[string]Item{}, clock: newClock()}
	for _, q := range c.Queries {
		b.payload[request] = append(b.payload[request], seismic.AppendRequest(nil, q))
		c.Store.Match(q, &b.found)
		b.payload[answer] = append(b.payload[answer], seismic.AppendResults(nil, c.Store, &b.found))
		b.quakes += b.found.Count()
	}
	return b, nil
}

// Measure measures the floor under a policy, item by item.
func (b *Bench) Measure(ctx context.Context, p wssec.Policy) (Floor, error) {
	s, err := b.subject(p)
	if err != nil {
		return Floor{}, fmt.Errorf("floor: %s: %w", p.Name, err)
	}
	f := Floor{
		Policy: p.Name, Suite: p.Suite.String(), Sequence: b.config.Sequence,
		Calls: len(b.config.Queries), Quakes: b.quakes, Rounds: b.config.Rounds,
		RequestBytes: s.meanWire(request), ResponseBytes: s.meanWire(answer),
	}
	for _, i := range items() {
		if i.needs != nil && !i.needs(p) {
			continue
		}
		measured, err := s.measure(ctx, i)
		if err != nil {
			return Floor{}, fmt.Errorf("floor: %s: %s: %w", p.Name, i.name, err)
		}
		f.add(measured.Times)
		f.Items = append(f.Items, measured)
	}
	return f, nil
}

// measure gives the fastest of an item's implementations.
func (s *subject) measure(ctx context.Context, i item) (Item, error) {
	if known, ok := s.common[i.name]; ok {
		return known, nil
	}
	works, err := i.ways(s)
	if err != nil {
		return Item{}, err
	}
	var best Item
	for n, w := range works {
		times, err := s.clock.time(ctx, w, s.config.Rounds)
		if err != nil {
			return Item{}, fmt.Errorf("%s: %w", w.by, err)
		}
		if n == 0 || times.Least < best.Least {
			best = Item{i.name, w.by, w.count, times}
		}
	}
	if i.needs == nil && !i.varies {
		s.common[i.name] = best
	}
	return best, nil
}
