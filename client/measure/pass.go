package measure

import (
	"fmt"
	"time"
)

// Pass is one timed walk through a sequence whose totals are right: only NewPass makes one.
type Pass struct {
	cell Cell
	r    Reading
}

// Reading is what a client and the runner say of a pass. Bytes and memory are zero where unknown.
type Reading struct {
	Cold    bool          `json:"cold"`       // the first walk of the client's process
	Calls   int           `json:"calls"`      // calls made
	Quakes  int           `json:"quakes"`     // quakes decoded
	Elapsed time.Duration `json:"elapsed_ns"` // of all calls together

	RequestBytes  float64 `json:"request_bytes,omitempty"` // of a message, over all calls of the pass on average
	ResponseBytes float64 `json:"response_bytes,omitempty"`
	ServerRSS     float64 `json:"server_rss_mib,omitempty"` // peak resident memory of the process until the pass ended
	ClientRSS     float64 `json:"client_rss_mib,omitempty"`
}

// TotalError is why a reading is no pass: it did not count what it had to.
type TotalError struct {
	Cell  Cell
	What  string // "quakes" or "calls"
	Count int
	Want  int
}

func (e *TotalError) Error() string {
	return fmt.Sprintf("measure: %s at %s: %d counted, the right total is %d", e.What, e.Cell, e.Count, e.Want)
}

// NewPass makes a pass of a reading. A wrong total is a *TotalError.
func NewPass(c Cell, s Sequence, r Reading) (Pass, error) {
	if err := c.check(); err != nil {
		return Pass{}, fmt.Errorf("measure: pass: %w", err)
	}
	switch {
	case s.Name != c.Sequence:
		return Pass{}, fmt.Errorf("measure: pass at %s: the sequence is %s", c, s.Name)
	case r.Calls != s.Calls:
		return Pass{}, &TotalError{c, "calls", r.Calls, s.Calls}
	case r.Quakes != s.Want:
		return Pass{}, &TotalError{c, "quakes", r.Quakes, s.Want}
	case r.Elapsed <= 0:
		return Pass{}, fmt.Errorf("measure: pass at %s: no time went by (%v)", c, r.Elapsed)
	}
	return Pass{c, r}, nil
}

// Cell is what the pass belongs to.
func (p Pass) Cell() Cell { return p.cell }

// Reading is what was read.
func (p Pass) Reading() Reading { return p.r }
