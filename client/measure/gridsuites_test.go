package measure

import (
	"slices"
	"testing"
)

// TestSuiteColumn shows suites as soon as rows differ by them, and not where policies without one are beside.
func TestSuiteColumn(t *testing.T) {
	for _, c := range []struct {
		suites []string
		want   bool
	}{
		{[]string{"basic256sha256gcm"}, false},
		{[]string{"none", "basic256sha256gcm"}, false},
		{[]string{"basic256sha256gcm", "basic256sha256"}, true},
		{[]string{"none", "basic256sha256gcm", "basic256sha256"}, true},
	} {
		var list []Summary
		for _, suite := range c.suites {
			list = append(list, Summary{Cell: Cell{Stack: "a", Policy: "sign", Suite: suite, Sequence: "small"}})
		}
		if got := slices.Contains(Absolute(list).Head, "suite"); got != c.want {
			t.Errorf("%v: a column of suites: %v", c.suites, got)
		}
	}
}
