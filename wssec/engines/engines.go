// Package engines is the list of WS-Security engines.
//
// Names gives their names, New makes one.
package engines

import (
	"fmt"
	"strings"

	"seismark/wssec"
	"seismark/wssec/dom"
	"seismark/wssec/stream"
)

// engines are in the order of Names, the default first.
var engines = []struct {
	name string
	make func(wssec.Config) (wssec.Engine, error)
}{
	{"dom", func(c wssec.Config) (wssec.Engine, error) { return dom.New(c) }},
	{"stream", func(c wssec.Config) (wssec.Engine, error) { return stream.New(c) }},
}

// Names lists the engines, the default first.
func Names() []string {
	var names []string
	for _, e := range engines {
		names = append(names, e.name)
	}
	return names
}

// New makes the engine of a name.
func New(name string, cfg wssec.Config) (wssec.Engine, error) {
	for _, e := range engines {
		if e.name == name {
			return e.make(cfg)
		}
	}
	return nil, fmt.Errorf("engines: no engine %q: choose from %s", name, strings.Join(Names(), ", "))
}
