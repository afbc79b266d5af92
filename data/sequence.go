package data

import "math"

// Laws of magnitude and of aftershocks. One magnitude step is one decimal of the catalogue.
const (
	completeness = 2.5  // every quake from here on is in the catalogue
	step         = 0.1  // magnitudes are rounded to it
	productivity = 0.05 // direct aftershocks of a quake of the completeness magnitude
	growth       = 0.95 // decimal order of productivity per magnitude
	decay        = 1.1  // Omori's exponent
	delay        = 0.02 // days; Utsu's shift
	memory       = 1000 // days after which a sequence is over
)

// slope is the b-value of the law of Gutenberg and Richter.
func (s setting) slope() float64 {
	switch s {
	case ridge:
		return 1.12
	case transform:
		return 0.96
	}
	return 1
}

// largest is the magnitude that the faults of the setting do not pass.
func (s setting) largest() float64 {
	switch s {
	case subduction:
		return 8.8
	case transform, collision:
		return 8
	case nest:
		return 7.4
	case interior:
		return 6.2
	}
	return 6.8 // ridge
}

// magnitude draws one from the cut law of Gutenberg and Richter, not yet rounded.
func (s setting) magnitude(d dice) float64 {
	for {
		m := completeness - step/2 + d.exponential(math.Log10E/s.slope())
		if m < s.largest() {
			return m
		}
	}
}

// shock is a quake while its sequence unfolds.
type shock struct {
	hypocentre
	belt      *belt
	days      float64 // since the first instant of the catalogue
	magnitude float64
}

// aftershocks draws those that the shock sets off itself; theirs follow from them. The numbers are
// such that a sequence's largest aftershock is about 1.2 below its mainshock, as Båth found.
func (s shock) aftershocks(d dice) []shock {
	mean := productivity * math.Pow(10, growth*(s.magnitude-completeness)) * s.fertility()
	shocks := make([]shock, d.poisson(mean))
	for i := range shocks {
		shocks[i] = shock{s.near(d), s.belt, s.days + wait(d), s.belt.kind.magnitude(d)}
	}
	return shocks
}

// fertility: deep quakes have few aftershocks.
func (s shock) fertility() float64 {
	switch {
	case s.depth > 300:
		return 0.1
	case s.depth > 70:
		return 0.3
	}
	return 1
}

// wait is the time to an aftershock in days, by the law of Omori and Utsu, cut at the end of memory.
func wait(d dice) float64 {
	const power = 1 - decay
	end := math.Pow(1+memory/delay, power)
	return delay * (math.Pow(1-d.unit()*(1-end), 1/power) - 1)
}

// near is a hypocentre about the rupture: within its length for most, with a long tail, along the
// strike rather than across, and with the error of location that catalogues have.
func (s shock) near(d dice) hypocentre {
	rupture := math.Pow(10, 0.5*s.magnitude-1.85) // kilometres
	reach := 0.5 * rupture * min(math.Pow(1-d.unit(), -1/1.8)-0.6, 6)
	sin, cos := math.Sincos(d.between(0, 2*math.Pi))
	along := reach*cos + d.normal(3)
	across := 0.3*reach*sin + d.normal(3)
	at := s.moved(s.strike, along).moved(s.strike+math.Pi/2, across)
	depth := math.Abs(s.depth + d.normal(1.5+min(0.25*rupture, 12)))
	return hypocentre{at, depth, s.strike}
}
