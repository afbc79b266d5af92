package xmltok

import (
	"strings"
	"testing"
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
