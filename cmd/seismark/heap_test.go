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

// Memory that a collection frees is no reason to end; memory that stays over the limit for patience
// collections is.
func TestWatchdogIsPatient(t *testing.T) {
	runtime.GC()
	w := newWatchdog(1 << 30)
	used, _ := w.look()
	w = newWatchdog(used - 1<<20) // all memory of the process is over it, the live part of it is not
	for i := range patience {
		if _, exceeded := w.look(); exceeded {
			t.Fatalf("ended after %d collections", i)
		}
		runtime.GC()
	}
	if used, exceeded := w.look(); !exceeded {
		t.Errorf("not ended with %d bytes of %d", used, w.limit)
	}
}
