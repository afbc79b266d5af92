package floor

import (
	"errors"
	"strconv"
	"testing"
	"time"
)

func decimal(n int) string { return strconv.Itoa(n) }

// TestTimes sums up by hand.
func TestTimes(t *testing.T) {
	ms := time.Millisecond
	// Three messages, five rounds: the least times are 1, 2 and 3; the rounds took 9, 7, 30, 8 and 12.
	got := work{count: 3}.times([]time.Duration{1 * ms, 2 * ms, 3 * ms}, []time.Duration{9 * ms, 7 * ms, 30 * ms, 8 * ms, 12 * ms})
	if want := (Times{6 * ms, 7 * ms, 9 * ms}); got != want {
		t.Errorf("times are %v, want %v", got, want)
	}
	// 2000 operations that are alike: the best batch of four took 8 ms, so that they take 4 s; the rounds of
	// forty took 100, 90 and 200 ms, so that they take 5, 4.5 and 10 s.
	got = work{count: 2000, alike: true}.times([]time.Duration{9 * ms, 8 * ms, 20 * ms}, []time.Duration{100 * ms, 90 * ms, 200 * ms})
	if want := (Times{4000 * ms, 4500 * ms, 5000 * ms}); got != want {
		t.Errorf("times are %v, want %v", got, want)
	}
}

// TestClock times what is done, not what is prepared, and keeps the least time of each message.
func TestClock(t *testing.T) {
	var prepared, done []int
	round := 0
	w := work{
		count:   2,
		prepare: func(i int) { prepared = append(prepared, i); time.Sleep(20 * time.Millisecond) },
		do: func(i int) error {
			done = append(done, i)
			if i == round { // message 0 is slow in round 0, message 1 in round 1
				time.Sleep(10 * time.Millisecond)
			}
			if i == 1 {
				round++
			}
			return nil
		},
	}
	got, err := newClock().time(t.Context(), w, 2)
	if err != nil || len(done) != 4 || len(prepared) != 4 {
		t.Fatalf("done %v, prepared %v, %v", done, prepared, err)
	}
	if got.Least > 5*time.Millisecond || got.Round < 10*time.Millisecond || got.Round > 20*time.Millisecond {
		t.Errorf("times are %v", got)
	}
}

// TestBatches asks for even shares of both directions.
func TestBatches(t *testing.T) {
	var count [2]int
	_, err := newClock().time(t.Context(), work{count: 2000, alike: true, do: func(i int) error { count[i%2]++; return nil }}, 3)
	if err != nil || count != [2]int{60, 60} {
		t.Errorf("done %v, want 60 each; %v", count, err)
	}
}

func TestFailure(t *testing.T) {
	bad := errors.New("bad")
	if _, err := newClock().time(t.Context(), work{count: 1, do: func(int) error { return bad }}, 2); err != bad {
		t.Errorf("error is %v", err)
	}
}
