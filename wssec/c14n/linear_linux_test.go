package c14n

import (
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"seismark/wssec/xmltok"
)

// TestLinear compares the time for a document with that for one eight times as long, which a linear canonicalizer
// takes eight times as long for, a quadratic one 64 times. The bound between leaves room for sorting, and
// for memory that no longer fits into caches.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	numbered := func(n int, text string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(text, "%", strconv.Itoa(1e6+n-i)))
		}
		return b.String()
	}
	const n, factor, bound = 1500, 8, 28
	for name, document := range map[string]func(n int) string{
		"attributes": func(n int) string { return "<a" + numbered(n, ` b%=""`) + "/>" },
		"prefixes":   func(n int) string { return "<a" + numbered(n, ` xmlns:p%="urn:%"`) + numbered(n, ` p%:b=""`) + "/>" },
		"prefixes, by child": func(n int) string {
			return "<a" + numbered(n, ` xmlns:p%="urn:%"`) + ">" + numbered(n, "<p%:b/>") + "</a>"
		},
		"depth": func(n int) string {
			return numbered(n, `<p:a xmlns:p="urn:%" xmlns="urn:%">`) + strings.Repeat("</p:a>", n)
		},
		"text":     func(n int) string { return "<a>" + strings.Repeat("&#13;><![CDATA[<]]>", n) + "</a>" },
		"siblings": func(n int) string { return `<r xmlns="urn:u">` + numbered(n, `<a c="%" b="%"/>`) + "</r>" },
	} {
		for _, m := range []Method{exclusive, inclusive} {
			ratio := 0.0
			for range 3 {
				ratio = slowdown(document(factor*n), document(n), m)
				if ratio < bound {
					break
				}
			}
			if ratio >= bound {
				t.Errorf("%s, %s: %d times the document takes %.0f times the time", name, m.Algorithm, factor, ratio)
			}
		}
	}
}

// slowdown is how many times the processor time of the short element the long one takes.
func slowdown(long, short string, m Method) float64 {
	write := func(source []byte) { must(Append(nil, source, xmltok.Scope{}, m)) }
	return float64(processorTime(write, long)) / float64(processorTime(write, short))
}

// processorTime is what a function takes of a processor, whatever else runs on it. It does it often enough
// for a clock that ticks every few milliseconds.
func processorTime(do func([]byte), source string) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	now := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
			panic(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	b := []byte(source)
	start := now()
	for times := 1; ; times++ {
		do(b)
		if spent := now() - start; spent > 30*time.Millisecond {
			return spent / time.Duration(times)
		}
	}
}
