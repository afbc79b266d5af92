package measure

import (
	"path/filepath"
	"strings"
)

// Profiles are the files that the processes of a cell are told to write about themselves, "" for none. Each
// process has its own: the cell and the side are put into the name, before its ending.
type Profiles struct {
	CPU, Mem, Trace string
}

// words are the values of the placeholders.
func (p Profiles) words(c Cell, side string) map[string]string {
	return map[string]string{
		"cpuprofile": profileOf(p.CPU, c, side), "memprofile": profileOf(p.Mem, c, side), "trace": profileOf(p.Trace, c, side),
	}
}

// profileOf is "dir/cpu-STACK-SEQUENCE-POLICY-SUITE-SIDE.out" for "dir/cpu.out".
func profileOf(path string, c Cell, side string) string {
	if path == "" {
		return ""
	}
	path = absolute(path)
	ending := filepath.Ext(path)
	return strings.TrimSuffix(path, ending) + "-" + strings.Join([]string{c.Stack, c.Sequence, c.Policy, c.Suite, side}, "-") + ending
}
