package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"seismark/quake"
	"seismark/wssec"
)

// Plan is what is to be measured: every stack under every policy, with every suite where the policy uses
// one, through every sequence.
type Plan struct {
	Stacks    []Stack
	Policies  []string
	Suites    []wssec.Suite
	Sequences []Sequence
	Passes    int // warm passes of a cell, after its cold one
	Order     Order
	Placement Placement
	Transport Transport // that our stacks are told to use

	RSA         string // what our stacks are told to do RSA with, a mode of package openssl
	RSAName     string // what that comes to here, for the conditions
	FloorRounds int    // of each floor

	Profiles Profiles // that stacks are told to write

	ServerHeap, ClientHeap int64 // bytes that a process may use

	Keys          string // folder of the keys
	Catalogue     string // file of the catalogue, "" for the built-in one
	CatalogueName string // what it is, for the conditions
	Store         *quake.Store
	Login         wssec.Login

	Program string // path of seismark
	Version string // its version

	Alive     int           // cells whose processes run at a time; zero means DefaultAlive
	ReadyTime time.Duration // until a server listens; zero means DefaultReadyTime
	PassTime  time.Duration // until a client ends a pass; zero means DefaultPassTime

	handouts *handouts // while it runs
}

// Defaults of a Plan.
const (
	DefaultAlive     = 16
	DefaultReadyTime = 2 * time.Minute // several Java runtimes start at a time
	DefaultPassTime  = 10 * time.Minute
)

// job is a cell with all that is needed to start it.
type job struct {
	cell     Cell
	stack    *Stack
	policy   wssec.Policy
	suite    wssec.Suite // what the processes are told; for a policy without suite it does not matter
	sequence Sequence
	profiled bool // it is timed, not tried
}

// Cells lists the cells in the order in which they are measured. Cells that are compared stand together.
func (p *Plan) Cells() []Cell {
	var cells []Cell
	for _, j := range p.jobs() {
		cells = append(cells, j.cell)
	}
	return cells
}

func (p *Plan) jobs() []job {
	var jobs []job
	for _, sequence := range p.Sequences {
		for _, policy := range p.Protections() {
			for i := range p.Stacks {
				s := &p.Stacks[i]
				suite := policy.Suite
				if suite == wssec.SuiteNone {
					suite = p.Suites[0]
				}
				cell := Cell{s.Name, policy.Name, policy.Suite.String(), sequence.Name}
				jobs = append(jobs, job{cell: cell, stack: s, policy: policy, suite: suite, sequence: sequence})
			}
		}
	}
	return jobs
}

// Protections are the policies with their suites.
func (p *Plan) Protections() []wssec.Policy {
	var list []wssec.Policy
	for _, name := range p.Policies {
		for _, suite := range p.Suites {
			policy, err := wssec.PolicyNamed(name, suite)
			if err != nil {
				continue // Check has told
			}
			list = append(list, policy)
			if policy.Suite == wssec.SuiteNone {
				break
			}
		}
	}
	return list
}

// usedSuites are those that a policy of the plan uses.
func (p *Plan) usedSuites() []wssec.Suite {
	return slices.DeleteFunc(slices.Clone(p.Suites), func(suite wssec.Suite) bool {
		return !slices.ContainsFunc(p.Protections(), func(q wssec.Policy) bool { return q.Suite == suite })
	})
}

// Check reports what is wrong with a plan before anything is started.
func (p *Plan) Check() error {
	for _, c := range []struct {
		wrong bool
		text  string
	}{
		{len(p.Stacks) == 0, "no stack"},
		{len(p.Policies) == 0, "no policy"},
		{len(p.Suites) == 0, "no suite"},
		{len(p.Sequences) == 0, "no sequence"},
		{p.Passes < 1, "no warm pass: one is the least"},
	} {
		if c.wrong {
			return errors.New("measure: plan: " + c.text)
		}
	}
	for _, name := range p.Policies {
		policy, err := wssec.PolicyNamed(name, wssec.SuiteNone)
		if err != nil {
			return err
		}
		if policy.Request.Login && p.Login.Password == "" {
			return fmt.Errorf("measure: plan: the policy %s asks for a password: it is empty", name)
		}
	}
	if err := p.Placement.Check(); err != nil {
		return err
	}
	seen := map[Cell]bool{}
	for _, c := range p.Cells() {
		if seen[c] {
			return fmt.Errorf("measure: plan: %s stands there twice", c)
		}
		seen[c] = true
	}
	return nil
}

// Conditions are those of the machine now, and of the plan.
func (p *Plan) Conditions(ctx context.Context) Conditions {
	c := ThisMachine()
	c.Seismark, c.Catalogue, c.Suites = p.Version, p.CatalogueName, p.usedSuites()
	c.ServerHeap, c.ClientHeap, c.Order, c.Sequences = p.ServerHeap, p.ClientHeap, p.Order, p.Sequences
	c.Placement, c.Transport, c.RSA = p.Placement, p.Transport, p.RSAName
	c.Versions = map[string]string{}
	for i := range p.Stacks {
		s := &p.Stacks[i]
		c.Versions[s.Name] = s.version(ctx, p.wordsOf(s))
	}
	return c
}

// words are the values of the placeholders that do not depend on a cell.
func (p *Plan) words() map[string]string {
	return map[string]string{
		"seismark": p.Program, "keys": absolute(p.Keys), "catalogue": absolute(p.Catalogue),
		"user": p.Login.Name, "password": p.Login.Password, "rsa": p.RSA, "transport": p.Transport.String(),
	}
}

// wordsOf are those of a stack.
func (p *Plan) wordsOf(s *Stack) map[string]string {
	words := p.words()
	words["dir"] = s.Dir
	if p.handouts != nil {
		words["quakes"], words["regions"] = p.handouts.quakes, p.handouts.regions
	}
	return words
}

func absolute(path string) string {
	if path == "" || strings.Contains(path, "://") {
		return path
	}
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// VersionHere is the version of a stack on this machine; program is the path of seismark.
func (s *Stack) VersionHere(ctx context.Context, program string) string {
	return s.version(ctx, map[string]string{"seismark": program, "dir": s.Dir})
}

// version is what a stack's file says, or the first line that its command prints; "" before it is built.
func (s *Stack) version(ctx context.Context, words map[string]string) string {
	if len(s.Version.Command) == 0 || s.Built() != nil {
		return s.Version.Fixed
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	command := s.Version.Command.fill(words)
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.Env = s.Dir, withoutSettings(os.Environ())
	out, err := cmd.Output()
	first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if err != nil || first == "" {
		return "unknown"
	}
	return strings.TrimPrefix(first, s.Name+" ")
}
