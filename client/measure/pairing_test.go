package measure

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func somePairings() []Pairing {
	return []Pairing{
		{Client: "a", Server: "a", Policy: "plain", Suite: "none", Sequence: "small", Times: &CallTimes{Start: 1500 * time.Millisecond, First: 40 * time.Millisecond, Mean: 2 * time.Millisecond}},
		{Client: "b", Server: "a", Policy: "plain", Suite: "none", Sequence: "small", Verdict: Unable, Reason: "b has no policy plain"},
		{Client: "a", Server: "a", Policy: "sign", Suite: "s", Sequence: "small", Verdict: Refuses, Reason: "the server refused: FailedCheck: <x> | y"},
		{Client: "b", Server: "c", Policy: "sign", Suite: "s", Sequence: "small", Verdict: Wrong, Reason: "7 counted"},
	}
}

func written(t *testing.T, write func(*strings.Builder) error) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPairingsCSV(t *testing.T) {
	const want = `client,server,policy,suite,sequence,verdict,reason,start_ms,first_ms,ten_ms,mean_last_nine_ms
a,a,plain,none,small,passes,,1500.000,40.000,58.000,2.000
b,a,plain,none,small,cannot,b has no policy plain,,,,
a,a,sign,s,small,refuses,the server refused: FailedCheck: <x> | y,,,,
b,c,sign,s,small,wrong total,7 counted,,,,
`
	if got := written(t, func(b *strings.Builder) error { return WritePairingsCSV(b, somePairings()) }); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestPairingsJSON(t *testing.T) {
	got := written(t, func(b *strings.Builder) error { return WritePairingsJSON(b, somePairings()[:1]) })
	const want = `[
  {
    "client": "a",
    "server": "a",
    "policy": "plain",
    "suite": "none",
    "sequence": "small",
    "verdict": "passes",
    "times": {
      "start_ns": 1500000000,
      "first_ns": 40000000,
      "mean_of_last_nine_ns": 2000000
    }
  }
]
`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	var read []Pairing
	text := written(t, func(b *strings.Builder) error { return WritePairingsJSON(b, somePairings()) })
	if err := json.Unmarshal([]byte(text), &read); err != nil || len(read) != 4 || read[2] != somePairings()[2] {
		t.Errorf("%+v, %v", read, err)
	}
	if err := json.Unmarshal([]byte(`[{"verdict": "maybe"}]`), &read); err == nil || !strings.HasSuffix(err.Error(), `no verdict "maybe": choose from passes, refuses, wrong total, fails, cannot`) {
		t.Error(err)
	}
	if got := written(t, func(b *strings.Builder) error { return WritePairingsJSON(b, nil) }); got != "[]\n" {
		t.Errorf("no pairings are %q", got)
	}
}

// TestPairingsMarkdown has a pairing that was not asked for, which shows as a dash.
func TestPairingsMarkdown(t *testing.T) {
	const want = `**plain small: clients at servers**

| server | a | b |
| --- | --- | --- |
| a | passes | cannot |

**sign small s: clients at servers**

| server | a | b |
| --- | --- | --- |
| a | refuses | - |
| c | - | wrong total |

**Milliseconds of ten calls with one query**

| policy | suite | sequence | client | server | client's start | first call | ten calls | mean of the last nine |
| --- | --- | --- | --- | --- | ---: | ---: | ---: | ---: |
| plain | none | small | a | a | 1500 | 40.0 | 58.0 | 2.00 |

- a at a, sign small s: refuses: the server refused: FailedCheck: &lt;x> \| y
- b at c, sign small s: wrong total: 7 counted
- cannot: b has no policy plain
`
	twice := append(somePairings(), somePairings()[1])
	if got := written(t, func(b *strings.Builder) error { return WritePairingsMarkdown(b, twice) }); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestLastLinesWhole keeps all that is said from some octet on, up to a bound.
func TestLastLinesWhole(t *testing.T) {
	var l lastLines
	l.add("before")
	from := l.length()
	l.add("\tat a.Frame")
	l.add(strings.Repeat("x", 400))
	if got, want := string(l.since(from)), "\tat a.Frame\n"+strings.Repeat("x", 400)+"\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for range 40 {
		l.add(strings.Repeat("y", 9999))
	}
	l.add("end")
	if got := string(l.since(0)); len(got) != 64<<10 || !strings.HasSuffix(got, "y\nend\n") {
		t.Errorf("%d octets", len(got))
	}
	if got := string(l.since(l.length())); got != "" {
		t.Errorf("%q", got)
	}
}
