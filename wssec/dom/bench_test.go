package dom

import (
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/enginetest"
)

// BenchmarkAnswer seals and opens an answer of the size of a large one, 1767 quakes.
func BenchmarkAnswer(b *testing.B) {
	payload := []byte(`<r xmlns="urn:quakes">` + strings.Repeat(`<quake time="2001-08-09T22:48:39.000Z" millis="310" lat="-34.47" long="179.05" depth="33.0" mag="4.6" method="Mb" region="r176"></quake>`, 1767) + `</r>`)
	suite := wssec.Basic256Sha256GCM
	for _, p := range wssec.Policies(suite) {
		client := newEngine(b, enginetest.Config(wssec.Initiator, p))
		server := newEngine(b, enginetest.Config(wssec.Recipient, p))
		ask, err := client.Seal(nil, []byte("<ask/>"))
		if err != nil {
			b.Fatal(err)
		}
		request, err := server.Open(ask)
		if err != nil {
			b.Fatal(err)
		}
		answer, err := server.Reply(nil, payload, request)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("step=seal/policy="+p.Name, func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := server.Reply(nil, payload, request); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("step=open/policy="+p.Name, func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := client.Open(answer); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
