package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Transport is how our stacks speak HTTP. It is a flag and configuration value. Other stacks have transports
// of their own.
type Transport uint8

const (
	Net  Transport = iota // net/http
	Lean                  // package leanhttp
)

var transports = []string{"net", "lean"}

// String is the transport's word in flags and files.
func (t Transport) String() string { return transports[t] }

// Set makes a *Transport a flag value.
func (t *Transport) Set(name string) error {
	i := slices.Index(transports, name)
	if i < 0 {
		return fmt.Errorf("measure: no transport %q: choose from %s", name, strings.Join(transports, ", "))
	}
	*t = Transport(i)
	return nil
}

// Type is the transport's word in a usage text.
func (t *Transport) Type() string { return "transport" }

// MarshalText and UnmarshalText make a Transport a value of JSON and of the configuration.
func (t Transport) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText is Set.
func (t *Transport) UnmarshalText(b []byte) error { return t.Set(string(b)) }
