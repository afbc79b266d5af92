package server_test

import (
	"context"
	"fmt"
	"testing"

	caller "seismark/client"
	"seismark/data"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// BenchmarkAnswer is a call whose answer holds that many quakes, over a loopback socket with both sides in this
// process: its time grows with the answer and no faster (docs/scale.md).
func BenchmarkAnswer(b *testing.B) {
	most := 1_000_000
	if testing.Short() {
		most = 10_000
	}
	all, err := data.Generate(7, data.Extent{Quakes: most})
	if err != nil {
		b.Fatal(err)
	}
	w, suite := way{true, "stream"}, wssec.Basic256Sha256GCM
	for n := 10; n <= most; n *= 10 {
		c := config(b, suite, w)
		c.Store = quake.NewStore(all[:n])
		root, stop := startStoppable(b, c)
		for _, p := range wssec.Policies(suite) {
			b.Run(fmt.Sprintf("quakes=%d/policy=%s", n, p.Name), func(b *testing.B) {
				client := newClient(b, root, p, caller.Config{Lean: w.lean, Engine: w.make(b, wssec.Initiator, p)})
				var r seismic.Results
				b.ReportAllocs()
				for b.Loop() {
					if err := client.Match(context.Background(), quake.Query{}, &r); err != nil {
						b.Fatal(err)
					}
				}
				if r.Count() != n {
					b.Fatalf("%d quakes, want %d", r.Count(), n)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/quake")
			})
		}
		if err := stop(); err != nil {
			b.Error(err)
		}
	}
}
