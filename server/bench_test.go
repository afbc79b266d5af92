package server_test

import (
	"context"
	"testing"

	caller "seismark/client"
	"seismark/client/measure"
	"seismark/data"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// BenchmarkCall is a call of a sequence over a loopback socket, both sides in this process.
func BenchmarkCall(b *testing.B) {
	suite := wssec.Basic256Sha256GCM
	for _, w := range crossed() {
		c := config(b, suite, w)
		c.Store = data.Builtin()
		root := start(b, c)
		for _, p := range wssec.Policies(suite) {
			client := newClient(b, root, p, caller.Config{Lean: w.lean, Engine: w.make(b, wssec.Initiator, p)})
			for _, s := range measure.Sequences() {
				queries := s.Queries()
				b.Run("transport="+w.transport()+"/engine="+w.engine+"/policy="+p.Name+"/seq="+s.Name, func(b *testing.B) {
					var r seismic.Results
					b.ReportAllocs()
					for i := 0; b.Loop(); i++ {
						if err := client.Match(context.Background(), queries[i%len(queries)], &r); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// TestAllocations bounds what a plain call allocates on both sides together, by the lean transport and the
// stream engine: two facts and messages, and a time.
func TestAllocations(t *testing.T) {
	if raced {
		t.Skip("the race detector allocates besides")
	}
	w := way{true, "stream"}
	c := newClient(t, start(t, plain(t, w)), wssec.Plain(), caller.Config{Lean: true, Engine: w.make(t, wssec.Initiator, wssec.Plain())})
	var r seismic.Results
	n := testing.AllocsPerRun(200, func() {
		if err := c.Match(t.Context(), quake.Query{}, &r); err != nil || r.Count() != 3 {
			t.Fatal(err, r.Count())
		}
	})
	if n > 8 {
		t.Errorf("%v allocations a call", n)
	}
}
