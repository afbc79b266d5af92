package measure

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"seismark/floor"
	"seismark/wssec"
)

// Legend says what the marks in the tables mean and what the figures are of: a line each of suites, machine, stacks, settings and sequences, for
// every run that differs from the one before in them; then what was lost, and the warnings.
func Legend(runs []Run, list []Summary) []string {
	var lines []string
	for i, note := range footnotes(list) {
		lines = append(lines, fmt.Sprintf("[%d] %s", i+1, note))
	}
	if len(list) == 0 {
		_, floors := floorsApart(runs)
		lines = append(lines, letters(floors)...)
	}
	lines = append(lines, letters(list)...)
	for i := range runs {
		for _, line := range runs[i].Conditions.legend() {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	lines = append(lines, floorRounds(runs)...)
	lines = append(lines, noteLines(runs)...)
	lines = append(lines, losses(list)...)
	lines = append(lines, warnings(list)...)
	for i := range runs {
		if doubt := runs[i].Conditions.Doubt(); doubt != "" && runs[i].onlyFloors() {
			lines = append(lines, "warning: "+doubt)
		}
	}
	for _, r := range runs {
		if r.Interrupted != "" {
			lines = append(lines, "warning: interrupted: "+r.Interrupted+r.Conditions.since())
		}
	}
	return lines
}

func (c *Conditions) legend() []string {
	var lines []string
	add := func(what string, parts ...string) {
		parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
		if len(parts) > 0 {
			lines = append(lines, what+": "+strings.Join(parts, ", "))
		}
	}
	for _, s := range c.Suites {
		add("suite "+s.String(), shortAlgorithms(s)...)
	}
	if c.Cores > 0 {
		add("machine", c.CPU, fmt.Sprintf("%d cores", c.Cores), c.OS, c.Go)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Versions)) {
		add("stack "+name, c.Versions[name])
	}
	var way []string // of the processes, where there were any: floors have none
	if len(c.Versions) > 0 {
		add("transport", c.Transport.String())
		way = []string{"order " + c.Order.String(), "placement " + c.Placement.String()}
	}
	add("library for keys", c.RSA)
	add("catalogue", c.Catalogue)
	for _, s := range c.Sequences {
		add("sequence "+s.Name, fmt.Sprintf("%d calls", s.Calls), fmt.Sprintf("%d quakes", s.Want))
	}
	if c.ServerHeap+c.ClientHeap > 0 {
		add("heap", "server "+mebibytes(c.ServerHeap), "client "+mebibytes(c.ClientHeap))
	}
	if !c.Time.IsZero() {
		add("measured", append(append([]string{c.Time.Format(time.DateTime) + " UTC"}, way...), load(c.Load))...)
	}
	return lines
}

// floorRounds says how often floors were measured.
func floorRounds(runs []Run) []string {
	var rounds []string
	for _, r := range runs {
		rounds = append(rounds, distinct(r.Floors, func(f floor.Floor) string { return known(f.Rounds > 0, strconv.Itoa(f.Rounds)) })...)
	}
	rounds = slices.DeleteFunc(distinct(rounds, func(n string) string { return n }), func(n string) bool { return n == "" })
	if len(rounds) == 0 {
		return nil
	}
	return []string{"floor: the least times of " + strings.Join(rounds, " or ") + " rounds"}
}

// since tells runs apart by their time.
func (c *Conditions) since() string {
	if c.Time.IsZero() {
		return ""
	}
	return " (the run of " + c.Time.Format(time.DateTime) + " UTC)"
}

func load(v float64) string {
	if v < 0 {
		return ""
	}
	return fmt.Sprintf("%.2f cores busy before", v)
}

// shortAlgorithms are the five algorithms by the last word of their URIs, and the kind of key.
func shortAlgorithms(s wssec.Suite) []string {
	var words []string
	for _, a := range algorithmNames {
		uri := strings.TrimSuffix(a.of(s), "#")
		if _, word, ok := strings.Cut(uri, "#"); ok {
			uri = word
		}
		words = append(words, path.Base(uri))
	}
	return words
}

// losses tells why cells have no times, each for itself.
func losses(list []Summary) []string {
	var lines []string
	for i := range list {
		if s := &list[i]; s.Status != OK {
			lines = append(lines, fmt.Sprintf("%s: %s: %s", s.name(), s.Status, s.Reason))
		}
	}
	return lines
}

func warnings(list []Summary) []string {
	var lines []string
	for _, g := range grouped(list, func(s *Summary) []string { return s.Warnings }) {
		lines = append(lines, "warning: "+g.text+" ("+g.cells+")")
	}
	return lines
}

// group is a text and the cells that it is said of.
type group struct{ text, cells string }

// grouped collects the cells of each kind of text, in the order in which the kinds first come. The kind is
// what stands before a colon; where the texts of a kind differ, it stands for them.
func grouped(list []Summary, texts func(*Summary) []string) []group {
	var order []string
	said, cells := map[string]string{}, map[string][]string{}
	for i := range list {
		for _, text := range texts(&list[i]) {
			kind, _, _ := strings.Cut(text, ":")
			switch {
			case cells[kind] == nil:
				order = append(order, kind)
				said[kind] = text
			case said[kind] != text:
				said[kind] = kind
			}
			cells[kind] = append(cells[kind], list[i].name())
		}
	}
	var groups []group
	for _, kind := range order {
		groups = append(groups, group{said[kind], cellNames(cells[kind], len(list))})
	}
	return groups
}

// cellNames names a few cells, and counts many.
func cellNames(cells []string, all int) string {
	switch {
	case len(cells) == all && all > 1:
		return "all cells"
	case len(cells) > 3:
		return fmt.Sprintf("%d of %d cells", len(cells), all)
	}
	return strings.Join(cells, ", ")
}
