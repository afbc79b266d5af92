package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// spinner tells of work whose end cannot be foreseen: on a terminal a line that moves and counts the seconds,
// elsewhere a line at its begin.
type spinner struct {
	bar  *progressbar.ProgressBar // nil where there is no terminal
	stop chan struct{}
	gone chan struct{}
}

func newSpinner(v voice, doing string) *spinner {
	s := &spinner{stop: make(chan struct{}), gone: make(chan struct{})}
	if !v.terminal {
		v.say("%s", doing)
		return s
	}
	s.bar = progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(v.w),
		progressbar.OptionSetDescription(doing),
		progressbar.OptionSpinnerType(14),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionClearOnFinish(),
	)
	go s.spin()
	return s
}

func (s *spinner) spin() {
	defer close(s.gone)
	for tick := time.NewTicker(200 * time.Millisecond); ; {
		select {
		case <-tick.C:
			s.bar.Add(1)
		case <-s.stop:
			tick.Stop()
			return
		}
	}
}

// end takes the line away.
func (s *spinner) end() {
	if s.bar == nil {
		return
	}
	close(s.stop)
	<-s.gone
	s.bar.Finish()
}
