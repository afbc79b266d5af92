package xmltok

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestLimits(t *testing.T) {
	limits := Limits{Depth: 2, Attributes: 3, Name: 7}
	for _, c := range []struct{ source, complaint string }{
		{"<a><b/><b/></a>", ""},
		{"<a><b><c/></b></a>", "more than 2 nested elements"},
		{"<a b='' c='' d=''/>", ""},
		{"<a b='' xmlns='' d=''/>", ""},
		{"<a b='' c='' d='' e=''/>", "more than 3 attributes"},
		{"<a b='' xmlns='' xmlns:p='u' e=''/>", "more than 3 attributes"},
		{"<abcdefg/>", ""},
		{"<abcdefgh/>", "longer than 7 bytes"},
		{"<abc:defg xmlns:p='u'/>", "longer than 7 bytes"},
		{"<a ééé='1'/>", ""},
		{"<a éééé='1'/>", "longer than 7 bytes"},
		{"<a><?abcdefgh?></a>", "longer than 7 bytes"},
	} {
		k := Tokenizer{Limits: limits}
		k.Reset([]byte(c.source))
		got := show(&k)
		if c.complaint == "" && strings.HasPrefix(got, "xmltok:") || !strings.Contains(got, c.complaint) {
			t.Errorf("%s: %s, want %q", c.source, got, c.complaint)
		}
	}
}

// TestDefaultLimits nests too deep for a tokenizer whose limits nobody set.
func TestDefaultLimits(t *testing.T) {
	if err := scan(strings.Repeat("<a>", 1e6)); err == nil || !strings.Contains(err.Error(), "more than 256 nested elements") {
		t.Error(err)
	}
	if err := scan("<a " + strings.Repeat("b", 1e6) + "=''/>"); err == nil || !strings.Contains(err.Error(), "longer than 1024 bytes") {
		t.Error(err)
	}
}

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

// TestLinear compares the time for a document with that for one eight times as long. It allows three
// times the time of a linear reader: n log n steps, memory that no longer fits into caches, and the noise
// of a busy machine. A quadratic reader takes eight times that time.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n, factor = 6000, 8
	for name, document := range hostile {
		ratio := 0.0
		for range 5 { // noise can only slow down
			ratio = float64(fastest(document(factor*n))) / float64(fastest(document(n)))
			if ratio < 3*factor {
				break
			}
		}
		if ratio >= 3*factor {
			t.Errorf("%s: %d times the document takes %.0f times the time", name, factor, ratio)
		}
	}
}

// fastest is the shortest of some times that it takes to read a document, whether it is well formed or not.
func fastest(document string) time.Duration {
	best := time.Hour
	for range 3 {
		k := Tokenizer{Limits: Unlimited}
		start := time.Now()
		k.Reset([]byte(document))
		for {
			if kind, err := k.Next(); err != nil || kind == EOF {
				break
			}
		}
		best = min(best, time.Since(start))
	}
	return best
}
