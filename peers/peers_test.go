// Package peers holds other people's stacks, a folder each, and the test that ours and theirs speak with each other.
package peers

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"seismark/client/measure"
)

// known are pairings that do not pass, with the reason, as docs/interop.md tells them: client, server and policy.
var known = map[[3]string]string{}

// TestPairings lets our client call every server of other people that is built, and theirs ours: both sequences,
// every policy that both can. It takes minutes, so it runs only where PEERS_TEST asks for it.
func TestPairings(t *testing.T) {
	program, keys := prepare(t)
	var list []measure.Pairing
	for _, suite := range []string{"basic256sha256", "basic256sha256gcm"} {
		out := run(t, program, "cross", "--peers", ".", "--keys", keys, "--with", "seismark-stream", "--suite", suite,
			"--policies", policies(suite), "--dump", filepath.Join(t.ArtifactDir(), "messages"), "--json", "-")
		var some []measure.Pairing
		if err := json.Unmarshal(out, &some); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		list = append(list, some...)
	}
	theirs := 0
	for _, p := range list {
		if p.Client == "seismark-dom" || p.Verdict == measure.Unable {
			continue
		}
		if p.Client != p.Server {
			theirs++
		}
		t.Run(strings.Join([]string{p.Client, "at", p.Server, p.Policy, p.Sequence, p.Suite}, "-"), func(t *testing.T) { judge(t, p) })
	}
	if theirs == 0 {
		t.Skip("no stack of other people is built: seismark peers build all")
	}
}

// TestBadMessages sends every stack that is built the bad messages of the security proof, to its server and to its
// client, under the policy that asks for the most. It may take only what its file tells of. The clients that go by a
// policy's own words are left out: each bad answer takes a new process, and their stacks are there already.
func TestBadMessages(t *testing.T) {
	program, keys := prepare(t)
	stacks := strictest(t, program)
	if len(stacks) == 0 {
		t.Skip("no stack of other people is built: seismark peers build all")
	}
	for policy, names := range stacks {
		var list []measure.Proof
		out := run(t, program, "prove", "--peers", ".", "--keys", keys, "--stacks", strings.Join(names, ","),
			"--suite", "basic256sha256", "--policies", policy, "--sequences", "small", "--json", "-")
		if err := json.Unmarshal(out, &list); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		for _, p := range list {
			if !p.Must {
				continue
			}
			t.Run(strings.Join([]string{p.Cell.Stack, p.Cell.Policy, p.Side, p.Message}, " "), func(t *testing.T) {
				if p.Outcome == "took" && p.Why == "" {
					t.Error("was taken")
				}
			})
		}
	}
}

// strictest are the stacks that are built, by the policy that asks for the most of those that they have.
func strictest(t *testing.T, program string) map[string][]string {
	var list []struct {
		Name     string
		Built    bool
		Policies []string
	}
	if err := json.Unmarshal(run(t, program, "peers", "--peers", ".", "--json"), &list); err != nil {
		t.Fatal(err)
	}
	stacks := map[string][]string{}
	for _, s := range list {
		if s.Built && !strings.HasSuffix(s.Name, "-policy") {
			last := s.Policies[len(s.Policies)-1]
			stacks[last] = append(stacks[last], s.Name)
		}
	}
	return stacks
}

// policies are those that a suite is tried under: the second suite needs only what differs.
func policies(suite string) string {
	if suite == "basic256sha256" {
		return "plain,username,sign,signencr"
	}
	return "signencr"
}

func judge(t *testing.T, p measure.Pairing) {
	reason, listed := known[[3]string{p.Client, p.Server, p.Policy}]
	switch {
	case listed && p.Verdict == measure.Passes:
		t.Errorf("passes, though docs/interop.md says: %s", reason)
	case !listed && p.Verdict != measure.Passes:
		t.Errorf("%s: %s", p.Verdict, p.Reason)
	}
}

// prepare builds the program and makes keys, where stacks of other people are to be called.
func prepare(t *testing.T) (program, keys string) {
	t.Helper()
	if os.Getenv("PEERS_TEST") == "" {
		t.Skip("other people's stacks are called by make peers-test")
	}
	program, keys = filepath.Join(t.TempDir(), "seismark"), filepath.Join(t.TempDir(), "keys")
	if out, err := exec.Command("go", "build", "-o", program, "../cmd/seismark").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run(t, program, "keys", "init", "--keys", keys)
	return program, keys
}

// run gives what the program prints. Pairings that do not pass, and messages that are taken, end it with an error, which
// their list tells better.
func run(t *testing.T, program string, args ...string) []byte {
	var out, log bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil && (args[0] != "cross" && args[0] != "prove" || out.Len() == 0) {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, log.Bytes())
	}
	t.Logf("%s", log.Bytes())
	return out.Bytes()
}
