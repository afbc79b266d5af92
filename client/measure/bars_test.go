package measure

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestBlocks counts eighths by hand.
func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		part  float64
		width int
		want  string
	}{
		{1, 4, "████"}, {0.5, 4, "██"}, {0.25, 1, "▎"}, {0.03125, 4, "▏"}, {0, 4, "▏"}, {0.96875, 4, "███▉"}, {0.53125, 4, "██▏"},
	} {
		if got := blocks(c.part, c.width); got != c.want {
			t.Errorf("%v of %d is %q, want %q", c.part, c.width, got, c.want)
		}
	}
}

// TestWriteBars holds the figures to the letter. In the first one all stands in 80 columns: 2 + 15 and 2 + 4 and
// 2 + 8 and 2 leave 45 for the longest bar, so that a ratio of 20 of 40 has 22 and a half, and 1 has 9 eighths.
func TestWriteBars(t *testing.T) {
	ms := time.Millisecond
	of := func(stack, policy, suite, sequence string, best time.Duration, ratio float64) Summary {
		return Summary{Cell: Cell{stack, policy, suite, sequence}, Calls: 1000, Best: best, Normal: Ratio{Best: ratio}, Baseline: "policy=plain"}
	}
	list := []Summary{
		of("seismark-dom", "plain", "none", "small", 50*ms, 1),
		of("seismark-stream", "plain", "none", "small", 25*ms, 1),
		of("seismark-dom", "sign", "a", "small", 2000*ms, 40),
		of("seismark-stream", "sign", "a", "small", 500*ms, 20),
		of("cxf", "sign", "a", "small", 0, 0),
		of("seismark-dom", "sign", "a", "large", 700*ms, 0),
	}
	list[4].Status = HeapExceeded
	for i := range list {
		if list[i].Cell.Sequence == "large" {
			list[i].Calls = 100
		}
	}
	var b strings.Builder
	if err := WriteBars(&b, list); err != nil {
		t.Fatal(err)
	}
	want := `small, 1000 calls: the best pass over that of policy=plain; shorter is faster

plain
  seismark-dom     1.00   50.0 ms  █▏
  seismark-stream  1.00   25.0 ms  █▏

sign
  seismark-dom     40.0   2000 ms  ` + strings.Repeat("█", 45) + `
  seismark-stream  20.0  500.0 ms  ` + strings.Repeat("█", 22) + `▌
  cxf                 -            heap exceeded

large, 100 calls: the best pass over that of policy=plain; shorter is faster

sign
  seismark-dom  -  700.0 ms  not normalized
`
	if b.String() != want {
		t.Errorf("bars are\n%s\nwant\n%s", b.String(), want)
	}
	widest := 0
	for line := range strings.Lines(b.String()) {
		widest = max(widest, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")))
	}
	if widest != BarsWidth {
		t.Errorf("%d columns wide", widest)
	}
}

// TestWriteBarsAbsolute draws times where there is no baseline, names suites where there are several, and says what
// keeps stacks of one name apart.
func TestWriteBarsAbsolute(t *testing.T) {
	ms := time.Millisecond
	list := []Summary{
		{Cell: Cell{"a", "plain", "none", "small"}, Calls: 10, Best: 10 * ms, Apart: []Trait{{"library", "", ""}}},
		{Cell: Cell{"a", "sign", "s", "small"}, Calls: 10, Best: 20 * ms, Apart: []Trait{{"library", "go", "go"}}},
		{Cell: Cell{"a", "sign", "t", "small"}, Calls: 10, Best: 40 * ms, Apart: []Trait{{"library", "openssl (3)", "openssl"}}, Weaknesses: []Weakness{{Taken: "x", Why: "y"}}},
	}
	var b strings.Builder
	if err := WriteBars(&b, list); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"small, 10 calls: milliseconds of the best pass; shorter is faster\n\nplain\n  a                       10.0 ms  ███████████▎\n",
		"\nsign, s\n  a, library go           20.0 ms  ",
		"\nsign, t\n  a [1], library openssl  40.0 ms  " + strings.Repeat("█", 45) + "\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("bars are\n%s\nwithout\n%s", b.String(), want)
		}
	}
}
