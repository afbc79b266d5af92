package xmltok

import "math"

// Limits bound a document. Zero fields mean those of DefaultLimits.
type Limits struct {
	Depth      int // nested elements
	Attributes int // of one element, namespace declarations included
	Name       int // bytes of a name, prefix and colon included
}

// DefaultLimits are far above what messages use. The tokenizer takes linear time and does not recurse
// without them; its users may not.
var DefaultLimits = Limits{Depth: 256, Attributes: 256, Name: 1024}

// Unlimited lets everything through, for sources that were read under other limits before.
var Unlimited = Limits{Depth: math.MaxInt, Attributes: math.MaxInt, Name: math.MaxInt}

func (l Limits) withDefaults() Limits {
	if l.Depth == 0 {
		l.Depth = DefaultLimits.Depth
	}
	if l.Attributes == 0 {
		l.Attributes = DefaultLimits.Attributes
	}
	if l.Name == 0 {
		l.Name = DefaultLimits.Name
	}
	return l
}
