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
	make func(wssec.Config) (Reader, error)
}{
	{"dom", func(c wssec.Config) (Reader, error) { return dom.New(c) }},
	{"stream", func(c wssec.Config) (Reader, error) { return stream.New(c) }},
}

// Reader is what the engines are besides: Read is Open without the policy's judgement.
type Reader interface {
	wssec.Engine
	Read(envelope []byte) (*wssec.Message, error)
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
func New(name string, cfg wssec.Config) (wssec.Engine, error) { return NewReader(name, cfg) }

// NewReader is New.
func NewReader(name string, cfg wssec.Config) (Reader, error) {
	for _, e := range engines {
		if e.name == name {
			return e.make(cfg)
		}
	}
	return nil, fmt.Errorf("engines: no engine %q: choose from %s", name, strings.Join(Names(), ", "))
}
