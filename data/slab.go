package data

import "math"

// draw gives a quake of a subduction zone: kilometres from the trench towards the slab's dip, and depth.
func (s slab) draw(d dice) (aside, depth float64) {
	switch {
	case d.chance(0.05): // outer rise, where the plate bends
		return d.between(-70, -10), d.between(8, 30)
	case d.chance(0.2): // the plate above
		return d.between(60, 260), 2 + d.exponential(12)
	case d.chance(s.deep):
		depth = s.deepest - math.Abs(d.normal(60))
	default:
		depth = s.upper(d)
	}
	return s.reach(depth), depth
}

// upper is a depth on the upper slab: most on the contact of the plates, then fewer and fewer.
func (s slab) upper(d dice) float64 {
	if d.chance(0.6) {
		return d.between(12, 55)
	}
	for {
		if depth := 45 + d.exponential(70); depth < s.deepest {
			return depth
		}
	}
}

// bendDepth is where a slab steepens, in kilometres.
const bendDepth = 45.0

// reach is the distance from the trench at which the slab has the depth: a gentle ramp to the bend, then the dip.
func (s slab) reach(depth float64) float64 {
	dip := radians(s.dip)
	if depth < bendDepth {
		return depth / math.Tan(0.38*dip)
	}
	return bendDepth/math.Tan(0.38*dip) + (depth-bendDepth)/math.Tan(dip)
}

// body is a depth in a nest: throughout it, or near its foot.
func (s slab) body(d dice) float64 {
	if d.chance(s.deep) {
		return math.Abs(s.deepest - 45 + d.normal(18))
	}
	return d.between(0.4, 1) * s.deepest
}
