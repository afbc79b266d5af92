package server_test

import (
	"context"
	"testing"

	caller "seismark/client"
	"seismark/client/measure"
	"seismark/data"
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
