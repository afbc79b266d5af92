package measure

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// Placement is on which cores the two processes of a cell run. It is a flag and configuration value. A process
// that is placed has been from its beginning, so that runtimes which count cores see one, and set up as many
// threads as that asks for. Zero is Free, which repeats best (docs/placement.md).
type Placement uint8

const (
	Free   Placement = iota // anywhere
	Shared                  // both on one core
	Split                   // a core each
)

var placements = []string{"free", "shared", "split"}

// String is the placement's word in flags and files.
func (p Placement) String() string { return placements[p] }

// Set makes a *Placement a flag value.
func (p *Placement) Set(name string) error {
	i := slices.Index(placements, name)
	if i < 0 {
		return fmt.Errorf("measure: no placement %q: choose from %s", name, strings.Join(placements, ", "))
	}
	*p = Placement(i)
	return nil
}

// Type is the placement's word in a usage text.
func (p *Placement) Type() string { return "placement" }

// MarshalText and UnmarshalText make a Placement a value of JSON and of the configuration.
func (p Placement) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText is Set.
func (p *Placement) UnmarshalText(b []byte) error { return p.Set(string(b)) }

// Check reports why this machine cannot place processes so.
func (p Placement) Check() error {
	if p == Free {
		return nil
	}
	cores, err := usableCores()
	if err == nil && p == Split && len(cores) < 2 {
		err = fmt.Errorf("it needs two cores, and this process may use %d: choose free or shared", len(cores))
	}
	if err != nil {
		return fmt.Errorf("measure: placement %s: %w", p, err)
	}
	return nil
}

// start starts a process of a side in its place.
func (p Placement) start(side string, cmd *exec.Cmd) error {
	if p == Free {
		return cmd.Start()
	}
	if err := p.Check(); err != nil {
		return err
	}
	cores, err := usableCores()
	if err != nil {
		return err
	}
	core := cores[0]
	if p == Split && side == clientSide {
		core = cores[1]
	}
	return startOn(core, cmd)
}
