package measure

import "time"

// Progress tells what a run does from now on.
type Progress struct {
	Doing string // in words
	Round bool   // it is one of a round, done for all cells in turn
	Cell  Cell
	Pass  int // of Passes; the cold one is 0
	Of    int // warm passes of the cell
	Done  int // steps done, of Steps
	Steps int
	Left  time.Duration // estimate; negative where there is none yet
}

// gauge estimates the time left by what passes of a cell took, the later ones more than the earlier.
type gauge struct {
	done, steps int
	usual       map[Cell]time.Duration // of a pass
	left        map[Cell]int           // passes to come
}

func newGauge() *gauge {
	return &gauge{usual: map[Cell]time.Duration{}, left: map[Cell]int{}}
}

// expect adds passes to come.
func (g *gauge) expect(c Cell, passes int) {
	g.left[c] += passes
	g.steps += passes
}

// took notes a pass.
func (g *gauge) took(c Cell, d time.Duration) {
	if before, ok := g.usual[c]; ok {
		d = (before + d) / 2
	}
	g.usual[c] = d
	g.left[c]--
	g.done++
}

// drop forgets the passes to come of a cell.
func (g *gauge) drop(c Cell) {
	g.steps -= g.left[c]
	delete(g.left, c)
}

// remaining is the time of all passes to come, negative while a cell has had none.
func (g *gauge) remaining() time.Duration {
	var sum time.Duration
	for c, n := range g.left {
		d, ok := g.usual[c]
		if !ok && n > 0 {
			return -1
		}
		sum += d * time.Duration(n)
	}
	return sum
}
