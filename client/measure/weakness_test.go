package measure

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
)

// weakRun is a run in which two stacks are measured of which one takes what it must not.
func weakRun() Run {
	s := Sequence{Name: "small", Calls: 10, Want: 5}
	r := Run{Conditions: Conditions{Load: -1, Sequences: []Sequence{s}}}
	for _, stack := range []string{"a", "b"} {
		for _, policy := range []string{"sign", "signencr"} {
			c := Cell{stack, policy, "basic256sha256", "small"}
			p, err := NewPass(c, s, Reading{Calls: 10, Elapsed: 10 * time.Millisecond, Quakes: 5})
			if err != nil {
				panic(err)
			}
			r.Passes = append(r.Passes, p)
			if stack == "b" {
				r.Weaknesses = append(r.Weaknesses, weaken(c, "the server took a request expired", "It has\n no clock."))
			}
		}
	}
	c := Cell{"b", "signencr", "basic256sha256", "small"}
	r.Weaknesses = append(r.Weaknesses, weaken(c, "the client took an answer unencrypted", "It asks: no one answers."))
	return r
}

// TestMarks shows weaknesses in every view.
func TestMarks(t *testing.T) {
	runs := []Run{weakRun()}
	list, err := Summarize(runs, Baseline{})
	if err != nil {
		t.Fatal(err)
	}
	var stacks []string
	for _, row := range Absolute(list).Rows {
		stacks = append(stacks, row[2])
	}
	if want := []string{"a", "b [1]", "a", "b [1, 2]"}; !slices.Equal(stacks, want) {
		t.Errorf("the stacks are %q, want %q", stacks, want)
	}
	legend := Legend(runs, list)
	if want := []string{
		"[1] b: the server took a request expired: It has no clock.",
		"[2] b: the client took an answer unencrypted: It asks: no one answers.",
	}; len(legend) < 2 || !slices.Equal(legend[:2], want) {
		t.Errorf("the legend is %q, want it to begin %q", legend, want)
	}
	var csv, markdown bytes.Buffer
	if err := WriteCSV(&csv, list); err != nil {
		t.Fatal(err)
	}
	if err := WriteMarkdown(&markdown, runs, list); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		csv.String(): {",status,weaknesses\n", ",ok,\n",
			",ok,b: the server took a request expired: It has no clock.; b: the client took an answer unencrypted: It asks: no one answers.\n"},
		markdown.String(): {"| small | sign | b [1] |", "- [1] b: the server took a request expired: It has no clock.\n"},
	} {
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("no %q in\n%s", w, text)
			}
		}
	}
}

// TestOneWeakStack names the stack where there is but one, for it has a mark.
func TestOneWeakStack(t *testing.T) {
	r := weakRun()
	r.Passes = r.Passes[2:]
	list, err := Summarize([]Run{r}, Baseline{})
	if err != nil {
		t.Fatal(err)
	}
	if g := Absolute(list); g.Head[2] != "stack" || g.Rows[0][2] != "b [1]" {
		t.Errorf("%+v", g)
	}
}

// TestWeaknessesReadBack gives the same records from text and JSON, and of two files each once.
func TestWeaknessesReadBack(t *testing.T) {
	r := weakRun()
	list, err := Summarize([]Run{r}, Baseline{})
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"text": func(b *bytes.Buffer) error { return r.Write(b) },
		"json": func(b *bytes.Buffer) error { return WriteJSON(b, []Run{r}, list) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if want := "b: "; name == "text" && !strings.Contains(b.String(), "# weakness: stack=b/seq=small/policy=sign/suite=basic256sha256 the server took a request expired: It has no clock.\n") {
			t.Errorf("no %q in\n%s", want, &b)
		}
		runs, err := Read(&b, name)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(runs[0].Weaknesses, r.Weaknesses) {
			t.Errorf("%s: %v, want %v", name, runs[0].Weaknesses, r.Weaknesses)
		}
		twice, err := Summarize(append(runs, r), Baseline{})
		if err != nil || len(footnotes(twice)) != 2 || len(twice[3].Weaknesses) != 2 {
			t.Errorf("%s: %q, %v", name, footnotes(twice), err)
		}
	}
	for _, line := range []string{"# weakness: it is weak", "# weakness: stack=a/seq=b/policy=c/suite=d ", "# weakness: stack=a/seq=b/policy=c/suite=d it took: "} {
		if _, err := ReadText(strings.NewReader(line+"\n"), "file"); err == nil {
			t.Errorf("%q is taken", line)
		}
	}
}

// TestKnownWeaknesses measures a stack that takes what its file says, and none that takes more.
func TestKnownWeaknesses(t *testing.T) {
	bad := forgeries()
	all, some := map[string]string{}, map[string]string{"expired": "No clock."}
	for _, f := range bad {
		all[f.name] = "It verifies nothing."
	}
	for _, c := range []struct {
		weaknesses       map[string]string
		losses, recorded int
	}{{all, 0, 1}, {some, 1, 0}} {
		p := fakePlan(t, "verifies-nothing", "sign")
		p.Stacks[0].Weaknesses, p.Passes = c.weaknesses, 1
		r := measured(t, p)
		if len(r.Losses) != c.losses || len(r.Weaknesses) != c.recorded || (len(r.Passes) > 0) != (c.losses == 0) {
			t.Errorf("%d passes, losses %v, weaknesses %v", len(r.Passes), r.Losses, r.Weaknesses)
		}
		for _, w := range r.Weaknesses { // one for what it takes for one reason
			if want := "the server took a request " + strings.Join(taken, ", "); w.Taken != want {
				t.Errorf("%s, want %s", w.Taken, want)
			}
		}
	}
}

// TestProofOfOneSide tries the side that a stack has.
func TestProofOfOneSide(t *testing.T) {
	for as, want := range map[string]string{"accepts-anything": "the client took an answer", "verifies-nothing": "the server took a request", "": ""} {
		p := fakePlan(t, as, "sign")
		if s := &p.Stacks[0]; as == "accepts-anything" {
			s.Server = Server{}
		} else {
			s.Client = Client{}
		}
		m := &measurement{Plan: p, record: &Run{}, gauge: newGauge()}
		prover, err := m.newProver()
		if err != nil {
			t.Fatal(err)
		}
		v, err := prover.judge(t.Context(), p.jobs()[0])
		if err != nil || (v.lost != nil) != (want != "") {
			t.Fatalf("%q: %+v, %v", as, v, err)
		}
		if v.lost != nil && (!strings.Contains(v.lost.Reason, want) || v.lost.Status != NotRefused) {
			t.Errorf("%q: %v, want %s", as, v.lost, want)
		}
	}
}
