package seismic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seismark/quake"
)

// Results hold when the body is overwritten, and are all new after the next answer.
func TestResultsDoNotAliasTheBody(t *testing.T) {
	for _, spelling := range []string{answer(set(region1, quake1)), strings.ReplaceAll(answer(set(region1, quake1)), `"`, `'`)} {
		var r Results
		for range 2 {
			body := []byte(spelling)
			if err := ParseResults(body, &r); err != nil {
				t.Fatal(err)
			}
			for i := range body {
				body[i] = '!'
			}
			if got := told(&r); !slices.Equal(got, plain1) {
				t.Errorf("after the body was overwritten: %q", got)
			}
		}
		if err := ParseResults([]byte(answer("")), &r); err != nil || len(r.Sets)+len(r.Regions)+r.Count() > 0 {
			t.Errorf("%v; left over: %q", err, told(&r))
		}
	}
}

// A prefix that means another namespace in the next answer, and a shape that was learned under it.
func TestResultsForgetNamespaces(t *testing.T) {
	prefixed := func(uri string) []byte {
		return []byte(strings.NewReplacer("xmlns=", "xmlns:n=", "<r", "<n:r", "</r", "</n:r", "<q", "<n:q", "</q", "</n:q",
			"<a", "<n:a", "</a", "</n:a", TypesNamespace, uri).Replace(answer(set(region1, quake1))))
	}
	var r Results
	if err := ParseResults(prefixed(TypesNamespace), &r); err != nil {
		t.Fatal(err)
	}
	if err := ParseResults(prefixed("urn:evil"), &r); err == nil {
		t.Error("an answer in another namespace was read")
	}
}

// More regions than the table of idents holds, short and long ones.
func TestManyRegions(t *testing.T) {
	const n = 3000
	var regions, quakes strings.Builder
	for i := range n {
		ident := fmt.Sprint("r", i)
		if i%3 == 0 {
			ident = fmt.Sprint("a-longer-ident-", i)
		}
		fmt.Fprintf(&regions, `<region ident="%s" index="%d">R</region>`, ident, i)
		fmt.Fprintf(&quakes, `<quake millis="%d" region="%s"></quake>`, i, ident)
	}
	var r Results
	for range 2 {
		if err := ParseResults([]byte(answer(set(regions.String(), quakes.String()))), &r); err != nil {
			t.Fatal(err)
		}
		for i, q := range r.Sets[0].Quakes {
			if region := r.Regions[q.Region]; int(q.Millis) != i || int(region.Index) != i {
				t.Fatalf("quake %d: millis %d, region %d", i, q.Millis, region.Index)
			}
		}
		if r.Count() != n {
			t.Fatalf("%d quakes, want %d", r.Count(), n)
		}
	}
}

func TestReuseDoesNotAllocate(t *testing.T) {
	s := syntheticStore(500)
	var m quake.Matches
	q := quake.Query{Longitude: quake.Between(-180, 100)}
	s.Match(q, &m)
	buffer := AppendResults(nil, s, &m)
	if n := testing.AllocsPerRun(10, func() { buffer = AppendResults(buffer[:0], s, &m) }); n > 0 {
		t.Errorf("AppendResults: %v allocations, want none", n)
	}
	body := bodyOf(s, q)
	var r Results
	if err := ParseResults(body, &r); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { _ = ParseResults(body, &r) }); n > 0 {
		t.Errorf("ParseResults: %v allocations, want none", n)
	}
	single := []byte(strings.ReplaceAll(string(body), `"`, `'`))
	if n := testing.AllocsPerRun(10, func() { _ = ParseResults(single, &r) }); n > 4 {
		t.Errorf("ParseResults on the general road: %v allocations, want a few at most", n)
	}
	ask := AppendRequest(nil, theCall)
	if n := testing.AllocsPerRun(10, func() { ask = AppendRequest(ask[:0], theCall) }); n > 0 {
		t.Errorf("AppendRequest: %v allocations, want none", n)
	}
	body = append(append([]byte(openBody), ask...), closeBody...)
	if n := testing.AllocsPerRun(10, func() { _, _ = ParseRequest(body) }); n > 20 {
		t.Errorf("ParseRequest: %v allocations, want 20 at most", n)
	}
}

// A count is a hint, not an order for memory.
func TestCountsAreNotBelieved(t *testing.T) {
	body := []byte(answer(strings.ReplaceAll(set(region1, quake1), `count="1"`, `count="2000000000"`)))
	var r Results
	if err := ParseResults(body, &r); err != nil {
		t.Fatal(err)
	}
	if cap(r.quakes) > 100 {
		t.Errorf("room for %d quakes was made for a body of %d bytes", cap(r.quakes), len(body))
	}
}
