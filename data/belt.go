package data

import "math"

// belt is a boundary made ready to draw hypocentres from: with patches where quakes crowd, and with
// bends that the rounded table does not have.
type belt struct {
	boundary
	line    trace
	patches []float64 // kilometres along, centres of crowding
	sums    []float64 // running totals of the patches' weights
	bends   [3]bend
	offsets []float64 // of a ridge: kilometres aside, per segment
}

// bend is one wave of the line's wandering.
type bend struct{ height, wave, phase float64 }

// hypocentre is where a rupture starts.
type hypocentre struct {
	place
	depth  float64 // kilometres
	strike float64 // radians, along which aftershocks stretch
}

// segmentLength is the usual distance between the offsets of a ridge, in kilometres.
const segmentLength = 140.0

func newBelt(d dice, b boundary) belt {
	t := belt{boundary: b, line: newTrace(b.trace)}
	length := t.line.length()
	sum := 0.0
	for range 1 + int(length/90) {
		sum += d.exponential(1)
		t.patches = append(t.patches, d.between(0, length))
		t.sums = append(t.sums, sum)
	}
	for i, wave := range []float64{700, 260, 90} {
		t.bends[i] = bend{d.normal(b.width / 2), wave, d.between(0, 2*math.Pi)}
	}
	if b.kind == ridge {
		for range 2 + int(length/segmentLength) {
			t.offsets = append(t.offsets, d.normal(30))
		}
	}
	return t
}

// draw makes a hypocentre of the background.
func (b *belt) draw(d dice) hypocentre {
	along := b.along(d)
	at, strike := b.line.at(along)
	aside, depth := 0.0, 0.0
	switch b.kind {
	case subduction:
		aside, depth = b.slab.draw(d)
	case ridge:
		aside, depth = b.offset(d, along), d.between(2, 14)
	case transform:
		depth = 1 + math.Abs(d.normal(9))
	case collision:
		depth = 2 + d.exponential(11)
	case nest:
		depth = b.slab.body(d)
	}
	aside += b.wander(along) + b.spread(d)
	at = at.moved(strike+math.Pi/2, aside)
	return hypocentre{at, depth, strike}
}

// spread is the distance aside: round a belt of many faults some quakes lie far out.
func (b *belt) spread(d dice) float64 {
	if b.kind == collision {
		return d.normal(b.width * (0.5 + d.exponential(0.6)))
	}
	return d.normal(b.width)
}

// along chooses the distance along the line: half of the quakes crowd about patches.
func (b *belt) along(d dice) float64 {
	length := b.line.length()
	if d.chance(0.5) {
		at := b.patches[d.pick(b.sums)] + d.normal(22)
		return min(max(at, 0), length)
	}
	return d.between(0, length)
}

func (b *belt) wander(along float64) float64 {
	aside := 0.0
	for _, w := range b.bends {
		aside += w.height * math.Sin(2*math.Pi*along/w.wave+w.phase)
	}
	return aside
}

// offset puts a quake of a ridge on its segment, or on the fault that joins it to the next.
func (b *belt) offset(d dice, along float64) float64 {
	i := int(along / segmentLength)
	here, next := b.offsets[i], b.offsets[i+1]
	if math.Mod(along, segmentLength) > 0.75*segmentLength {
		return d.between(here, next)
	}
	return here
}
