package measure

// Small is many queries with next to no quakes each: the fixed cost of a message.
func Small() Sequence {
	return Sequence{Name: "small", Calls: 1000, Seed: queryGeneratorSeed, Fraction: 0.0046, Want: 816}
}

// Large is few queries with many quakes each: the cost of a byte.
func Large() Sequence {
	return Sequence{Name: "large", Calls: 100, Seed: queryGeneratorSeed, Fraction: 0.2, Want: 176745}
}

// Sequences is the list of all sequences, for the built-in catalogue.
func Sequences() []Sequence { return []Sequence{Small(), Large()} }
