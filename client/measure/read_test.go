package measure

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestReadBack(t *testing.T) {
	want := testRun(t)
	text, err := Read(strings.NewReader(textOf(t, want)), "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := WriteJSON(&b, []Run{want}, nil); err != nil {
		t.Fatal(err)
	}
	json, err := Read(strings.NewReader(b.String()), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]Run{"text": text, "JSON": json} {
		if len(got) != 1 || !reflect.DeepEqual(got[0], want) {
			t.Errorf("%s: read\n%+v\nwant\n%+v", name, got, want)
		}
	}
}

// TestTextKeepsAllDigits: 3,937,214,567 ns over 1000 calls are 3,937,214.567 ns each, and 47,604 KiB are
// 46.48828125 MiB, which a first rounding to 46.5 would make 47.
func TestTextKeepsAllDigits(t *testing.T) {
	want := Reading{Elapsed: 3_937_214_567, RequestBytes: 4123.217, ServerRSS: 47604. / 1024}
	r := Run{Conditions: Conditions{Load: -1}, Passes: []Pass{mustPass(t, signSmall(), want)}}
	text := textOf(t, r)
	if line := " 1000 3937214.567 ns/op 816 quakes/seq 4123.217 request-B/op 46.48828125 server-rss-MiB\n"; !strings.HasSuffix(text, line) {
		t.Errorf("the file ends\n%s\nwant\n%s", text, line)
	}
	runs, err := ReadText(strings.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	want.Calls, want.Quakes = 1000, 816
	if got := runs[0].Passes[0].Reading(); got != want || Mebibytes(got.ServerRSS) != "46" {
		t.Errorf("read %+v, want %+v", got, want)
	}
}

const goodLine = "BenchmarkSequence/stack=a/seq=small/policy=plain/suite=none 1000 27000 ns/op 816 quakes/seq"

// TestReadForeign passes over what is not ours.
func TestReadForeign(t *testing.T) {
	runs, err := ReadText(strings.NewReader(strings.Join([]string{
		"goos: linux", "pkg: seismark/wssec/dom", "threads: 8",
		"BenchmarkSeal/policy=sign-2  1000  12345 ns/op  512 B/op  7 allocs/op",
		"BenchmarkHeap/push 10 5 ns/op", "BenchmarkNothing", "PASS", "ok  \tseismark\t1.2s",
		"# a comment: of somebody's", "Unit ns/op better=lower", "", "lost: nothing",
		goodLine + " 3.5 something-else\r",
	}, "\n")), "mixed.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) != 1 || len(runs[0].Passes) != 1 || len(runs[0].Losses) != 0 {
		t.Fatalf("read %+v", runs)
	}
	r := runs[0].Passes[0].Reading()
	if r != (Reading{Calls: 1000, Quakes: 816, Elapsed: 27 * time.Millisecond}) {
		t.Errorf("read %+v", r)
	}
}

// TestReadStrict names the line of ours that is wrong.
func TestReadStrict(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{strings.Replace(goodLine, "816", "815", 1), "x.txt:3: measure: quakes at stack=a/seq=small/policy=plain/suite=none: 815 counted, the right total is 816"},
		{strings.Replace(goodLine, " 1000 ", " 999 ", 1), "999 counted, the right total is 1000"},
		{strings.Replace(goodLine, "27000", "0", 1), "no ns/op above zero"},
		{strings.Replace(goodLine, "27000", "-5", 1), "-5 ns/op is no measured value"},
		{strings.Replace(goodLine, "27000", "NaN", 1), "NaN ns/op is no measured value"},
		{strings.Replace(goodLine, "27000", "1e300", 1), "1e+300 ns/op is no measured value"},
		{strings.Replace(goodLine, "816", "816.5", 1), "816.5 quakes/seq is no count"},
		{strings.Replace(goodLine, " 816 quakes/seq", "", 1), "no quakes/seq"},
		{strings.Replace(goodLine, "policy=plain", "policy=", 1), "policy is empty"},
		{strings.Replace(goodLine, "/policy=plain", "", 1), "is missing"},
		{strings.Replace(goodLine, "policy=plain", "seq=small", 1), "seq stands there twice"},
		{strings.Replace(goodLine, "policy=plain", "clients=8", 1), `"clients=8" is none of`},
		{strings.Replace(goodLine, "seq=small", "seq=huge", 1), `no sequence "huge"`},
		{strings.Replace(goodLine, " 1000 ", " x ", 1), "parsing iteration count"},
		{"BenchmarkSequence/stack=a 1000", "missing measurements"},
		{"# lost: stack=a/seq=small/policy=plain/suite=none tired: no", "no status in"},
		{"# lost: somebody", `"somebody" is none of`},
		{"# load-of-others: high", "load-of-others: "},
		{"# load-of-others: NaN", "NaN is no measured value"},
		{"# run: yesterday", "run: "},
		{"cores: many", "cores: "},
		{"suite: rot13", `no suite "rot13"`},
		{"order: random", `no order "random"`},
		{"server-heap: 5 GB", "is not a number with MiB"},
		{"sequences: small calls=x", "sequence small: calls=x"},
		{"sequences: small calls=5", "its calls or quakes are missing"},
		{"sequences: small calls=5 quakes=3 colour=red", "colour=red: no such word"},
		{"BenchmarkSequenceHeap/stack=a/seq=small/policy=plain/suite=none 1 5 server-heap-MiB", "no client-heap-MiB"},
	} {
		_, err := ReadText(strings.NewReader("# run: 2026-10-01T12:00:00Z\n\n"+c.line+"\n"+goodLine+"\n"), "x.txt")
		var at *LineError
		if !errors.As(err, &at) || at.File != "x.txt" || at.Line != 3 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n  error is %v\n  want %s", c.line, err, c.want)
		}
	}
}

// TestReadOwnSequence takes the totals that a file of another catalogue names.
func TestReadOwnSequence(t *testing.T) {
	head := "# run: 2026-10-01T12:00:00Z\nsequences: small calls=1000 quakes=7 seed=5 fraction=0.5 start=2024-01-01T00:00:00Z end=2024-02-01T00:00:00Z\n"
	if _, err := ReadText(strings.NewReader(head+goodLine+"\n"), "x"); err == nil || !strings.Contains(err.Error(), "816 counted, the right total is 7") {
		t.Errorf("error is %v", err)
	}
	runs, err := ReadText(strings.NewReader(head+strings.Replace(goodLine, "816", "7", 1)), "x")
	if err != nil || len(runs[0].Passes) != 1 {
		t.Errorf("read %v, %v", runs, err)
	}
}

// TestReadTruncated reads what a kill left, wherever it came: whole records.
func TestReadTruncated(t *testing.T) {
	r := testRun(t)
	r.Losses, r.Heaps, r.Peaks = nil, nil, nil
	text := textOf(t, r)
	first := strings.Index(text, "BenchmarkCold")
	last := strings.LastIndex(text, "BenchmarkSequence")
	for end := first; end < len(text); end++ {
		runs, err := ReadText(strings.NewReader(text[:end]), "x")
		if err != nil {
			t.Fatalf("cut at %d: %v", end, err)
		}
		if n := len(runs[0].Passes); n > 2 || end > last && n < 1 {
			t.Errorf("cut at %d: %d passes", end, n)
		}
		cut := fmt.Sprintf("x:%d: the line has no end, the file may be cut", strings.Count(text[:end], "\n")+1)
		if text[end-1] == '\n' {
			cut = "" // nothing tells
		}
		if got := runs[0].Interrupted; got != cut {
			t.Errorf("cut at %d: interrupted is %q, want %q", end, got, cut)
		}
	}
}

// TestReadLoadOfAll takes the load of files that had that of all, our own runs before them too, for unknown.
func TestReadLoadOfAll(t *testing.T) {
	for _, text := range []string{
		"# load: 30.1\n" + goodLine + "\n",
		`{"runs": [{"conditions": {"load": 30.1}, "passes": [{"stack":"a","policy":"plain","suite":"none","sequence":"small","calls":1000,"quakes":816,"elapsed_ns":5}]}]}`,
	} {
		runs, err := Read(strings.NewReader(text), "f")
		if err != nil || len(runs) != 1 || runs[0].Conditions.Load != -1 || runs[0].Conditions.Busy() {
			t.Errorf("%.20s: read %+v, %v", text, runs, err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "there is no result in it",
		"nothing of use\n":               "there is no result in it",
		"stack,version,policy\na,b,c\n":  "give the file of --bench or --json",
		"{":                              "f: the file is cut: its JSON has no end",
		`{"runs": [{"passes": [{"sta`:    "f: the file is cut: its JSON has no end",
		`{"runs": []} {"runs": []}`:      "f: something follows the JSON: give every file for itself",
		`{"runs": 5}`:                    "cannot unmarshal",
		`{"runs": []}`:                   "there is no result in it",
		strings.Repeat("x", maxLine+100): "token too long",
		`{"runs": [{"passes": [{"stack":"a","policy":"plain","suite":"none","sequence":"small","calls":1000,"quakes":815,"elapsed_ns":5}]}]}`: "f: run 1: pass 1: measure: quakes at stack=a/seq=small/policy=plain/suite=none: 815 counted",
	} {
		if _, err := Read(strings.NewReader(text), "f"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error is %v, want %s", text, err, want)
		}
	}
}

// FuzzRead holds that what is read can be written and reads the same again, with right totals throughout.
func FuzzRead(f *testing.F) {
	f.Add(textOf(f, testRun(f)))
	f.Add(goodLine)
	f.Add("# unlimited: stack=a/seq=small/policy=plain/suite=none client\nBenchmarkSequenceHeap/stack=a/seq=small/policy=plain/suite=none 1 7 server-heap-MiB\nrsa: go\n" + goodLine)
	f.Add("# run: 2026-10-01T12:00:00Z\ncpu: x\n" + goodLine + "\n# run: 2026-10-02T12:00:00Z\ncpu: y\n" + goodLine)
	f.Add("# lost: stack=a/seq=small/policy=plain/suite=none died: x\n# run: 2026-10-01T12:00:00Z\n" + goodLine)
	f.Fuzz(func(t *testing.T, text string) {
		runs, err := Read(strings.NewReader(text), "f")
		if err != nil {
			return
		}
		var b strings.Builder
		if err := WriteText(&b, runs); err != nil {
			t.Fatal(err)
		}
		if _, err := Summarize(runs, Baseline{}); err != nil {
			t.Fatal(err)
		}
		for _, r := range runs {
			for _, p := range r.Passes {
				s, err := r.Conditions.sequence(p.cell.Sequence)
				if err != nil || p.r.Quakes != s.Want || p.r.Calls != s.Calls {
					t.Fatalf("holds %+v, the sequence is %+v", p, s)
				}
			}
		}
		again, err := ReadText(strings.NewReader(b.String()), "again")
		if err != nil {
			t.Fatalf("what was written is refused: %v\n%s", err, b.String())
		}
		if len(Cells(again)) != len(Cells(runs)) {
			t.Fatalf("%d cells became %d", len(Cells(runs)), len(Cells(again)))
		}
	})
}
