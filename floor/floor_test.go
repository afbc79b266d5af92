package floor

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"seismark/data"
	"seismark/quake"
	"seismark/wssec"
	"seismark/wssec/keystore"
	"seismark/wssec/openssl"
)

var login = wssec.Login{Name: "seismic", Password: "tremor"}

// bench makes a Bench of calls of the built-in catalogue.
func bench(t testing.TB, fraction float64, calls int, keys *keystore.Keys) *Bench {
	t.Helper()
	g := quake.Generator{Seed: data.QuerySeed, Fraction: fraction, Start: data.First(), End: data.Last()}
	b, err := New(Config{
		Sequence: "small", Store: data.Builtin(), Queries: g.Queries(calls), Keys: keys, Login: login, Rounds: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestTotals decodes the quakes of both sequences, and holds the sums of the items to the floor.
func TestTotals(t *testing.T) {
	for _, c := range []struct {
		fraction      float64
		calls, quakes int
	}{
		{data.SmallFraction, 1000, 816},
		{data.LargeFraction, 100, 176_745},
	} {
		f, err := bench(t, c.fraction, c.calls, nil).Measure(t.Context(), wssec.Username())
		if err != nil {
			t.Fatal(err)
		}
		if f.Calls != c.calls || f.Quakes != c.quakes || f.Policy != "username" || f.Suite != "none" || f.Sequence != "small" || f.Rounds != 1 {
			t.Errorf("floor is %+v", f)
		}
		var sum Times
		for _, i := range f.Items {
			sum.Least, sum.Round, sum.Median = sum.Least+i.Least, sum.Round+i.Round, sum.Median+i.Median
			if i.Least <= 0 || i.Least > i.Round || i.Round > i.Median {
				t.Errorf("%s: times are %+v", i.Name, i.Times)
			}
		}
		if sum != f.Times {
			t.Errorf("the items take %+v, the floor is %+v", sum, f.Times)
		}
	}
}

// TestOperations counts what a policy forces, for 20 calls: everything once for each of 40 messages but what
// only one direction has.
func TestOperations(t *testing.T) {
	plain := map[string]int{
		"encode-request": 20, "decode-request": 20, "query": 20, "encode-results": 20, "decode-results": 20, "socket": 40,
	}
	sign := map[string]int{"digest": 40, "sign": 40, "verify": 40, "base64-encode": 40, "base64-decode": 40}
	encrypt := map[string]int{"wrap-key": 40, "unwrap-key": 40, "encrypt": 40, "decrypt": 40}
	oneWay := wssec.Sign(wssec.Basic256Sha256)
	oneWay.Response = wssec.Protection{}
	signOnce := map[string]int{"digest": 20, "sign": 20, "verify": 20, "base64-encode": 20, "base64-decode": 20}
	for _, c := range []struct {
		policy wssec.Policy
		want   []map[string]int
	}{
		{wssec.Plain(), []map[string]int{plain}},
		{wssec.Username(), []map[string]int{plain}},
		{wssec.Sign(wssec.Basic256Sha256GCM), []map[string]int{plain, sign}},
		{wssec.SignEncrypt(wssec.Basic256Sha256GCM), []map[string]int{plain, sign, encrypt}},
		{wssec.SignEncrypt(wssec.Basic256Sha256), []map[string]int{plain, sign, encrypt}},
		{wssec.SignEncrypt(wssec.P256AES128GCM), []map[string]int{plain, sign, encrypt}},
		{oneWay, []map[string]int{plain, signOnce}},
	} {
		f, err := bench(t, data.SmallFraction, 20, testKeys(t)).Measure(t.Context(), c.policy)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, want := range c.want {
			count += len(want)
			for _, i := range f.Items {
				if n, ok := want[i.Name]; ok && n != i.Operations {
					t.Errorf("%s: %d operations of %s, want %d", c.policy.Name, i.Operations, i.Name, n)
				}
			}
		}
		if count != len(f.Items) {
			t.Errorf("%s: items are %+v", c.policy.Name, f.Items)
		}
	}
}

// TestKnownItems measures what no policy changes once.
func TestKnownItems(t *testing.T) {
	b := bench(t, data.SmallFraction, 20, nil)
	plain, err := b.Measure(t.Context(), wssec.Plain())
	if err != nil {
		t.Fatal(err)
	}
	username, err := b.Measure(t.Context(), wssec.Username())
	if err != nil {
		t.Fatal(err)
	}
	for i := range plain.Items {
		if same := plain.Items[i] == username.Items[i]; same != (plain.Items[i].Name != "socket") {
			t.Errorf("%s: the same: %v", plain.Items[i].Name, same)
		}
	}
	if plain.RequestBytes >= username.RequestBytes || plain.ResponseBytes != username.ResponseBytes {
		t.Errorf("envelopes have %.1f and %.1f octets, with a UsernameToken %.1f and %.1f",
			plain.RequestBytes, plain.ResponseBytes, username.RequestBytes, username.ResponseBytes)
	}
}

func TestLibraries(t *testing.T) {
	keys := testKeys(t)
	by := func(mode string) map[string]string {
		b := bench(t, data.SmallFraction, 4, keys)
		b.config.RSA = mode
		f, err := b.Measure(t.Context(), wssec.SignEncrypt(wssec.Basic256Sha256GCM))
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]string{}
		for _, i := range f.Items {
			found[i.Name] = i.By
		}
		return found
	}
	modes := []string{"go"}
	if _, err := openssl.Available(); err == nil {
		modes = append(modes, "openssl")
	}
	for _, mode := range modes {
		found := by(mode)
		for _, item := range []string{"sign", "verify", "wrap-key", "unwrap-key"} {
			if found[item] != mode {
				t.Errorf("--rsa %s: %s by %q", mode, item, found[item])
			}
		}
	}
	b := bench(t, data.SmallFraction, 4, keys)
	b.config.RSA = "fast"
	if _, err := b.Measure(t.Context(), wssec.Sign(wssec.Basic256Sha256GCM)); err == nil || !strings.Contains(err.Error(), "choose from auto, openssl, go") {
		t.Errorf("error is %v", err)
	}
}

// TestFastest lets two implementations compete.
func TestFastest(t *testing.T) {
	s := &subject{Bench: bench(t, data.SmallFraction, 1, nil)}
	nap := func(by string, d time.Duration) work {
		return work{by: by, count: 3, do: func(int) error { time.Sleep(d); return nil }}
	}
	i := item{name: "nap", ways: func(*subject) ([]work, error) {
		return []work{nap("slow", 3*time.Millisecond), nap("fast", time.Millisecond), nap("slower", 5*time.Millisecond)}, nil
	}}
	got, err := s.measure(t.Context(), i)
	if err != nil || got.By != "fast" || got.Operations != 3 {
		t.Errorf("item is %+v, %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	if _, err := New(Config{}); err == nil || err.Error() != "floor: there is nothing to measure: set Config.Store and Config.Queries" {
		t.Errorf("nothing to measure: %v", err)
	}
	if _, err := New(Config{Store: data.Builtin(), Queries: make([]quake.Query, 1), Rounds: -1}); err == nil {
		t.Error("a negative number of rounds is taken")
	}
	b := bench(t, data.SmallFraction, 20, nil)
	if _, err := b.Measure(t.Context(), wssec.Sign(wssec.Basic256Sha256GCM)); err == nil || err.Error() != "floor: sign: there are no keys: set Config.Keys" {
		t.Errorf("no keys: %v", err)
	}
	b.quakes++
	_, err := b.Measure(t.Context(), wssec.Plain())
	if err == nil || !strings.HasPrefix(err.Error(), "floor: plain: decode-results: seismark: ") || !strings.HasSuffix(err.Error(), "the queries match "+decimal(b.quakes)) {
		t.Errorf("a wrong total: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := bench(t, data.SmallFraction, 1, nil).Measure(ctx, wssec.Plain()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
