package measure

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// proofsOf are what a fake stack does under sign, by side and message.
func proofsOf(t *testing.T, as string) map[string]string {
	t.Helper()
	got := map[string]string{}
	err := fakePlan(t, as, "sign").Prove(t.Context(), nil, func(p Proof) error {
		got[p.Side+" "+p.Message] = p.Outcome
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// taken are the messages that must be refused and hold one Body.
var taken = []string{"without any security", "unsigned", "with a tampered body", "with a tampered timestamp", "expired",
	"of an unknown signer", "signed by RSA with SHA-1", "with digests by SHA-1"}

// wrappedUnderSign are those that hold two.
var wrappedUnderSign = []string{"wrapped into a header before Security", "wrapped into a header before Security with the same Id",
	"wrapped into a header behind Security", "wrapped into a header behind Security with the same Id",
	"wrapped into Security", "wrapped into Security with the same Id",
	"wrapped into the Signature", "wrapped into the Signature with the same Id"}

// TestProve knows what each kind of stack does with each message.
func TestProve(t *testing.T) {
	const took, read = "took", "read what was signed of"
	want := map[string]string{"server sent twice": took, "client to another request": took}
	for _, side := range []string{"server ", "client "} {
		for _, m := range slices.Concat(taken, wrappedUnderSign) {
			want[side+m] = "refused"
		}
	}
	want["client that is its own request"] = "refused"
	want["client that is a fault without any security"] = "refused"
	but := func(side, outcome string, messages ...string) map[string]string {
		changed := maps.Clone(want)
		for _, m := range messages {
			changed[side+m] = outcome
		}
		return changed
	}
	both := func(a, b map[string]string) map[string]string {
		for k, v := range b {
			if v != want[k] {
				a[k] = v
			}
		}
		return a
	}
	for as, want := range map[string]map[string]string{
		"":                    want,
		"knows-replays":       but("server ", "refused", "sent twice"),
		"verifies-nothing":    both(but("server ", took, taken...), but("server ", read, wrappedUnderSign...)),
		"reads-the-last-body": but("server ", took, slices.Concat(taken, wrappedUnderSign)...),
		"accepts-anything":    both(but("client ", took, taken...), but("client ", read, wrappedUnderSign...)),
		"shrugs":              but("client ", took, slices.Concat(taken, wrappedUnderSign, []string{"that is its own request", "that is a fault without any security"})...),
	} {
		t.Run(as, func(t *testing.T) {
			t.Parallel()
			got := proofsOf(t, as)
			for m, outcome := range want {
				if got[m] != outcome {
					t.Errorf("%s: %q, want %q", m, got[m], outcome)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d messages, want %d: %v", len(got), len(want), slices.Sorted(maps.Keys(got)))
			}
		})
	}
}

// TestNotes shows what is noted, which withholds and marks nothing, and reads it back.
func TestNotes(t *testing.T) {
	p := fakePlan(t, "", "sign", "signencr")
	p.Passes = 1
	r := measured(t, p)
	if len(r.Losses) > 0 || len(r.Weaknesses) > 0 || len(r.Passes) != 4 {
		t.Fatalf("%d passes, losses %v, weaknesses %v", len(r.Passes), r.Losses, r.Weaknesses)
	}
	want := []string{"noted: the server took a request sent twice (fake)", "noted: the client took an answer to another request (fake)"}
	list, err := Summarize([]Run{*r}, Baseline{})
	if err != nil {
		t.Fatal(err)
	}
	legend := slices.DeleteFunc(Legend([]Run{*r}, list), func(l string) bool { return !strings.HasPrefix(l, "noted: ") })
	if !slices.Equal(legend, want) {
		t.Errorf("the legend is %q, want %q", legend, want)
	}
	for name, write := range map[string]func(*strings.Builder) error{
		"text": func(b *strings.Builder) error { return r.Write(b) },
		"json": func(b *strings.Builder) error { return WriteJSON(b, []Run{*r}, list) },
	} {
		var b strings.Builder
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		runs, err := Read(strings.NewReader(b.String()), name)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Notes) != 4 || !slices.Equal(runs[0].Notes, r.Notes) {
			t.Errorf("%s: %v, want four: %v", name, runs[0].Notes, r.Notes)
		}
	}
	for _, line := range []string{"# noted: it is so", "# noted: stack=a/seq=b/policy=c/suite=d "} {
		if _, err := ReadText(strings.NewReader(line+"\n"), "file"); err == nil {
			t.Errorf("%q is taken", line)
		}
	}
}

// TestNotesOfAStack are one for all that it does alike.
func TestNotesOfAStack(t *testing.T) {
	var all []finding
	for _, name := range []string{"wrapped into Security", "wrapped into the Signature"} {
		all = append(all, finding{serverSide, forgeryNamed(t, name), readSigned})
	}
	for _, n := range noted()[:2] {
		all = append(all, finding{serverSide, n, took})
	}
	all = append(all, finding{serverSide, noted()[0], refused}, finding{serverSide, noted()[1], untried})
	var got []string
	for _, n := range weigh(job{stack: new(Stack)}, all).notes {
		got = append(got, n.Text)
	}
	if want := []string{
		"the server read what was signed of a request wrapped into Security, wrapped into the Signature",
		"the server took a request sent twice", "the server took a request with a nonce sent twice", "the server refused a request sent twice",
	}; !slices.Equal(got, want) {
		t.Errorf("the notes are %q, want %q", got, want)
	}
}
