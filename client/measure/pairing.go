package measure

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Pairing is what became of the client of one stack at the server of another, under a policy.
type Pairing struct {
	Client   string `json:"client"`
	Server   string `json:"server"`
	Policy   string `json:"policy"`
	Suite    string `json:"suite"` // "none" where the policy uses none
	Sequence string `json:"sequence"`

	Verdict Verdict    `json:"verdict"`
	Reason  string     `json:"reason,omitempty"` // of all but Passes, one line
	Times   *CallTimes `json:"times,omitempty"`  // where it was timed
}

// Verdict is how a pairing went.
type Verdict uint8

const (
	Passes  Verdict = iota // every answer came, and the total is right
	Refuses                // one side refused what the other sent
	Wrong                  // the total is wrong
	Fails                  // a process did not start, died or hung before anything was refused
	Unable                 // a side does not do this policy or suite
)

var verdicts = []string{"passes", "refuses", "wrong total", "fails", "cannot"}

// String is the verdict's word in tables and files.
func (v Verdict) String() string { return verdicts[v] }

// MarshalText makes a Verdict a value of JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads a verdict's word.
func (v *Verdict) UnmarshalText(b []byte) error {
	i := slices.Index(verdicts, string(b))
	if i < 0 {
		return fmt.Errorf("measure: no verdict %q: choose from %s", b, strings.Join(verdicts, ", "))
	}
	*v = Verdict(i)
	return nil
}

// CallTimes are those of ten calls with one query, in the manner of the framework comparison of 2008 (table of
// cross-stack calls): the start of the client's process until its first call begins, the first call, and the mean
// of the nine calls after it.
type CallTimes struct {
	Start time.Duration `json:"start_ns"`
	First time.Duration `json:"first_ns"`
	Mean  time.Duration `json:"mean_of_last_nine_ns"`
}

// Ten is the time of all ten calls.
func (t CallTimes) Ten() time.Duration { return t.First + (timedCalls-1)*t.Mean }

// timedCalls is how many calls are timed.
const timedCalls = 10

// PairingGrids are tables of pairings, a row a server and a column a client: one for every policy, suite and
// sequence. Timed pairings have a table besides, with a row each.
func PairingGrids(list []Pairing) []Grid {
	var grids []Grid
	for _, title := range distinct(list, pairingTitle) {
		of := slices.DeleteFunc(slices.Clone(list), func(p Pairing) bool { return pairingTitle(p) != title })
		g := Grid{Title: title + ": clients at servers", Head: append([]string{"server"}, distinct(of, clientOf)...)}
		g.Names = len(g.Head)
		for _, server := range distinct(of, serverOf) {
			row := []string{server}
			for _, client := range g.Head[1:] {
				row = append(row, verdictOf(of, client, server))
			}
			g.Rows = append(g.Rows, row)
		}
		grids = append(grids, g)
	}
	return append(grids, timesGrids(list)...)
}

func pairingTitle(p Pairing) string {
	return strings.TrimSuffix(p.Policy+" "+p.Sequence+" "+p.Suite, " none")
}
func clientOf(p Pairing) string { return p.Client }
func serverOf(p Pairing) string { return p.Server }

func verdictOf(list []Pairing, client, server string) string {
	for _, p := range list {
		if p.Client == client && p.Server == server {
			return p.Verdict.String()
		}
	}
	return "-"
}

// timesGrids is the table of times, where there are any.
func timesGrids(list []Pairing) []Grid {
	g := Grid{
		Title: "Milliseconds of ten calls with one query",
		Head: []string{"policy", "suite", "sequence", "client", "server",
			"client's start", "first call", "ten calls", "mean of the last nine"}, Names: 5,
	}
	for _, p := range list {
		if t := p.Times; t != nil {
			g.Rows = append(g.Rows, []string{p.Policy, p.Suite, p.Sequence, p.Client, p.Server,
				Milliseconds(t.Start), Milliseconds(t.First), Milliseconds(t.Ten()), Milliseconds(t.Mean)})
		}
	}
	if len(g.Rows) == 0 {
		return nil
	}
	return []Grid{g}
}

// PairingNotes are sentences for what does not pass. What a stack cannot do is told once.
func PairingNotes(list []Pairing) []string {
	var notes, unable []string
	for _, p := range list {
		switch note := "cannot: " + p.Reason; {
		case p.Verdict == Unable && !slices.Contains(unable, note):
			unable = append(unable, note)
		case p.Verdict != Passes && p.Verdict != Unable:
			notes = append(notes, fmt.Sprintf("%s at %s, %s: %s: %s", p.Client, p.Server, pairingTitle(p), p.Verdict, p.Reason))
		}
	}
	return append(notes, unable...)
}
