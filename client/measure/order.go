package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Order is how the passes of the cells follow each other. It is a flag and configuration value.
type Order uint8

const (
	Interleave Order = iota // round after round, one pass of every cell: a drift of the machine meets all alike
	Block                   // cell after cell
)

var orders = []string{"interleave", "block"}

// String is the order's word in flags and files.
func (o Order) String() string { return orders[o] }

// Set makes an *Order a flag value.
func (o *Order) Set(name string) error {
	i := slices.Index(orders, name)
	if i < 0 {
		return fmt.Errorf("measure: no order %q: choose from %s", name, strings.Join(orders, ", "))
	}
	*o = Order(i)
	return nil
}

// Type is the order's word in a usage text.
func (o *Order) Type() string { return "order" }

// MarshalText and UnmarshalText make an Order a value of JSON and of the configuration.
func (o Order) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText is Set.
func (o *Order) UnmarshalText(b []byte) error { return o.Set(string(b)) }
