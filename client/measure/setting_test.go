package measure

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/floor"
	"seismark/wssec"
)

// TestTraits changes every condition: those that change what a time means must keep rows apart, the others must not.
// A condition that is new has to be put on one of the sides.
func TestTraits(t *testing.T) {
	alike := []string{"Time", "Load", "Seismark", "Suites"} // the suite is a part of the cell
	base := testRun(t).Conditions
	sequence := Small()
	sequence.Want++
	changed := map[string]any{
		"Time": time.Now(), "Load": 3., "Seismark": "x", "Suites": []wssec.Suite{}, "Go": "x", "Versions": map[string]string{"seismark-stream": "x"},
		"GOOS": "x", "GOARCH": "x", "CPU": "x", "Cores": 64, "OS": "x", "Catalogue": "x", "ServerHeap": int64(1), "ClientHeap": int64(1),
		"Order": Interleave, "Placement": Free, "Transport": Net, "RSA": "x", "Sequences": []Sequence{sequence},
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Conditions]()) {
		c := base
		value, ok := changed[field.Name]
		if !ok {
			t.Fatalf("the condition %s is new: does it change what a time means?", field.Name)
		}
		reflect.ValueOf(&c).Elem().FieldByIndex(field.Index).Set(reflect.ValueOf(value))
		same := c.setting(signSmall()) == base.setting(signSmall())
		if want := slices.Contains(alike, field.Name); same != want {
			t.Errorf("%s: the setting is the same: %v, want %v", field.Name, same, want)
		}
	}
}

// underSetting is a run of one cell, with passes of so many milliseconds.
func underSetting(t *testing.T, change func(*Conditions), ms int, cells ...Cell) Run {
	r := Run{Conditions: Conditions{Load: -1, CPU: "x", Transport: Lean, RSA: "openssl", Versions: map[string]string{"seismark-stream": "v1"}}}
	change(&r.Conditions)
	for _, c := range cells {
		r.Passes = append(r.Passes, passes(t, c, ms, ms)...)
	}
	return r
}

func signFloorOf(d time.Duration) floor.Floor {
	return floor.Floor{Policy: "sign", Suite: "basic256sha256gcm", Sequence: "small", Times: floor.Times{Least: d}}
}

// TestApart keeps runs with two libraries apart, each over its own floor; plain, which has no keys, is one row, and
// both are normalized to it.
func TestApart(t *testing.T) {
	sign, plain := signSmall(), plainSmall("seismark-stream")
	a := underSetting(t, func(c *Conditions) {}, 600, sign)
	b := underSetting(t, func(c *Conditions) { c.RSA = "go" }, 1600, sign)
	a.Passes = append(a.Passes, passes(t, plain, 30)...)
	b.Passes = append(b.Passes, passes(t, plain, 20)...)
	a.Floors, b.Floors = []floor.Floor{signFloorOf(400 * time.Millisecond)}, []floor.Floor{signFloorOf(1280 * time.Millisecond)}
	list, err := Summarize([]Run{a, b}, PlainBaseline())
	if err != nil || len(list) != 3 {
		t.Fatalf("%d summaries, %v", len(list), err)
	}
	for i, want := range []struct {
		library      string
		passes       int
		floor, ratio float64
	}{{"", 2, 0, 1}, {"openssl", 2, 1.5, 30}, {"go", 2, 1.25, 80}} {
		s := list[i]
		if len(s.Apart) != 1 || s.Apart[0] != (Trait{"library", want.library, want.library}) || s.Passes != want.passes || !near(s.FloorRatio, want.floor) || !near(s.Normal.Best, want.ratio) || !near(s.Overhead.Best, want.ratio) {
			t.Errorf("summary %d is %+v", i, s)
		}
	}
	if g := Absolute(list); !slices.Equal(g.Head[:4], []string{"sequence", "policy", "library", "cold"}) || g.Names != 3 || g.Rows[0][2] != "-" || g.Rows[2][2] != "go" {
		t.Errorf("the table is %+v", g)
	}
	var b2 strings.Builder
	if err := WriteCSV(&b2, list); err != nil || !strings.Contains(b2.String(), ",status,library\n") || !strings.Contains(b2.String(), ",ok,openssl\n") {
		t.Errorf("%v: the CSV is %s", err, b2.String())
	}
}

// TestNotNormalized refuses ratios between cells of different settings, and says which.
func TestNotNormalized(t *testing.T) {
	sign, plain := signSmall(), plainSmall("seismark-stream")
	cxf := Cell{"cxf", "sign", sign.Suite, "small"}
	split := func(c *Conditions) { c.Placement, c.ServerHeap = Split, 64<<20 }
	same := func(*Conditions) {}
	newer := func(c *Conditions) { c.Versions = map[string]string{"seismark-stream": "v2"} }
	for _, c := range []struct {
		baseline string
		runs     []Run
		want     []string // of the last summary
		ratio    float64
	}{
		{"policy=plain", []Run{underSetting(t, same, 10, plain), underSetting(t, same, 30, sign)}, nil, 3},
		{"policy=plain", []Run{underSetting(t, same, 10, plain), underSetting(t, split, 30, sign)},
			[]string{"not normalized, as the baseline has another setting (server heap unknown, here 64MiB; placement free, here split): measure both in one run"}, 0},
		{"policy=plain", []Run{underSetting(t, same, 10, plain), underSetting(t, newer, 30, sign)},
			[]string{"not normalized, as the baseline has another setting (version v1, here v2): measure both in one run"}, 0},
		// Another stack has other versions; two versions of the baseline are one too many.
		{"stack=seismark-stream", []Run{underSetting(t, same, 10, sign), underSetting(t, same, 30, cxf)}, nil, 3},
		{"stack=seismark-stream", []Run{underSetting(t, same, 10, sign), underSetting(t, newer, 20, sign), underSetting(t, same, 30, cxf)},
			[]string{"not normalized, as there are several baselines (version v1 and v2): report their files one by one"}, 0},
		{"stack=seismark-stream", []Run{underSetting(t, same, 10, sign), underSetting(t, func(c *Conditions) { c.RSA = "go" }, 30, cxf)},
			[]string{"not normalized, as the baseline has another setting (library openssl, here go): measure both in one run"}, 0},
	} {
		var b Baseline
		if err := b.Set(c.baseline); err != nil {
			t.Fatal(err)
		}
		list, err := Summarize(c.runs, b)
		if err != nil {
			t.Fatal(err)
		}
		s := list[len(list)-1]
		warnings := slices.DeleteFunc(s.Warnings, func(w string) bool { return strings.HasPrefix(w, "too few") })
		if !slices.Equal(warnings, c.want) && len(warnings)+len(c.want) > 0 || !near(s.Normal.Best, c.ratio) {
			t.Errorf("%s: %q, %v; want %q, %v", c.baseline, warnings, s.Normal.Best, c.want, c.ratio)
		}
	}
}

// TestShortTexts keeps what is short, leaves out what brackets add, and gives letters where that would not do.
func TestShortTexts(t *testing.T) {
	for _, c := range []struct{ values, want []string }{
		{[]string{"free", "split", ""}, []string{"free", "split", ""}},
		{[]string{"openssl (OpenSSL 3.0.22 25 Aug 2026)", "go"}, []string{"openssl", "go"}},
		{[]string{"openssl (OpenSSL 3.0.22)", "", "openssl (OpenSSL 3.5.1)"}, []string{"A", "", "B"}},
		{[]string{"Debian GNU/Linux 12, Linux 6.18", "x"}, []string{"A", "B"}},
	} {
		short := shortTexts(c.values)
		for i, v := range c.values {
			if short[v] != c.want[i] {
				t.Errorf("%q of %q is %q, want %q", v, c.values, short[v], c.want[i])
			}
		}
	}
	if got := lettered(0) + lettered(25) + lettered(26) + lettered(52) + lettered(702); got != "AZAABAAAA" {
		t.Errorf("letters are %s", got)
	}
}

// TestLetters explains in the legend what stands in a table for a long value.
func TestLetters(t *testing.T) {
	long := func(c *Conditions) { c.OS = "Debian GNU/Linux 12, Linux 6.18" }
	runs := []Run{underSetting(t, func(c *Conditions) { c.OS = "x" }, 10, signSmall()), underSetting(t, long, 20, signSmall())}
	list, err := Summarize(runs, Baseline{})
	if err != nil {
		t.Fatal(err)
	}
	if g := Absolute(list); g.Head[2] != "os" || g.Rows[0][2] != "A" || g.Rows[1][2] != "B" {
		t.Errorf("the table is %+v", g)
	}
	if legend := Legend(runs, list); !slices.Equal(legend[:2], []string{"os A: x", "os B: Debian GNU/Linux 12, Linux 6.18"}) {
		t.Errorf("the legend is %q", legend)
	}
}

// TestLibraryOfSuite reads a library for each suite, and one for all.
func TestLibraryOfSuite(t *testing.T) {
	for _, c := range []struct{ rsa, suite, want string }{
		{"openssl (OpenSSL 3.0.22 25 Aug 2026)", "basic256sha256gcm", "openssl (OpenSSL 3.0.22 25 Aug 2026)"},
		{"basic256sha256gcm openssl (OpenSSL 3), ecdsa-p256-ecdh-aes128gcm go", "basic256sha256gcm", "openssl (OpenSSL 3)"},
		{"basic256sha256gcm openssl (OpenSSL 3), ecdsa-p256-ecdh-aes128gcm go", "ecdsa-p256-ecdh-aes128gcm", "go"},
		{"openssl", "none", ""},
		{"", "basic256sha256gcm", ""},
	} {
		conditions := Conditions{RSA: c.rsa}
		if got := conditions.library(Cell{Suite: c.suite}); got != c.want {
			t.Errorf("%s of %s is %q, want %q", c.suite, c.rsa, got, c.want)
		}
	}
}

// TestFloorGridsApart shows floors of two libraries in tables of their own, plain with both, and the lesser of two.
func TestFloorGridsApart(t *testing.T) {
	run := func(library string, sign, plain time.Duration) Run {
		p := floor.Floor{Policy: "plain", Suite: "none", Sequence: "small", Times: floor.Times{Least: plain}}
		return Run{Conditions: Conditions{RSA: library, Order: Block}, Floors: []floor.Floor{p, signFloorOf(sign)}}
	}
	ms := time.Millisecond
	grids := FloorGrids([]Run{run("openssl", 400*ms, 12*ms), run("go", 1300*ms, 10*ms), run("openssl", 500*ms, 11*ms)})
	if len(grids) != 2 {
		t.Fatalf("%d tables: %+v", len(grids), grids)
	}
	for i, want := range []string{"openssl 10.0 400.0", "go 10.0 1300"} {
		library, row, _ := strings.Cut(want, " ")
		if g := grids[i]; !strings.HasPrefix(g.Title, "Floor of small, suite basic256sha256gcm, library "+library+": ") || strings.Join(g.Rows[0][2:], " ") != row {
			t.Errorf("table %d is %+v", i, g)
		}
	}
}
