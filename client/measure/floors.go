package measure

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"seismark/floor"
	"seismark/wssec"
)

// MeasureFloors measures the floor of every policy, suite and sequence of the plan, in processes of their own
// that run before any other and one after the other.
func (p *Plan) MeasureFloors(ctx context.Context, record Recorder, watch func(Progress)) error {
	if err := p.Check(); err != nil {
		return err
	}
	for _, s := range p.Sequences {
		if watch != nil {
			watch(Progress{Doing: "floor of the sequence", Cell: Cell{Sequence: s.Name}, Left: -1})
		}
		floors, err := p.floors(ctx, s)
		if err != nil {
			return err
		}
		for _, f := range floors {
			if err := (&Conditions{Sequences: p.Sequences}).checkFloor(f); err != nil {
				return err
			}
			if err := record.Floor(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// floors lets "seismark floor" measure those of a sequence.
func (p *Plan) floors(ctx context.Context, s Sequence) ([]floor.Floor, error) {
	words := p.words()
	cmd := exec.CommandContext(ctx, p.Program, "floor",
		"--sequences", s.Name, "--policies", strings.Join(p.Policies, ","), "--suite", strings.ReplaceAll(joined(p.Suites, wssec.Suite.String), " ", ""),
		"--rounds", strconv.Itoa(p.FloorRounds), "--rsa", p.RSA, "--keys", words["keys"], "--catalogue="+words["catalogue"],
		"--user", words["user"], "--json", "-")
	var out, last bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr = p.environment(), &out, &last
	cmd.SysProcAttr, cmd.WaitDelay = ownGroup(), stopGrace
	if err := p.Placement.start(clientSide, cmd); err != nil {
		return nil, fmt.Errorf("measure: floor: %w", err)
	}
	if err := cmd.Wait(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("measure: floor of %s: %w: %s", s.Name, err, strings.TrimSpace(last.String()))
	}
	runs, err := ReadJSON(&out, "the floor of "+s.Name)
	if err != nil {
		return nil, err
	}
	var floors []floor.Floor
	for _, r := range runs {
		floors = append(floors, r.Floors...)
	}
	return floors, nil
}

// checkFloor reports why a floor is none of what was measured: it decodes what a pass does.
func (c *Conditions) checkFloor(f floor.Floor) error {
	s, err := c.sequence(f.Sequence)
	if err != nil {
		return err
	}
	switch name := f.Policy + " " + f.Sequence; {
	case !isName(f.Policy) || !isName(f.Suite):
		return fmt.Errorf("floor of %s: %q or %q is no name", f.Sequence, f.Policy, f.Suite)
	case f.Calls != s.Calls:
		return fmt.Errorf("floor of %s: %d calls, the sequence has %d", name, f.Calls, s.Calls)
	case f.Quakes != s.Want:
		return fmt.Errorf("floor of %s: %d quakes counted, the right total is %d", name, f.Quakes, s.Want)
	case f.Least <= 0 || !plausible(f.Times):
		return fmt.Errorf("floor of %s: no time went by, or less than none (%v)", name, f.Least)
	case f.Rounds < 0 || !(f.RequestBytes >= 0 && f.RequestBytes < maxValue && f.ResponseBytes >= 0 && f.ResponseBytes < maxValue):
		return fmt.Errorf("floor of %s: rounds or bytes are no measured values", name)
	}
	return all(f.Items, checkItem)
}

// plausible reports whether times can have been.
func plausible(t floor.Times) bool {
	return min(t.Least, t.Round, t.Median) >= 0 && max(t.Least, t.Round, t.Median) < maxValue
}

// checkItem reports why an item could not be written as a line.
func checkItem(i floor.Item) error {
	if !isName(i.Name) || !isName(i.By) || i.Operations <= 0 || !plausible(i.Times) {
		return fmt.Errorf("item %q by %q: %d operations in %v", i.Name, i.By, i.Operations, i.Least)
	}
	return nil
}

// floor is where the floors of a cell belong: they have no stack, and depend on a part of its setting.
func (p place) floor() place {
	p.cell.Stack = ""
	return place{p.cell, p.setting.ofFloor()}
}

// leastTimes are the least of the floors of runs, by where they belong.
func leastTimes(runs []Run) map[place]time.Duration {
	least := map[place]time.Duration{}
	for i := range runs {
		for _, f := range runs[i].Floors {
			cell := Cell{Policy: f.Policy, Suite: f.Suite, Sequence: f.Sequence}
			at := place{cell, runs[i].Conditions.setting(cell)}.floor()
			if d, ok := least[at]; !ok || f.Least < d {
				least[at] = f.Least
			}
		}
	}
	return least
}
