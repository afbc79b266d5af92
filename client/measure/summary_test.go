package measure

import (
	"encoding/csv"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/floor"
)

// passes makes a cold pass of a second and warm ones of so many milliseconds.
func passes(t testing.TB, c Cell, warm ...int) []Pass {
	list := []Pass{mustPass(t, c, Reading{Cold: true, Elapsed: time.Second, RequestBytes: 400, ServerRSS: 20})}
	for i, ms := range warm {
		list = append(list, mustPass(t, c, Reading{Elapsed: time.Duration(ms) * time.Millisecond, ServerRSS: 30 - float64(i)}))
	}
	return list
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestSummarize computes by hand: the median of six is the mean of the third and fourth, and the interval
// of six passes at 95 % is from the least to the greatest (it holds the median 96.9 times of 100).
func TestSummarize(t *testing.T) {
	sign := signSmall()
	plain := plainSmall("seismark-stream")
	r := Run{Conditions: Conditions{Load: 0.1, Versions: map[string]string{"seismark-stream": "v1"}}}
	r.Passes = append(passes(t, sign, 150, 110, 140, 120, 130, 100), passes(t, plain, 10, 11, 12, 13, 14, 15)...)
	r.Floors = []floor.Floor{
		{Policy: "sign", Suite: sign.Suite, Sequence: "large", Times: floor.Times{Least: time.Millisecond}},
		{Policy: "sign", Suite: "another", Sequence: "small", Times: floor.Times{Least: time.Millisecond}},
		{Policy: "sign", Suite: sign.Suite, Sequence: "small", Times: floor.Times{Least: 90 * time.Millisecond}},
		{Policy: "sign", Suite: sign.Suite, Sequence: "small", Times: floor.Times{Least: 80 * time.Millisecond}},
	}
	list, err := Summarize([]Run{r}, PlainBaseline())
	if err != nil {
		t.Fatal(err)
	}
	s := list[1] // plain comes first
	ms := time.Millisecond
	if s.Cell != sign || s.Passes != 6 || s.Cold != time.Second || s.Best != 100*ms || s.Median != 125*ms || s.Lo != 100*ms || s.Hi != 150*ms {
		t.Errorf("summary is %+v", s)
	}
	if s.Calls != 1000 || s.Quakes != 816 || s.Version != "v1" || s.ServerRSS != 30 || s.RequestBytes != 400 {
		t.Errorf("summary is %+v", s)
	}
	for _, r := range []Ratio{s.Normal, s.Overhead} {
		if !near(r.Best, 10) || !near(r.Median, 10) || !near(r.Lo, 100.0/15) || !near(r.Hi, 15) {
			t.Errorf("ratio is %+v, want 10, 10, 6.67 to 15", r)
		}
	}
	if s.Floor != 80*ms || !near(s.FloorRatio, 1.25) {
		t.Errorf("floor is %v, %v", s.Floor, s.FloorRatio)
	}
	if want := []string{"wide interval: 40 % of the median"}; !slices.Equal(s.Warnings, want) {
		t.Errorf("warnings are %q, want %q", s.Warnings, want)
	}
	if b := list[0]; b.Normal != (Ratio{1, 1, 1, 1}) || b.FloorRatio != 0 {
		t.Errorf("the baseline over itself is %+v", b.Normal)
	}
}

func TestSummarizeFew(t *testing.T) {
	r := Run{Conditions: Conditions{Load: 1.5}, Passes: passes(t, signSmall(), 120, 100)}
	list, err := Summarize([]Run{r}, Baseline{})
	if err != nil {
		t.Fatal(err)
	}
	s := list[0]
	if s.Median != 110*time.Millisecond || s.Lo != 0 || s.Hi != 0 || s.Baseline != "" || s.Normal != (Ratio{}) {
		t.Errorf("summary is %+v", s)
	}
	want := []string{"too few passes for an interval: 2 of 6", "busy machine: others kept 1.50 cores busy just before"}
	if !slices.Equal(s.Warnings, want) {
		t.Errorf("warnings are %q, want %q", s.Warnings, want)
	}
}

// TestSummarizeFiles puts the passes of two files together, where they belong together.
func TestSummarizeFiles(t *testing.T) {
	c := signSmall()
	a := Run{Conditions: Conditions{CPU: "x", Load: -1}, Passes: passes(t, c, 100, 104, 102)}
	b := Run{Conditions: Conditions{CPU: "x", Load: -1}, Passes: passes(t, c, 101, 103, 105)}
	list, err := Summarize([]Run{a, b}, Baseline{})
	if err != nil || len(list) != 1 || list[0].Passes != 6 || list[0].Median != 102500*time.Microsecond || len(list[0].Warnings) != 0 {
		t.Errorf("summary is %+v, %v", list, err)
	}
	b.Conditions.CPU = "y"
	list, _ = Summarize([]Run{a, b}, Baseline{})
	if len(list) != 2 || list[0].Passes != 3 || list[1].Passes != 3 || !slices.Equal(list[1].Apart, []Trait{{"cpu", "y", "y"}}) {
		t.Errorf("summaries are %+v", list)
	}
}

func TestSummarizeLost(t *testing.T) {
	c := signSmall()
	r := Run{Conditions: Conditions{Load: -1}, Passes: passes(t, c, 100), Losses: []Lost{{c, Died, "server: gone"}}}
	list, _ := Summarize([]Run{r}, Baseline{})
	if s := list[0]; s.Status != Died || s.Reason != "server: gone" || s.Best == 0 {
		t.Errorf("summary is %+v", s)
	}
	r.Losses = append(r.Losses, Lost{c, NotRefused, "the server took a request unsigned"})
	list, _ = Summarize([]Run{r}, Baseline{})
	if s := list[0]; s.Status != NotRefused || s.Best != 0 || s.Cold != 0 || s.Median != 0 {
		t.Errorf("a stack that does not refuse publishes %+v", s)
	}
}

func TestBaseline(t *testing.T) {
	cells := []Cell{
		plainSmall("dom"), {"dom", "sign", "a", "small"}, {"dom", "sign", "b", "small"},
		plainSmall("cxf"), {"cxf", "sign", "a", "small"},
	}
	for _, c := range []struct {
		baseline string
		of, want Cell
		ok       bool
	}{
		{"policy=plain", cells[1], cells[0], true},
		{"policy=plain", cells[4], cells[3], true},
		{"policy=plain", cells[0], cells[0], true},
		{"stack=cxf", cells[1], cells[4], true},
		{"stack=cxf", cells[0], cells[3], true},
		{"stack=cxf", cells[2], Cell{}, false}, // cxf has no suite b
		{"stack=cxf,policy=plain", cells[2], cells[3], true},
		{"suite=a", cells[2], cells[1], true},
		{"policy=sign,suite=a", cells[0], cells[1], true},
	} {
		var b Baseline
		if err := b.Set(c.baseline); err != nil {
			t.Fatal(err)
		}
		got, ok := b.Find(c.of, cells)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s of %s is %s, %v", c.baseline, c.of, got, ok)
		}
		if b.String() != c.baseline {
			t.Errorf("%q is written %q", c.baseline, b.String())
		}
	}
	for _, text := range []string{"", "plain", "policy=", "colour=red", "policy=plain,"} {
		if err := new(Baseline).Set(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
	var b Baseline
	b.Set("stack=metro")
	err := b.Check(cells)
	var missing *BaselineError
	if !errors.As(err, &missing) {
		t.Fatalf("error is %v", err)
	}
	want := "measure: no cell is the baseline stack=metro: there are stack=dom|cxf policy=plain|sign suite=none|a|b sequence=small"
	if err.Error() != want {
		t.Errorf("error is %q, want %q", err, want)
	}
}

// TestWriteCSV holds the columns of the format's description, and a row computed by hand.
func TestWriteCSV(t *testing.T) {
	r := Run{Conditions: Conditions{Load: -1, Versions: map[string]string{"seismark-stream": "v1, of today"}}}
	r.Passes = append(passes(t, signSmall(), 150, 110, 140, 120, 130, 100), passes(t, plainSmall("seismark-stream"), 10, 11, 12, 13, 14, 15)...)
	r.Losses = []Lost{{plainSmall("cxf"), Cannot, "no"}}
	list, err := Summarize([]Run{r}, PlainBaseline())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := WriteCSV(&b, list); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"stack,version,policy,suite,sequence,calls,quakes,passes,cold_ms,best_ms,median_ms,median_lo_ms,median_hi_ms,baseline,ratio_best,ratio_median,ratio_lo,ratio_hi,floor_ms,floor_ratio,request_bytes,response_bytes,server_rss_mib,client_rss_mib,status",
		"seismark-stream,v1; of today,plain,none,small,1000,816,6,1000.000,10.000,12.500,10.000,15.000,policy=plain,1.0000,1.0000,1.0000,1.0000,,,400.0,,30.0,,ok",
		"cxf,,plain,none,small,1000,816,0,,,,,,policy=plain,,,,,,,,,,,cannot",
		"seismark-stream,v1; of today,sign,basic256sha256gcm,small,1000,816,6,1000.000,100.000,125.000,100.000,150.000,policy=plain,10.0000,10.0000,6.6667,15.0000,,,400.0,,30.0,,ok",
	} {
		if got := strings.ReplaceAll(strings.Join(rows[i], ";"), ";", ","); got != strings.ReplaceAll(want, ";", ",") {
			t.Errorf("row %d is\n%s\nwant\n%s", i, got, want)
		}
	}
}

// TestWriteHeapCSV holds the two columns that a heap search adds, and that times alone do not.
func TestWriteHeapCSV(t *testing.T) {
	var b strings.Builder
	list := []Summary{{Cell: signSmall(), ServerHeap: 37, ClientHeap: 12}, {Cell: plainSmall("a"), Status: HeapExceeded}}
	if err := WriteCSV(&b, list); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for i, end := range []string{",status,smallest_server_heap_mib,smallest_client_heap_mib", ",ok,37,12", ",heap exceeded,,"} {
		if !strings.HasSuffix(lines[i], end) {
			t.Errorf("line %q does not end with %q", lines[i], end)
		}
	}
	b.Reset()
	if err := WriteCSV(&b, list[1:]); err != nil || !strings.Contains(b.String(), ",status\n") {
		t.Errorf("%v: without heaps it is %s", err, b.String())
	}
}

func TestWriteMarkdown(t *testing.T) {
	r := testRun(t)
	r.Losses[0].Reason = "a | b <c>"
	list, err := Summarize([]Run{r}, Baseline{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := WriteMarkdown(&b, []Run{r}, list); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| sequence | policy | stack | cold | best | median | floor | server | client | status |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
		"| small | sign | seismark-stream | 5000 | 4000 | 4000 | 417.1 | 42 | 18 | ok |\n",
		"| small | plain | cxf | - | - | - | - | - | - | heap exceeded |\n",
		"| small | sign | seismark-stream | 9.59 | 4.000 | 4123 | 4100 |\n", // 4000 over 417.1
		"- suite basic256sha256gcm: rsa-sha256, sha256, xml-exc-c14n, rsa-oaep-mgf1p, aes256-gcm, rsa2048\n",
		`- cxf plain small: heap exceeded: a \| b &lt;c>` + "\n",
		"- warning: interrupted: 2 of 14 passes (the run of 2026-10-01 12:00:00 UTC)\n",
		"| small | sign | seismark-stream | 64 | 32 | ok |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no\n%s\nin\n%s", want, b.String())
		}
	}
}

func TestForPeople(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "-", 1234 * time.Microsecond: "1.23", 26940 * time.Microsecond: "26.9", 999 * time.Millisecond: "999.0", 12345 * time.Millisecond: "12345",
	} {
		if got := Milliseconds(d); got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
	}
	for v, want := range map[float64]string{0: "-", 1: "1.00", 9.994: "9.99", 10.04: "10.0", 123.45: "123.5"} {
		if got := Times(v); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
	if got := strings.Join([]string{Mebibytes(41.6), Mebibytes(0), Spread(time.Second, 2*time.Second), Spread(0, 0)}, " "); got != "42 - 1000-2000 -" {
		t.Errorf("got %s", got)
	}
}

func TestLegendWarnings(t *testing.T) {
	list := []Summary{
		{Cell: Cell{"a", "plain", "none", "small"}, Warnings: []string{"wide interval: 20 % of the median", "busy machine: load 2"}},
		{Cell: Cell{"a", "sign", "s", "small"}, Warnings: []string{"wide interval: 30 % of the median", "busy machine: load 2"}},
		{Cell: Cell{"a", "plain", "none", "large"}, Warnings: []string{"busy machine: load 2"}, Status: Died, Reason: "server: gone"},
	}
	want := []string{
		"a plain large: died: server: gone",
		"warning: wide interval (a plain small, a sign small)",
		"warning: busy machine: load 2 (all cells)",
	}
	if got := Legend(nil, list); !slices.Equal(got, want) {
		t.Errorf("legend is %q, want %q", got, want)
	}
}
