package engines

import (
	"crypto/rsa"
	"fmt"
	"slices"
	"testing"

	"seismark/data"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/enginetest"
	"seismark/wssec/openssl"
)

// sizes are the answers that are sealed and opened: with the middle number of quakes of a sequence's answers.
var sizes = []struct {
	name     string
	fraction float64
	queries  int
}{{"small", data.SmallFraction, 1000}, {"large", data.LargeFraction, 100}}

// answers are payloads, by size.
func answers(b *testing.B) map[string][]byte {
	store := data.Builtin()
	found := map[string][]byte{}
	for _, s := range sizes {
		matches := make([]quake.Matches, s.queries)
		for i, q := range (quake.Generator{Seed: 1, Fraction: s.fraction}).Queries(s.queries) {
			store.Match(q, &matches[i])
		}
		slices.SortFunc(matches, func(a, b quake.Matches) int { return a.Count() - b.Count() })
		found[s.name] = seismic.AppendResults(nil, store, &matches[s.queries/2])
	}
	return found
}

// quickest gives a configuration the fastest RSA that is at hand.
func quickest(b *testing.B, role wssec.Role, p wssec.Policy) wssec.Config {
	c := enginetest.Config(role, p)
	key, _, err := openssl.Choose("auto", c.Self.Key)
	if err != nil {
		b.Fatal(err)
	}
	c.Self.Key = key
	var ring openssl.Ring
	c.Public = func(k *rsa.PublicKey) wssec.PublicKey {
		if k, err := ring.Public(k); err == nil {
			return k
		}
		return nil
	}
	return c
}

// cells calls for every engine, policy and size: with a client, a server and a request that it opened.
func cells(b *testing.B, run func(b *testing.B, client, server wssec.Engine, request *wssec.Message, payload []byte)) {
	payloads := answers(b)
	for _, engine := range Names() {
		for _, p := range wssec.Policies(wssec.Basic256Sha256GCM) {
			for _, s := range sizes {
				b.Run(fmt.Sprintf("engine=%s/policy=%s/suite=%s/seq=%s", engine, p.Name, wssec.Basic256Sha256GCM, s.name), func(b *testing.B) {
					client, err := New(engine, quickest(b, wssec.Initiator, p))
					if err != nil {
						b.Fatal(err)
					}
					server, err := New(engine, quickest(b, wssec.Recipient, p))
					if err != nil {
						b.Fatal(err)
					}
					ask, err := client.Seal(nil, seismic.AppendRequest(nil, quake.Query{}))
					if err != nil {
						b.Fatal(err)
					}
					request, err := server.Open(ask)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportAllocs()
					run(b, client, server, request, payloads[s.name])
				})
			}
		}
	}
}

// BenchmarkSeal seals answers, with engines that can do so without copying the payload.
func BenchmarkSeal(b *testing.B) {
	cells(b, func(b *testing.B, _, server wssec.Engine, request *wssec.Message, payload []byte) {
		var dst []byte
		var err error
		direct, ok := server.(wssec.Direct)
		for b.Loop() {
			if ok {
				dst, err = direct.ReplyWith(dst[:0], request, func(dst []byte) []byte { return append(dst, payload...) })
			} else {
				dst, err = server.Reply(dst[:0], payload, request)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(dst)))
	})
}

// BenchmarkOpen opens answers and reads what is in them, at once with engines that can.
func BenchmarkOpen(b *testing.B) {
	cells(b, func(b *testing.B, client, server wssec.Engine, request *wssec.Message, payload []byte) {
		answer, err := server.Reply(nil, payload, request)
		if err != nil {
			b.Fatal(err)
		}
		var r seismic.Results
		direct, ok := client.(wssec.Direct)
		for b.Loop() {
			var m *wssec.Message
			if ok {
				m, err = direct.OpenWith(answer, r.Recognize)
			} else {
				m, err = client.Open(answer)
			}
			if err == nil && m.Body != nil {
				err = seismic.ParseResults(m.Body, &r)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(answer)))
	})
}
