package measure

import (
	"fmt"
	"slices"
	"strings"

	"seismark/floor"
	"seismark/wssec"
)

// FloorGrids are tables of floors, a row an item and a column a policy: one for every sequence and suite.
func FloorGrids(floors []floor.Floor) []Grid {
	var grids []Grid
	none := wssec.SuiteNone.String()
	for _, sequence := range distinct(floors, func(f floor.Floor) string { return f.Sequence }) {
		of := slices.Collect(func(yield func(floor.Floor) bool) {
			for _, f := range floors {
				if f.Sequence == sequence && !yield(f) {
					return
				}
			}
		})
		suites := distinct(of, func(f floor.Floor) string { return f.Suite })
		if len(suites) > 1 {
			suites = slices.DeleteFunc(suites, func(s string) bool { return s == none })
		}
		for _, suite := range suites {
			grids = append(grids, floorGrid(suite, slices.DeleteFunc(slices.Clone(of), func(f floor.Floor) bool {
				return f.Suite != suite && f.Suite != none
			})))
		}
	}
	return grids
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
func floorGrid(suite string, floors []floor.Floor) Grid {
	first := floors[0]
	g := Grid{
		Title: fmt.Sprintf("Floor of %s, suite %s: milliseconds for %d calls, %d quakes", first.Sequence, suite, first.Calls, first.Quakes),
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
