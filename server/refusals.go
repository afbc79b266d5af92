package server

import (
	"context"
	"log/slog"
	"net"
	"regexp"
	"sync"
	"time"
)

// refusals tells the log of what was refused, up to mostRefusals in a second: a flood of requests shall not
// become one of the log.
type refusals struct {
	log *slog.Logger

	mu     sync.Mutex
	second time.Time // began then
	told   int       // in it
	untold int
}

const mostRefusals = 50

// tell logs a refusal, or counts it.
func (r *refusals) tell(attributes ...slog.Attr) {
	if r.counts(time.Now()) {
		r.log.LogAttrs(context.Background(), slog.LevelInfo, "refused", attributes...)
	}
}

// counts reports whether there is a line for another refusal, and begins a new second with the number of those
// that got none.
func (r *refusals) counts(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.Sub(r.second) >= time.Second {
		r.sum()
		r.second, r.told = now, 0
	}
	if r.told == mostRefusals {
		r.untold++
		return false
	}
	r.told++
	return true
}

// sum tells how many refusals were not told of.
func (r *refusals) sum() {
	if r.untold > 0 {
		r.log.Info("refused, each without a line of its own", slog.Int("requests", r.untold))
		r.untold = 0
	}
}

// end tells the rest.
func (r *refusals) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum()
}

// early tells of a request that was refused before it got here.
func (r *refusals) early(from net.Addr, status int, why string) {
	r.tell(slog.String("from", from.String()), slog.Int("status", status), slog.String("why", bounded(why)))
}

// remedy is advice to the programmer of an engine, who has its limits in his hand.
var remedy = regexp.MustCompile(`,? or raise Limits\.\w+`)

// setting is a limit that the programmer knows.
var setting = regexp.MustCompile(`Limits\.\w+`)

// forOperator takes out of a text what names what no operator of a service can set.
func forOperator(text string) string {
	return setting.ReplaceAllString(remedy.ReplaceAllString(text, ""), "the limit")
}
