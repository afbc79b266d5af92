package measure

import (
	"reflect"
	"strings"
	"testing"
)

// TestHeapText writes heaps, of which some take no limit, and reads them back.
func TestHeapText(t *testing.T) {
	sign, plain := signSmall(), plainSmall("a")
	for want, heap := range map[string]Heap{
		"BenchmarkSequenceHeap/" + sign.String() + " 1 64 server-heap-MiB 32 client-heap-MiB\n":                           {sign, 64, 32},
		"# unlimited: " + plain.String() + " client\nBenchmarkSequenceHeap/" + plain.String() + " 1 64 server-heap-MiB\n": {plain, 64, NoLimit},
		"# unlimited: " + plain.String() + " server\nBenchmarkSequenceHeap/" + plain.String() + " 1 7 client-heap-MiB\n":  {plain, NoLimit, 7},
		"# unlimited: " + plain.String() + " server, client\n":                                                            {plain, NoLimit, NoLimit},
	} {
		r := Run{Conditions: Conditions{Load: -1}, Heaps: []Heap{heap}}
		text := textOf(t, r)
		if !strings.HasSuffix(text, "\n\n"+want) {
			t.Errorf("%+v is written\n%s\nwant\n%s", heap, text, want)
		}
		runs, err := Read(strings.NewReader(text), "x")
		if err != nil || len(runs) != 1 || !reflect.DeepEqual(runs[0].Heaps, r.Heaps) {
			t.Errorf("%+v: text is read as %+v, %v", heap, runs, err)
		}
		var b strings.Builder
		if err := WriteJSON(&b, []Run{r}, nil); err != nil {
			t.Fatal(err)
		}
		if runs, err = Read(strings.NewReader(b.String()), "x"); err != nil || !reflect.DeepEqual(runs[0].Heaps, r.Heaps) {
			t.Errorf("%+v: JSON is read as %+v, %v", heap, runs, err)
		}
		if list, err := Summarize([]Run{r}, Baseline{}); err != nil || list[0].ServerHeap != heap.Server || list[0].ClientHeap != heap.Client {
			t.Errorf("summary is %+v, %v", list, err)
		}
	}
	g := SmallestHeaps([]Summary{{Cell: plain, ServerHeap: 64, ClientHeap: NoLimit}, {Cell: sign}})
	if got := strings.Join(g.Rows[0], "|") + "|" + strings.Join(g.Rows[1], "|"); got != "small|plain|a|64|cannot be limited|small|sign|seismark-stream|-|-" {
		t.Errorf("rows are %s", got)
	}
}

func TestHeapTextRefuses(t *testing.T) {
	cell := plainSmall("a").String()
	for text, want := range map[string]string{
		"# unlimited: " + cell + " both\n": `"both": write server, client or both`,
		"# unlimited: " + cell + "\n":      "write server, client or both",
		"# unlimited: x server\n":          `"x" is none of`,
		"# unlimited: " + cell + " client\nBenchmarkSequenceHeap/" + cell + " 1 7 client-heap-MiB\n":                            "no server-heap-MiB",
		`{"runs": [{"heaps": [{"cell": {"stack":"a","policy":"plain","suite":"none","sequence":"small"}, "server_mib": -4}]}]}`: `heap -4: write a number of MiB, or "cannot be limited"`,
	} {
		if _, err := Read(strings.NewReader(text), "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want %s", text, err, want)
		}
	}
}
