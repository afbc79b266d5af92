package measure

import (
	"sync/atomic"
	"testing"
	"time"
)

// TestBusyTicks adds up by hand: 100 user, 20 nice, 30 system, 3 irq, 2 softirq and 5 steal are 160 ticks of 10 ms;
// idle, iowait, guest and guest_nice do not count.
func TestBusyTicks(t *testing.T) {
	got, ok := busyTicks("cpu  100 20 30 9999 888 3 2 5 77 66\ncpu0 1 1 1 1\n")
	if want := 1600 * time.Millisecond; !ok || got != want {
		t.Errorf("busy for %v, %v, want %v", got, ok, want)
	}
	for _, text := range []string{"", "cpu", "cpu 1 2 3", "intr 1 2 3 4 5", "cpu 1 2 x 4 5"} {
		if _, ok := busyTicks(text); ok {
			t.Errorf("%q was taken", text)
		}
	}
}

// TestLoadIsOfOthers spins meanwhile: what this process takes is not told as others'.
func TestLoadIsOfOthers(t *testing.T) {
	quiet := loadOfOthers(200 * time.Millisecond)
	var stop atomic.Bool
	go func() {
		for !stop.Load() {
		}
	}()
	loaded := loadOfOthers(200 * time.Millisecond)
	stop.Store(true)
	if quiet < 0 || loaded < 0 {
		t.Fatalf("unknown: %v, %v", quiet, loaded)
	}
	if loaded > quiet+0.8 { // it took a whole core
		t.Errorf("others kept %.2f cores busy, %.2f with this process at work", quiet, loaded)
	}
}
