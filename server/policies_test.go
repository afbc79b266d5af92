package server_test

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"

	caller "seismark/client"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/server"
	"seismark/wssec"
)

func newClient(t testing.TB, root string, p wssec.Policy, c caller.Config) *caller.Client {
	t.Helper()
	c.URL = root + server.Path(p.Name)
	if c.Engine == nil {
		c.Engine = engine(t, wssec.Initiator, p)
	}
	made, err := caller.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.Close)
	return made
}

func TestPolicies(t *testing.T) {
	onEach(t, crossed(), func(t *testing.T, w way) {
		for _, suite := range suites() {
			root := start(t, config(t, suite, w))
			for _, p := range wssec.Policies(suite) {
				for _, gzip := range []bool{false, true} {
					name := fmt.Sprintf("%s %s gzip=%v", suite, p.Name, gzip)
					c := newClient(t, root, p, caller.Config{Lean: w.lean, Engine: w.make(t, wssec.Initiator, p), Gzip: gzip})
					var r seismic.Results
					for range 2 { // the second call finds used buffers
						if err := c.Match(context.Background(), quake.Query{Magnitude: quake.Range{Min: 5, HasMin: true}}, &r); err != nil {
							t.Fatalf("%s: %v", name, err)
						}
						checkChile(t, name, &r)
					}
				}
			}
		}
	})
}

// checkChile expects the two quakes off Chile, which are in area 8 and region 135 of Flinn and Engdahl.
func checkChile(t *testing.T, name string, r *seismic.Results) {
	t.Helper()
	if r.Count() != 2 || r.Stated != 2 || len(r.Sets) != 1 {
		t.Fatalf("%s: %d quakes, %d stated, in %d areas", name, r.Count(), r.Stated, len(r.Sets))
	}
	set := r.Sets[0]
	if set.Area != "Andean South America" {
		t.Errorf("%s: area %q", name, set.Area)
	}
	first, second := set.Quakes[0], set.Quakes[1]
	if first.Time != 979350000 || second.Time != 979370000 || first.Magnitude != 5.5 || second.Depth != 12.5 || second.Method != "Ms" {
		t.Errorf("%s: quakes %+v", name, set.Quakes)
	}
	if got := r.Regions[first.Region].Name; got != "NEAR COAST OF CENTRAL CHILE" {
		t.Errorf("%s: region %q", name, got)
	}
}

func TestEmptyAnswer(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		root := start(t, config(t, wssec.Basic256Sha256GCM, w))
		c := newClient(t, root, wssec.Plain(), caller.Config{Lean: w.lean})
		nan := float32(math.NaN())
		var r seismic.Results
		for _, q := range []quake.Query{{Depth: quake.Between(700, 800)}, {Depth: quake.Between(nan, nan)}} {
			if err := c.Match(context.Background(), q, &r); err != nil || r.Count() != 0 || len(r.Sets) != 0 {
				t.Errorf("%d quakes, %v", r.Count(), err)
			}
		}
	})
}

// TestMixed has sense with -race: one server and clients of all policies at once.
func TestMixed(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		suite := wssec.Basic256Sha256GCM
		root := start(t, config(t, suite, w))
		var callers sync.WaitGroup
		for _, p := range wssec.Policies(suite) {
			c := newClient(t, root, p, caller.Config{Lean: w.lean, Engine: w.make(t, wssec.Initiator, p)})
			for range 4 {
				callers.Go(func() {
					var r seismic.Results
					for i := range 15 {
						q, want := quake.Query{}, 3
						if i%2 == 0 {
							q.Latitude, want = quake.Between(0, 90), 1
						}
						if err := c.Match(context.Background(), q, &r); err != nil || r.Count() != want {
							t.Errorf("%s: %d quakes, want %d: %v", p.Name, r.Count(), want, err)
							return
						}
					}
				})
			}
		}
		callers.Wait()
	})
}
