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

// gauge estimates the time left: a pass of a cell takes as long as the one before it.
type gauge struct {
	done, steps int
	last        map[Cell]time.Duration // of the last pass
	left        map[Cell]int           // passes to come
}

func newGauge() *gauge {
	return &gauge{last: map[Cell]time.Duration{}, left: map[Cell]int{}}
}

// expect adds passes to come.
func (g *gauge) expect(c Cell, passes int) {
	g.left[c] += passes
	g.steps += passes
}

// took notes a pass.
func (g *gauge) took(c Cell, d time.Duration) {
	g.last[c] = d
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
		d, ok := g.last[c]
		if !ok && n > 0 {
			return -1
		}
		sum += d * time.Duration(n)
	}
	return sum
}
