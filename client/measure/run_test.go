package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"seismark/wssec"
	"seismark/wssec/keystore"
)

// testKeys makes the keys of all tests once.
var testKeys = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "seismark-keys-")
	if err != nil {
		return "", err
	}
	_, err = keystore.Init(filepath.Join(dir, "keys"), keystore.Options{})
	return filepath.Join(dir, "keys"), err
})

// fakeStack writes and reads the file of a stack whose processes are this test binary's.
func fakeStack(t *testing.T, name, as string) Stack {
	t.Helper()
	text := fmt.Sprintf(`name: %s
version: "1.0"
server:
  command: ["{seismark}", fake-server, --as, %q, --port, "{port}", --policy, "{policy}", --keys, "{keys}", --user, "{user}", --password, "{password}", --heap, "{heap}"]
  ready: {line: READY}
  path: /quakes/{policy}
client:
  command: ["{seismark}", fake-client, --as, %q, --url, "{url}", --policy, "{policy}", --keys, "{keys}", --user, "{user}", --password, "{password}",
    --heap, "{heap}", --passes, "{passes}", --skip, "{skip}", --calls, "{calls}", --fraction, "{fraction}"]
policies: {plain: plain, username: username, sign: sign, signencr: signencr}
suites: {basic256sha256gcm: gcm}
heap: {message: out of memory}
`, name, as, as)
	path := filepath.Join(t.TempDir(), "stack.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := FindStack(path, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fakePlan(t *testing.T, as string, policies ...string) *Plan {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := testKeys()
	if err != nil {
		t.Fatal(err)
	}
	return &Plan{
		Stacks: []Stack{fakeStack(t, "fake", as)}, Policies: policies, Suites: wssec.Suites()[:1],
		Sequences: []Sequence{fakeSequence(t)}, Passes: 3, ServerHeap: 64 << 20, ClientHeap: 64 << 20,
		Keys: keys, Store: fakeStore(), Login: wssec.Login{Name: "seismic", Password: "tremor"},
		Program: program, ReadyTime: 20 * time.Second, PassTime: 20 * time.Second,
	}
}

// measured runs a plan.
func measured(t *testing.T, p *Plan) *Run {
	t.Helper()
	run := &Run{Conditions: p.Conditions(t.Context())}
	if err := p.Measure(t.Context(), run, nil); err != nil {
		t.Fatal(err)
	}
	return run
}

// onlyLoss is the loss of a run of one cell.
func onlyLoss(t *testing.T, r *Run) Lost {
	t.Helper()
	if len(r.Losses) != 1 {
		t.Fatalf("%d cells were lost, want 1: %v", len(r.Losses), r.Losses)
	}
	return r.Losses[0]
}

func TestMeasure(t *testing.T) {
	p := fakePlan(t, "", "plain", "username", "sign", "signencr")
	r := measured(t, p)
	if len(r.Losses) != 0 {
		t.Fatalf("lost: %v", r.Losses)
	}
	// Four cells, a cold pass and three warm ones each, in rounds.
	if len(r.Passes) != 16 {
		t.Fatalf("%d passes, want 16", len(r.Passes))
	}
	for i, pass := range r.Passes {
		policy := []string{"plain", "username", "sign", "signencr"}[i%4]
		reading := pass.Reading()
		if pass.Cell().Policy != policy || reading.Cold != (i < 4) {
			t.Errorf("pass %d is of %v, cold %v: want %s, cold %v", i, pass.Cell(), reading.Cold, policy, i < 4)
		}
		if reading.Quakes != p.Sequences[0].Want || reading.Calls != 10 || reading.RequestBytes != 100.5 {
			t.Errorf("pass %d reads %+v", i, reading)
		}
		if reading.ServerRSS < 1 || reading.ClientRSS < 1 || reading.ServerRSS > 500 {
			t.Errorf("pass %d: memory %v and %v MiB", i, reading.ServerRSS, reading.ClientRSS)
		}
	}
	if c := r.Passes[0].Cell(); c.Suite != "none" {
		t.Errorf("the suite of plain is %q", c.Suite)
	}
	if c := r.Passes[2].Cell(); c.Suite != "basic256sha256gcm" {
		t.Errorf("the suite of sign is %q", c.Suite)
	}
	if r.Conditions.Versions["fake"] != "1.0" {
		t.Errorf("versions are %v", r.Conditions.Versions)
	}
}

func TestMeasureInBlocks(t *testing.T) {
	p := fakePlan(t, "", "plain", "username")
	p.Order, p.Passes = Block, 1
	var policies []string
	for _, pass := range measured(t, p).Passes {
		policies = append(policies, pass.Cell().Policy)
	}
	if want := []string{"plain", "plain", "username", "username"}; !slices.Equal(policies, want) {
		t.Errorf("passes are of %v, want %v", policies, want)
	}
}

// TestLosses plants what a runner must find out.
func TestLosses(t *testing.T) {
	for _, c := range []struct {
		as, policy string
		status     Status
		reason     string // part of it
		passes     int    // that remain
	}{
		{"one-less", "plain", WrongTotal, "counted, the right total is", 2},
		{"dies", "plain", Died, "server: exit status 9: fake: segmentation fault", 2},
		{"heap", "plain", HeapExceeded, "fake: error: out of memory", 2},
		{"heap-said-aloud", "plain", HeapExceeded, "server: fake: out of memory, terminating", 2},
		{"ends-at-once", "plain", Died, "not ready: server: ended; server: exit status 7: fake: no such port", 0},
		{"client-dies", "plain", Died, "client: exit status 5: fake: client gave up", 1},
		{"client-checks", "plain", WrongTotal, "the right total is", 1},
		{"client-hurries", "plain", Died, "nobody asked for a pass", 1},
		{"always-cold", "plain", Died, "the client marks pass 2 as cold: true", 1},
		{"client-lies", "plain", Died, "the client says", 0},
		{"verifies-nothing", "sign", NotRefused, "the server took a request with a tampered body", 0},
		{"any-password", "username", NotRefused, "the server took a request with a wrong password", 0},
		{"accepts-anything", "sign", NotRefused, "the client took an answer with a tampered body", 0},
	} {
		t.Run(c.as, func(t *testing.T) {
			t.Parallel()
			r := measured(t, fakePlan(t, c.as, c.policy))
			lost := onlyLoss(t, r)
			if lost.Status != c.status || !strings.Contains(lost.Reason, c.reason) {
				t.Errorf("lost is %v, want %v with %q", lost, c.status, c.reason)
			}
			if len(r.Passes) != c.passes {
				t.Errorf("%d passes remain, want %d", len(r.Passes), c.passes)
			}
		})
	}
}

// TestFindHeaps finds what the fake processes need: 37 and 12 MiB.
func TestFindHeaps(t *testing.T) {
	p := fakePlan(t, "needs-heap", "plain")
	r := &Run{}
	if err := p.FindHeaps(t.Context(), r, nil); err != nil {
		t.Fatal(err)
	}
	if len(r.Losses) > 0 || len(r.Heaps) != 1 || r.Heaps[0].Server != 37 || r.Heaps[0].Client != 12 {
		t.Errorf("heaps are %v, losses %v; want 37 and 12 MiB", r.Heaps, r.Losses)
	}
	p.ServerHeap = 20 << 20
	r = &Run{}
	if err := p.FindHeaps(t.Context(), r, nil); err != nil {
		t.Fatal(err)
	}
	if lost := onlyLoss(t, r); lost.Status != HeapExceeded {
		t.Errorf("lost is %v", lost)
	}
}
