package measure

import "seismark/floor"

// Recorder takes what a run measures, as it is measured. An error ends the run.
type Recorder interface {
	Pass(Pass) error
	Lost(Lost) error
	Weak(Weakness) error
	Note(Note) error
	Heap(Heap) error
	Peak(Peak) error
	Floor(floor.Floor) error
}

var (
	_ Recorder = (*Log)(nil)
	_ Recorder = (*Run)(nil)
	_ Recorder = Recorders(nil)
)

// Pass, Lost, Weak, Heap, Peak and Floor make a run keep what it is given.
func (r *Run) Pass(p Pass) error     { r.Passes = append(r.Passes, p); return nil }
func (r *Run) Lost(l Lost) error     { r.Losses = append(r.Losses, l); return nil }
func (r *Run) Weak(w Weakness) error { r.Weaknesses = append(r.Weaknesses, w); return nil }
func (r *Run) Heap(h Heap) error     { r.Heaps = append(r.Heaps, h); return nil }
func (r *Run) Peak(p Peak) error     { r.Peaks = append(r.Peaks, p); return nil }

func (r *Run) Floor(f floor.Floor) error { r.Floors = append(r.Floors, f); return nil }

// Recorders pass on to each of them.
type Recorders []Recorder

func (rs Recorders) Pass(p Pass) error {
	return all(rs, func(r Recorder) error { return r.Pass(p) })
}

func (rs Recorders) Lost(l Lost) error {
	return all(rs, func(r Recorder) error { return r.Lost(l) })
}

func (rs Recorders) Weak(w Weakness) error {
	return all(rs, func(r Recorder) error { return r.Weak(w) })
}

func (rs Recorders) Heap(h Heap) error {
	return all(rs, func(r Recorder) error { return r.Heap(h) })
}

func (rs Recorders) Peak(p Peak) error {
	return all(rs, func(r Recorder) error { return r.Peak(p) })
}

func (rs Recorders) Floor(f floor.Floor) error {
	return all(rs, func(r Recorder) error { return r.Floor(f) })
}
