package measure

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"seismark/floor"
	"seismark/wssec"
)

func signSmall() Cell {
	return Cell{Stack: "seismark-stream", Policy: "sign", Suite: "basic256sha256gcm", Sequence: "small"}
}

func plainSmall(stack string) Cell {
	return Cell{Stack: stack, Policy: "plain", Suite: "none", Sequence: "small"}
}

func mustPass(t testing.TB, c Cell, r Reading) Pass {
	t.Helper()
	s, err := SequenceNamed(c.Sequence)
	if err != nil {
		t.Fatal(err)
	}
	r.Calls, r.Quakes = s.Calls, s.Want
	p, err := NewPass(c, s, r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWritePass holds the line of the format's description.
func TestWritePass(t *testing.T) {
	p := mustPass(t, signSmall(), Reading{Elapsed: 3_937_214 * time.Microsecond, ServerRSS: 41.2, ClientRSS: 18.3})
	var b strings.Builder
	if err := WritePass(&b, p); err != nil {
		t.Fatal(err)
	}
	want := "BenchmarkSequence/stack=seismark-stream/seq=small/policy=sign/suite=basic256sha256gcm" +
		" 1000 3937214 ns/op 816 quakes/seq 41.2 server-rss-MiB 18.3 client-rss-MiB\n"
	if b.String() != want {
		t.Errorf("line is\n%swant\n%s", b.String(), want)
	}
}

func TestNewPassRefuses(t *testing.T) {
	good := Reading{Calls: 1000, Quakes: 816, Elapsed: time.Second}
	for name, change := range map[string]func(*Reading){
		"one quake less": func(r *Reading) { r.Quakes-- },
		"one quake more": func(r *Reading) { r.Quakes++ },
		"one call less":  func(r *Reading) { r.Calls-- },
		"no time":        func(r *Reading) { r.Elapsed = 0 },
	} {
		r := good
		change(&r)
		if p, err := NewPass(signSmall(), Small(), r); err == nil {
			t.Errorf("%s: a pass was made: %v", name, p)
		}
	}
	_, err := NewPass(signSmall(), Small(), Reading{Calls: 1000, Quakes: 815, Elapsed: time.Second})
	var total *TotalError
	if !errors.As(err, &total) || total.Count != 815 || total.Want != 816 {
		t.Errorf("error is %v", err)
	}
	if want := "measure: quakes at stack=seismark-stream/seq=small/policy=sign/suite=basic256sha256gcm: 815 counted, the right total is 816"; err.Error() != want {
		t.Errorf("error is %q, want %q", err, want)
	}
	if _, err := NewPass(signSmall(), Large(), good); err == nil {
		t.Error("a pass of another sequence was made")
	}
}

// testRun has one of each record.
func testRun(t testing.TB) Run {
	cold := Reading{Cold: true, Elapsed: 5 * time.Second, RequestBytes: 4123.2, ResponseBytes: 4099.5}
	warm := Reading{Elapsed: 4 * time.Second, ServerRSS: 41.2, ClientRSS: 18.3}
	return Run{
		Conditions: Conditions{
			Time: time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC), Load: 0.42, Seismark: "v0.1.0", Go: "go1.26.0",
			Versions: map[string]string{"seismark-stream": "v0.1.0", "cxf": "4.2.3 (WSS4J 4.0.1)"},
			GOOS:     "linux", GOARCH: "amd64", CPU: "A CPU @ 2.80GHz", Cores: 2, OS: "An OS, Linux 6.1",
			Catalogue: "built-in, synthetic, 93424 quakes, sha256 00", Suites: wssec.Suites()[:2],
			ServerHeap: 1 << 30, ClientHeap: 512<<20 + 1<<19, Order: Block, Sequences: Sequences(), Placement: Split, Transport: Lean, RSA: "openssl (OpenSSL 3.0.19)",
		},
		Passes: []Pass{mustPass(t, signSmall(), cold), mustPass(t, signSmall(), warm)},
		Losses: []Lost{{plainSmall("cxf"), HeapExceeded, "server: java.lang.OutOfMemoryError: Java heap space"}},
		Heaps:  []Heap{{signSmall(), 64, 32}},
		Peaks:  []Peak{{signSmall(), 41.5, 18.5}},
		Floors: []floor.Floor{signFloor()},

		Interrupted: "2 of 14 passes",
	}
}

func textOf(t testing.TB, r Run) string {
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestText holds a file to the letter, and to what stock readers take from it.
func TestText(t *testing.T) {
	text := textOf(t, testRun(t))
	want := `# run: 2026-10-01T12:00:00Z
# load-of-others: 0.42
# seismark: v0.1.0
# go: go1.26.0
# versions: cxf 4.2.3 (WSS4J 4.0.1), seismark-stream v0.1.0
goos: linux
goarch: amd64
cpu: A CPU @ 2.80GHz
cores: 2
os: An OS, Linux 6.1
catalogue: built-in, synthetic, 93424 quakes, sha256 00
stack: cxf, seismark-stream
suite: basic256sha256gcm, basic256sha256
signature: http://www.w3.org/2001/04/xmldsig-more#rsa-sha256, http://www.w3.org/2001/04/xmldsig-more#rsa-sha256
digest: http://www.w3.org/2001/04/xmlenc#sha256, http://www.w3.org/2001/04/xmlenc#sha256
canonicalization: http://www.w3.org/2001/10/xml-exc-c14n#, http://www.w3.org/2001/10/xml-exc-c14n#
key-transport: http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p, http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p
cipher: http://www.w3.org/2009/xmlenc11#aes256-gcm, http://www.w3.org/2001/04/xmlenc#aes256-cbc
key: rsa2048, rsa2048
server-heap: 1024MiB
client-heap: 512.5MiB
order: block
placement: split
transport: lean
rsa: openssl (OpenSSL 3.0.19)
sequences: small calls=1000 quakes=816 `
	if !strings.HasPrefix(text, want) {
		t.Errorf("the file begins\n%s\nwant\n%s", text[:min(len(text), len(want))], want)
	}
	name := "/stack=seismark-stream/seq=small/policy=sign/suite=basic256sha256gcm"
	of := "/seq=small/policy=sign/suite=basic256sha256gcm"
	want = `Unit quakes/seq assume=exact

BenchmarkFloor` + of + ` 1000 417123.457 ns/op 420000 round-ns/op 430000.5 median-ns/op 816 quakes/seq 4119.2 request-B/op 4095.1 response-B/op 15 rounds
BenchmarkFloorItem` + of + `/item=query/by=seismark 1000 443 ns/op 471 round-ns/op 499 median-ns/op
BenchmarkFloorItem` + of + `/item=sign/by=openssl 2000 208340.2285 ns/op 209764.5 round-ns/op 214750.7505 median-ns/op
BenchmarkColdSequence` + name + ` 1000 5000000 ns/op 816 quakes/seq 4123.2 request-B/op 4099.5 response-B/op
BenchmarkSequence` + name + ` 1000 4000000 ns/op 816 quakes/seq 41.2 server-rss-MiB 18.3 client-rss-MiB
BenchmarkSequencePeak` + name + ` 1 41.5 server-rss-MiB 18.5 client-rss-MiB
BenchmarkSequenceHeap` + name + ` 1 64 server-heap-MiB 32 client-heap-MiB
# lost: stack=cxf/seq=small/policy=plain/suite=none heap exceeded: server: java.lang.OutOfMemoryError: Java heap space
# interrupted: 2 of 14 passes
`
	if !strings.HasSuffix(text, want) {
		t.Errorf("the file is\n%s\nand does not end\n%s", text, want)
	}

	reader := benchfmt.NewReader(strings.NewReader(text), "text")
	var results int
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Errorf("benchfmt: %v", rec)
		case *benchfmt.Result:
			results++
			if rec.GetConfig("cpu") != "A CPU @ 2.80GHz" || rec.GetConfig("run") != "" {
				t.Errorf("benchfmt reads cpu %q, run %q", rec.GetConfig("cpu"), rec.GetConfig("run"))
			}
			if sec, ok := rec.Value("sec/op"); results == 5 && (!ok || sec != 0.004) {
				t.Errorf("benchfmt reads %v sec/op, want 0.004", sec)
			}
		}
	}
	if results != 7 {
		t.Errorf("benchfmt reads %d results, want 7", results)
	}
}

// TestBenchstat shows a file to the stock command: six passes against six that take half of the time.
func TestBenchstat(t *testing.T) {
	if testing.Short() {
		t.Skip("builds benchstat")
	}
	dir := t.TempDir()
	for i, name := range []string{"old", "new"} {
		r := testRun(t)
		r.Conditions.Time = r.Conditions.Time.AddDate(0, 0, i) // does not keep files from being compared
		r.Conditions.Seismark = name
		r.Passes, r.Losses, r.Heaps, r.Peaks, r.Floors = nil, nil, nil, nil, nil
		for k := range 6 {
			d := time.Duration(4000+20*k) * time.Millisecond / time.Duration(i+1)
			r.Passes = append(r.Passes, mustPass(t, signSmall(), Reading{Elapsed: d}))
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(textOf(t, r)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "tool", "benchstat", filepath.Join(dir, "old"), filepath.Join(dir, "new"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("benchstat: %v: %s", err, stderr.String())
	}
	for _, want := range []string{
		"Sequence/stack=seismark-stream/seq=small/policy=sign/suite=basic256sha256gcm", "4.050m", "2.025m",
		"-50.00% (p=0.002 n=6)", "816.0",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("benchstat says\n%s\nwithout %q", out, want)
		}
	}
}
