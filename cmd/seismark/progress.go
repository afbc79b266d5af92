package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"seismark/client/measure"
	"seismark/floor"
)

// progress tells how a run goes: a bar on a terminal, elsewhere a line for each round. What is lost is told
// at once on both.
type progress struct {
	v    voice
	bar  *progressbar.ProgressBar // nil where there is no terminal
	told string                   // what was last told of
}

func newProgress(v voice) *progress {
	p := &progress{v: v}
	if v.terminal {
		p.bar = progressbar.NewOptions(1,
			progressbar.OptionSetWriter(v.w),
			progressbar.OptionSetWidth(20),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionShowDescriptionAtLineEnd(),
			progressbar.OptionUseANSICodes(true),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// tell shows what is being done.
func (p *progress) tell(now measure.Progress) {
	if p.bar != nil {
		p.bar.ChangeMax(max(now.Steps, 1))
		p.bar.Describe(line(now))
		p.bar.Set(min(now.Done, max(now.Steps, 1)-1))
		return
	}
	key, text := line(now), line(now)
	if now.Round {
		key, text = doing(now), doing(now)
		if now.Left > 0 {
			text += ", " + left(now)
		}
	}
	if key != p.told {
		p.told = key
		p.v.say("%s", text)
	}
}

// line is what stands beside a bar.
func line(now measure.Progress) string {
	text := doing(now) + ": " + cellName(now.Cell)
	if now.Left > 0 {
		text += ", " + left(now)
	}
	return text
}

func left(now measure.Progress) string {
	return "about " + now.Left.Round(time.Second).String() + " left"
}

func doing(now measure.Progress) string {
	if now.Pass > 0 {
		return fmt.Sprintf("%s %d of %d", now.Doing, now.Pass, now.Of)
	}
	return now.Doing
}

func cellName(c measure.Cell) string {
	return strings.TrimSpace(c.Stack + " " + c.Policy + " " + c.Sequence)
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

// Lost tells of a cell that was lost. The other records are told by the tables.
func (p *progress) Lost(l measure.Lost) error {
	p.say("%s: %s: %s", cellName(l.Cell), l.Status, l.Reason)
	return nil
}

// Weak tells of a bad message that a stack is known to take.
func (p *progress) Weak(w measure.Weakness) error {
	p.say("%s: %s, as its file says: %s", cellName(w.Cell), w.Taken, w.Why)
	return nil
}

// say writes a line in the place of the bar.
func (p *progress) say(format string, args ...any) {
	p.end()
	p.v.say(format, args...)
}

func (p *progress) Pass(measure.Pass) error { return nil }
func (p *progress) Note(measure.Note) error { return nil }
func (p *progress) Heap(measure.Heap) error { return nil }
func (p *progress) Peak(measure.Peak) error { return nil }

func (p *progress) Floor(floor.Floor) error { return nil }
