package measure

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"seismark/floor"
)

// signFloor is a floor whose items take 443 us and 416.680457 ms.
func signFloor() floor.Floor {
	return floor.Floor{
		Policy: "sign", Suite: "basic256sha256gcm", Sequence: "small", Calls: 1000, Quakes: 816, Rounds: 15,
		RequestBytes: 4119.2, ResponseBytes: 4095.1,
		Times: floor.Times{Least: 417_123_457, Round: 420 * time.Millisecond, Median: 430_000_500},
		Items: []floor.Item{
			{Name: "query", By: "seismark", Operations: 1000, Times: floor.Times{Least: 443_000, Round: 471_000, Median: 499_000}},
			{Name: "sign", By: "openssl", Operations: 2000, Times: floor.Times{Least: 416_680_457, Round: 419_529_000, Median: 429_501_501}},
		},
	}
}

// TestFloorText reads what was written, to the nanosecond.
func TestFloorText(t *testing.T) {
	want := signFloor()
	var b strings.Builder
	if err := writeFloor(&b, want); err != nil {
		t.Fatal(err)
	}
	runs, err := ReadText(strings.NewReader(b.String()), "floor.txt")
	if err != nil || len(runs) != 1 || len(runs[0].Floors) != 1 {
		t.Fatalf("read %+v, %v", runs, err)
	}
	if got := runs[0].Floors[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("read\n%+v\nwant\n%+v", got, want)
	}
}

func TestFloorRefuses(t *testing.T) {
	var b strings.Builder
	if err := writeFloor(&b, signFloor()); err != nil {
		t.Fatal(err)
	}
	good := b.String()
	for _, c := range []struct{ from, to, want string }{
		{"816 quakes/seq", "815 quakes/seq", "x.txt:1: floor of sign small: 815 quakes counted, the right total is 816"},
		{"suite=basic256sha256gcm 1000 ", "suite=basic256sha256gcm 999 ", "999 calls, the sequence has 1000"},
		{"417123.457 ns/op", "0 ns/op", "no time went by"},
		{"417123.457 ns/op", "-1 ns/op", "-1 ns/op is no measured value"},
		{"seq=small", "seq=tiny", `no sequence "tiny"`},
		{"/policy=sign", "", "policy= is missing"},
		{"/policy=sign", "/policy=", "policy is empty"},
		{"/policy=sign", "/policy=sign/policy=sign", "stands there twice"},
		{"/suite=basic256sha256gcm/item=query", "/suite=other/item=query", "x.txt:2: item query: the floor before it is another one"},
		{"/by=openssl", "", `x.txt:3: item "sign" by ""`},
	} {
		_, err := ReadText(strings.NewReader(strings.Replace(good, c.from, c.to, 1)), "x.txt")
		if line := (*LineError)(nil); !errors.As(err, &line) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s in place of %s: error is %v, want %s", c.to, c.from, err, c.want)
		}
	}
	clear := signFloor()
	clear.Items[0].By = "a\x1b[2J b"
	if err := (&Conditions{}).checkFloor(clear); err == nil || !strings.Contains(err.Error(), `by "a\x1b[2J b"`) {
		t.Errorf("a name with blanks: %v", err)
	}
	bad := signFloor()
	bad.Quakes--
	var json strings.Builder
	if err := WriteJSON(&json, []Run{{Floors: []floor.Floor{bad}}}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadJSON(strings.NewReader(json.String()), "x.json"); err == nil || !strings.Contains(err.Error(), "815 quakes counted") {
		t.Errorf("JSON: %v", err)
	}
}

// TestFloorGrids shows the floors of one sequence side by side, plain beside every suite.
func TestFloorGrids(t *testing.T) {
	sign := signFloor()
	plain := floor.Floor{
		Policy: "plain", Suite: "none", Sequence: "small", Calls: 1000, Quakes: 816, RequestBytes: 387.4, ResponseBytes: 363,
		Times: floor.Times{Least: 443_000, Round: 1_500_000, Median: 12_340_000}, Items: sign.Items[:1],
	}
	other := sign
	other.Suite, other.Items = "another", []floor.Item{{Name: "sign", By: "go", Times: floor.Times{Least: time.Second}}}
	large := plain
	large.Sequence = "large"
	grids := FloorGrids([]Run{{Floors: []floor.Floor{plain, sign, other, large}}})
	if len(grids) != 3 {
		t.Fatalf("%d tables: %+v", len(grids), grids)
	}
	want := Grid{
		Title: "Floor of small, suite basic256sha256gcm: milliseconds for 1000 calls, 816 quakes",
		Head:  []string{"item", "by", "plain", "sign"}, Names: 2,
		Rows: [][]string{
			{"query", "seismark", "0.44", "0.44"}, {"sign", "openssl", "-", "416.7"},
			{"floor", "", "0.44", "417.1"}, {"best round", "", "1.50", "420.0"}, {"median round", "", "12.3", "430.0"},
			{"request B", "", "387", "4119"}, {"response B", "", "363", "4095"},
		},
	}
	if !reflect.DeepEqual(grids[0], want) {
		t.Errorf("table is\n%+v\nwant\n%+v", grids[0], want)
	}
	if got := grids[1].Rows[1]; !reflect.DeepEqual(got, []string{"sign", "go", "-", "1000"}) {
		t.Errorf("the other suite's row is %q", got)
	}
	if !strings.HasPrefix(grids[2].Title, "Floor of large, suite none: ") {
		t.Errorf("the last table is %s", grids[2].Title)
	}
}

// TestFloorConditions leaves out of a run of floors what is of the processes of stacks, and keeps all else.
func TestFloorConditions(t *testing.T) {
	full := testRun(t).Conditions
	r := Run{Conditions: full, Floors: []floor.Floor{signFloor()}}
	r.Conditions.Versions = nil
	var json strings.Builder
	if err := WriteJSON(&json, []Run{r}, nil); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"f.txt": textOf(t, r), "f.json": json.String()}
	for name, text := range texts {
		for _, word := range []string{"stack", "server", "client", "order", "placement", "\ntransport", `"transport`, "versions"} {
			if strings.Contains(text, word) {
				t.Errorf("%s tells of %s:\n%s", name, word, text)
			}
		}
		runs, err := Read(strings.NewReader(text), name)
		if err != nil {
			t.Fatal(err)
		}
		got, of := runs[0].Conditions, Cell{Policy: "sign", Suite: "basic256sha256gcm", Sequence: "small"}
		if got.Load != full.Load || got.Seismark != full.Seismark || got.setting(of).ofFloor() != full.setting(of).ofFloor() {
			t.Errorf("%s is read as %+v", name, got)
		}
	}
	want := []string{"floor: the least times of 15 rounds", "warning: busy machine: others kept 0.42 cores busy just before"}
	legend := Legend([]Run{r}, nil)
	if got := legend[len(legend)-2:]; !reflect.DeepEqual(got, want) {
		t.Errorf("the legend ends %q, want %q", got, want)
	}
}
