package xmltok

import (
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hostile are documents that grow with n in ways that cost a careless reader n times n.
var hostile = map[string]func(n int) string{
	"nested": func(n int) string { return strings.Repeat("<a>", n) + strings.Repeat("</a>", n) },
	"attributes": func(n int) string {
		return "<a" + numbered(n, ` b%=""`) + "/>"
	},
	"attributes backwards": func(n int) string {
		return "<a" + numbered(n, ` b%=""`, backwards) + "/>"
	},
	"declarations, each used": func(n int) string {
		return "<a" + numbered(n, ` xmlns:p%="u%"`) + numbered(n, ` p%:b=""`) + "/>"
	},
	"declarations, each by a child": func(n int) string {
		return "<a" + numbered(n, ` xmlns:p%="u%"`) + ">" + numbered(n, `<p%:b/>`) + "</a>"
	},
	"one prefix declared at every depth": func(n int) string {
		return numbered(n, `<p:a xmlns:p="u%">`) + strings.Repeat("</p:a>", n)
	},
	"another prefix at every depth": func(n int) string {
		return numbered(n, `<p%:a xmlns:p%="u">`) + numbered(n, `</p%:a>`, backwards)
	},
	"many attributes once, some often": func(n int) string {
		return "<r><a" + numbered(n, ` b%=""`, backwards) + "/>" + strings.Repeat(`<a z="" y="" x="" w="" v="" u="" t="" s="" r=""/>`, n/8) + "</r>"
	},
	"references":    func(n int) string { return "<a>" + strings.Repeat("&#x41;&amp;", n) + "</a>" },
	"brackets":      func(n int) string { return "<a>" + strings.Repeat("]", n) + "</a>" },
	"comments":      func(n int) string { return "<a>" + strings.Repeat("<!---->", n) + "</a>" },
	"CDATA":         func(n int) string { return "<a>" + strings.Repeat("<![CDATA[]]>", n) + "</a>" },
	"line ends":     func(n int) string { return "<a>" + strings.Repeat("\r", n) + "</a>" },
	"& without end": func(n int) string { return "<a>" + strings.Repeat("&#x41", n) + "</a>" },
	"blanks":        func(n int) string { return "<a" + strings.Repeat(" ", n) + "></a" + strings.Repeat(" ", n) + ">" },
	"a long name":   func(n int) string { return "<" + strings.Repeat("a", n) + "/>" },
	"xml:lang at every depth": func(n int) string {
		return strings.Repeat(`<a xml:lang="en">`, n) + strings.Repeat("</a>", n)
	},
}

const backwards = true

// numbered repeats a text n times, with a number of one width for each %.
func numbered(n int, text string, down ...bool) string {
	var b strings.Builder
	for i := range n {
		if len(down) > 0 {
			i = n - 1 - i
		}
		b.WriteString(strings.ReplaceAll(text, "%", strconv.Itoa(1e6+i)))
	}
	return b.String()
}

// TestLinear compares the time for a document with that for one eight times as long, which a linear reader
// takes eight times as long for, a quadratic one 64 times. The bound between leaves room for sorting, and
// for memory that no longer fits into caches.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n, factor, bound = 1500, 8, 28
	for name, document := range hostile {
		ratio := 0.0
		for range 3 {
			ratio = slowdown(document(factor*n), document(n))
			if ratio < bound {
				break
			}
		}
		if ratio >= bound {
			t.Errorf("%s: %d times the document takes %.0f times the time", name, factor, ratio)
		}
	}
}

// slowdown is how many times the processor time of the short document the long one takes. Whether they are
// well formed does not matter.
func slowdown(long, short string) float64 {
	read := func(source []byte) {
		k := Tokenizer{Limits: Unlimited}
		k.Reset(source)
		for {
			if kind, err := k.Next(); err != nil || kind == EOF {
				return
			}
		}
	}
	return float64(processorTime(read, long)) / float64(processorTime(read, short))
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
