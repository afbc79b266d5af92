package server_test

import (
	"context"
	"testing"

	caller "seismark/client"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// BenchmarkCall is a whole call over a loopback socket, both sides in this process.
func BenchmarkCall(b *testing.B) {
	suite := wssec.Basic256Sha256GCM
	root := start(b, config(b, suite))
	for _, p := range wssec.Policies(suite) {
		b.Run("policy="+p.Name, func(b *testing.B) {
			c := newClient(b, root, p, caller.Config{})
			var r seismic.Results
			b.ReportAllocs()
			for b.Loop() {
				if err := c.Match(context.Background(), quake.Query{}, &r); err != nil || r.Count() != 3 {
					b.Fatal(err, r.Count())
				}
			}
		})
	}
}
