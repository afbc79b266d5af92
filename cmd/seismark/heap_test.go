package main

import (
	"runtime"
	"testing"
)

func TestWatchdog(t *testing.T) {
	for _, c := range []struct {
		name  string
		limit uint64
		hold  int
		want  bool
	}{
		{"under the limit", 1 << 30, 32 << 20, false},
		{"live memory over the limit", 16 << 20, 32 << 20, true},
	} {
		held := make([]byte, c.hold)
		runtime.GC()
		w := newWatchdog(c.limit)
		used, exceeded := w.look()
		if exceeded != c.want || used < uint64(c.hold) {
			t.Errorf("%s: %d bytes, exceeded %v", c.name, used, exceeded)
		}
		runtime.KeepAlive(held)
	}
}

// Memory over the limit is no reason to end as long as collections may free it.
func TestWatchdogIsPatient(t *testing.T) {
	w := newWatchdog(100)
	for i, look := range []struct {
		live, used, cycles uint64
		want               bool
	}{
		{50, 120, 7, false},
		{50, 120, 9, false},
		{50, 90, 9, false}, // freed
		{50, 120, 9, false},
		{50, 120, 11, false},
		{50, 120, 12, true}, // three collections in a row did not help
		{50, 90, 13, false},
		{101, 110, 13, true}, // nothing would help
	} {
		if got := w.judge(look.live, look.used, look.cycles); got != look.want {
			t.Errorf("look %d: %v", i, got)
		}
	}
}
