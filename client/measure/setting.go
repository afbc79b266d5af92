package measure

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"seismark/wssec"
)

// trait is a condition that changes what a time means. Passes whose traits differ are never put together, nor is
// one a ratio of the other.
type trait struct {
	name  string
	part  string // of the cell that it belongs to: cells that differ in this part may differ in the trait
	floor bool   // a floor depends on it as well
	of    func(*Conditions, Cell) string
}

// traits is the list of all of them. Conditions that are not in it (time, load) change no meaning.
var traits = [...]trait{
	{"goos", "", true, func(c *Conditions, _ Cell) string { return c.GOOS }},
	{"goarch", "", true, func(c *Conditions, _ Cell) string { return c.GOARCH }},
	{"cpu", "", true, func(c *Conditions, _ Cell) string { return c.CPU }},
	{"cores", "", true, func(c *Conditions, _ Cell) string { return known(c.Cores > 0, strconv.Itoa(c.Cores)) }},
	{"os", "", true, func(c *Conditions, _ Cell) string { return c.OS }},
	{"go", "", true, func(c *Conditions, _ Cell) string { return c.Go }},
	{"version", "stack", false, func(c *Conditions, of Cell) string { return c.Versions[of.Stack] }},
	{"catalogue", "", true, func(c *Conditions, _ Cell) string { return c.Catalogue }},
	{"queries", "sequence", true, (*Conditions).queries},
	{"server heap", "", false, func(c *Conditions, _ Cell) string { return known(c.ServerHeap > 0, mebibytes(c.ServerHeap)) }},
	{"client heap", "", false, func(c *Conditions, _ Cell) string { return known(c.ClientHeap > 0, mebibytes(c.ClientHeap)) }},
	{"order", "", false, func(c *Conditions, _ Cell) string { return c.Order.String() }},
	{"placement", "", false, func(c *Conditions, _ Cell) string { return c.Placement.String() }},
	{"transport", "", false, func(c *Conditions, _ Cell) string { return c.Transport.String() }},
	{"library", "suite", true, (*Conditions).library},
}

// Setting is what a cell was measured under: the texts of its traits, "" where one is unknown or does not matter.
type Setting [len(traits)]string

func (c *Conditions) setting(of Cell) (s Setting) {
	for i, t := range traits {
		s[i] = t.of(c, of)
	}
	return s
}

func known(is bool, text string) string {
	if !is {
		return ""
	}
	return text
}

// queries are those of the cell's sequence.
func (c *Conditions) queries(of Cell) string {
	s, err := c.sequence(of.Sequence)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(s.text(), s.Name+" ")
}

// library is what worked with the keys of the cell's suite: RSA is one text for all suites, or one for each of
// them after its name. A cell without a suite has none.
func (c *Conditions) library(of Cell) string {
	if of.Suite == wssec.SuiteNone.String() {
		return ""
	}
	for entry := range strings.SplitSeq(c.RSA, ", ") {
		if name, library, _ := strings.Cut(entry, " "); name == of.Suite {
			return library
		}
	}
	return c.RSA
}

// differences are the traits in which a setting is unlike another one, of cells that differ in parts: a stack
// is of another version than another stack.
func (s Setting) differences(other Setting, parts func(key string) bool) (list []int) {
	for i, t := range traits {
		if s[i] != other[i] && (t.part == "" || !parts(t.part)) {
			list = append(list, i)
		}
	}
	return list
}

// unlike are the parts in which two cells differ.
func unlike(a, b Cell) func(part string) bool {
	return func(part string) bool { return *a.field(part) != *b.field(part) }
}

// ofFloor is what of a setting a floor depends on. A floor is one of a cell's where this is the same.
func (s Setting) ofFloor() Setting {
	for i := range traits {
		if !traits[i].floor {
			s[i] = ""
		}
	}
	return s
}

// unlikeText says in which traits a cell's setting is not its baseline's.
func unlikeText(s, base Setting, differences []int) string {
	var words []string
	for _, i := range differences {
		words = append(words, fmt.Sprintf("%s %s, here %s", traits[i].name, orUnknown(base[i]), orUnknown(s[i])))
	}
	return strings.Join(words, "; ")
}

// severalText says in which traits two baselines differ that would both do.
func severalText(a, b Setting) string {
	var words []string
	for _, i := range a.differences(b, func(string) bool { return false }) {
		words = append(words, fmt.Sprintf("%s %s and %s", traits[i].name, orUnknown(a[i]), orUnknown(b[i])))
	}
	return strings.Join(words, "; ")
}

// nearest is the setting of those that differs least from one.
func (s Setting) nearest(list []Setting, parts func(string) bool) Setting {
	return slices.MinFunc(list, func(a, b Setting) int {
		return len(s.differences(a, parts)) - len(s.differences(b, parts))
	})
}
