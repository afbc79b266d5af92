package measure

import (
	"fmt"
	"slices"
	"strings"

	"seismark/floor"
	"seismark/wssec"
)

// floorTable is what a table of floors is of.
type floorTable struct {
	sequence, suite string
	setting         Setting // as far as a floor depends on it
}

// plain is the table of the policies without suite that stand beside those of a suite.
func (t floorTable) plain() floorTable {
	t.suite = wssec.SuiteNone.String()
	for i := range traits {
		if traits[i].part == "suite" {
			t.setting[i] = ""
		}
	}
	return t
}

// floorsApart are all floors of runs, and what keeps them apart.
func floorsApart(runs []Run) (floors []floor.Floor, list []Summary) {
	for i := range runs {
		for _, f := range runs[i].Floors {
			cell := Cell{Policy: f.Policy, Suite: f.Suite, Sequence: f.Sequence}
			floors = append(floors, f)
			list = append(list, Summary{Cell: cell, setting: runs[i].Conditions.setting(cell).ofFloor()})
		}
	}
	setApart(list)
	return floors, list
}

// FloorGrids are tables of floors, a row an item and a column a policy: one for every sequence, suite and setting.
func FloorGrids(runs []Run) []Grid {
	floors, list := floorsApart(runs)
	tables := make([]floorTable, len(list))
	drawn := map[floorTable]bool{} // beside a suite or by themselves
	for i, s := range list {
		t := floorTable{s.Cell.Sequence, s.Cell.Suite, s.setting}
		tables[i] = t
		if t != t.plain() {
			drawn[t.plain()] = true
		}
	}
	var grids []Grid
	for i, t := range tables {
		if drawn[t] {
			continue
		}
		drawn[t] = true
		var of []floor.Floor
		for k, u := range tables {
			if u == t || u == t.plain() {
				of = append(of, floors[k])
			}
		}
		grids = append(grids, floorGrid(t.suite, list[i].Apart, leastFloors(of)))
	}
	return grids
}

// leastFloors keeps one floor of each policy.
func leastFloors(floors []floor.Floor) []floor.Floor {
	var least []floor.Floor
	for _, f := range floors {
		i := slices.IndexFunc(least, func(l floor.Floor) bool { return l.Policy == f.Policy })
		switch {
		case i < 0:
			least = append(least, f)
		case f.Least < least[i].Least:
			least[i] = f
		}
	}
	return least
}

// distinct are the texts of a list, each once.
func distinct[T any](list []T, text func(T) string) []string {
	var words []string
	for _, v := range list {
		if word := text(v); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// floorGrid is the table of floors of one sequence.
func floorGrid(suite string, apart []Trait, floors []floor.Floor) Grid {
	first := floors[0]
	what := first.Sequence + ", suite " + suite
	for _, t := range apart {
		if t.short != "" {
			what += ", " + t.Name + " " + t.short
		}
	}
	g := Grid{
		Title: fmt.Sprintf("Floor of %s: milliseconds for %d calls, %d quakes", what, first.Calls, first.Quakes),
		Head:  []string{"item", "by"}, Names: 2,
	}
	for _, f := range floors {
		g.Head = append(g.Head, f.Policy)
	}
	for _, name := range floorItems(floors) {
		g.Rows = append(g.Rows, floorRow(name, floors))
	}
	for _, r := range []struct {
		name string
		text func(floor.Floor) string
	}{
		{"floor", func(f floor.Floor) string { return Milliseconds(f.Least) }},
		{"best round", func(f floor.Floor) string { return Milliseconds(f.Round) }},
		{"median round", func(f floor.Floor) string { return Milliseconds(f.Median) }},
		{"request B", func(f floor.Floor) string { return digits(f.RequestBytes, 0) }},
		{"response B", func(f floor.Floor) string { return digits(f.ResponseBytes, 0) }},
	} {
		row := []string{r.name, ""}
		for _, f := range floors {
			row = append(row, r.text(f))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// floorItems are the names of the items that floors have, in the order of a call.
func floorItems(floors []floor.Floor) []string {
	var names []string
	for _, f := range floors {
		names = append(names, distinct(f.Items, func(i floor.Item) string { return i.Name })...)
	}
	return distinct(names, func(name string) string { return name })
}

// floorRow is an item's times, and who was the fastest; a dash where the policy does not force it.
func floorRow(name string, floors []floor.Floor) []string {
	row := []string{name, ""}
	var by []string
	for _, f := range floors {
		i := slices.IndexFunc(f.Items, func(i floor.Item) bool { return i.Name == name })
		if i < 0 {
			row = append(row, "-")
			continue
		}
		row = append(row, Milliseconds(f.Items[i].Least))
		by = append(by, f.Items[i].By)
	}
	row[1] = strings.Join(distinct(by, func(word string) string { return word }), ", ")
	return row
}
