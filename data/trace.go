package data

// trace is a line on the globe that can be asked for a place by the distance along it.
type trace struct {
	points   []place
	ends     []float64 // kilometres from the start to the end of each leg
	bearings []float64 // radians, of each leg
}

func newTrace(points []place) trace {
	t := trace{points: points}
	sum := 0.0
	for i := 1; i < len(points); i++ {
		distance, bearing := points[i-1].to(points[i])
		sum += distance
		t.ends = append(t.ends, sum)
		t.bearings = append(t.bearings, bearing)
	}
	return t
}

func (t trace) length() float64 {
	if len(t.ends) == 0 {
		return 0
	}
	return t.ends[len(t.ends)-1]
}

// at gives the place and the bearing so far along. Round a corner the bearing turns over the nearer
// halves of both legs: a slab bends, it does not break.
func (t trace) at(along float64) (place, float64) {
	if len(t.ends) == 0 {
		return t.points[0], 0
	}
	leg := 0
	for leg < len(t.ends)-1 && along > t.ends[leg] {
		leg++
	}
	start := 0.0
	if leg > 0 {
		start = t.ends[leg-1]
	}
	way := along - start
	at := t.points[leg].moved(t.bearings[leg], way)

	share := way / (t.ends[leg] - start)
	bearing := t.bearings[leg]
	switch {
	case share < 0.5 && leg > 0:
		bearing += (0.5 - share) * turn(bearing, t.bearings[leg-1])
	case share > 0.5 && leg < len(t.ends)-1:
		bearing += (share - 0.5) * turn(bearing, t.bearings[leg+1])
	}
	return at, bearing
}
