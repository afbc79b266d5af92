package measure

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"seismark/wssec"
)

// TestCells lists them so that those of one comparison stand together, plain once for all suites.
func TestCells(t *testing.T) {
	p := Plan{
		Stacks: []Stack{{Name: "a"}, {Name: "b"}}, Policies: []string{"plain", "sign"}, Suites: wssec.Suites()[:2],
		Sequences: Sequences()[:1], Passes: 1,
	}
	var got []string
	for _, c := range p.Cells() {
		got = append(got, c.Stack+" "+c.Policy+" "+c.Suite)
	}
	want := []string{
		"a plain none", "b plain none",
		"a sign basic256sha256gcm", "b sign basic256sha256gcm",
		"a sign basic256sha256", "b sign basic256sha256",
	}
	if !slices.Equal(got, want) {
		t.Errorf("cells are %q, want %q", got, want)
	}
}

func TestPlanCheck(t *testing.T) {
	good := Plan{Stacks: []Stack{{Name: "a"}}, Policies: []string{"plain"}, Suites: wssec.Suites()[:1], Sequences: Sequences(), Passes: 1}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*Plan){
		"measure: plan: no stack":                                                     func(p *Plan) { p.Stacks = nil },
		"measure: plan: no policy":                                                    func(p *Plan) { p.Policies = nil },
		"measure: plan: no warm pass: one is the least":                               func(p *Plan) { p.Passes = 0 },
		`wssec: no policy "x": choose from plain, username, sign, signencr`:           func(p *Plan) { p.Policies = []string{"x"} },
		"measure: plan: stack=a/seq=small/policy=plain/suite=none stands there twice": func(p *Plan) { p.Policies = []string{"plain", "plain"} },
	} {
		p := good
		change(&p)
		if err := p.Check(); err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
}

func TestWaves(t *testing.T) {
	sizes := func(p Plan, jobs int) (list []int) {
		for _, wave := range p.waves(make([]job, jobs)) {
			list = append(list, len(wave))
		}
		return list
	}
	for _, c := range []struct {
		order         Order
		stacks, alive int
		jobs          int
		want          []int
	}{
		{Interleave, 1, 0, 8, []int{8}},
		{Interleave, 2, 0, 40, []int{16, 16, 8}},
		{Interleave, 3, 7, 12, []int{6, 6}}, // never parts the three
		{Interleave, 3, 1, 6, []int{3, 3}},  // not even where fewer are allowed
		{Block, 3, 7, 3, []int{1, 1, 1}},
	} {
		if got := sizes(Plan{Order: c.order, Alive: c.alive, Stacks: make([]Stack, c.stacks)}, c.jobs); !slices.Equal(got, c.want) {
			t.Errorf("%+v: waves of %v", c, got)
		}
	}
}

// TestBisect counts the tries: a search in 1024 takes ten, and a guess spares some.
func TestBisect(t *testing.T) {
	for _, c := range []struct {
		most, need, guess MiB
		tries             int
	}{
		{1024, 37, 512, 10}, {1024, 37, 40, 8}, {1024, 1, 512, 10}, {1024, 1024, 512, 10}, {1024, 37, 5000, 10}, {1, 1, 1, 0},
	} {
		tries := 0
		got, err := bisect(c.most, c.guess, func(n MiB) error {
			if tries++; n < c.need {
				return lose(Cell{}, HeapExceeded, "")
			}
			return nil
		})
		if err != nil || got != c.need || tries > c.tries {
			t.Errorf("%+v: found %d after %d tries, %v", c, got, tries, err)
		}
	}
	wrong := lose(Cell{}, WrongTotal, "")
	if _, err := bisect(100, 50, func(MiB) error { return wrong }); !errors.Is(err, error(wrong)) {
		t.Errorf("error is %v", err)
	}
}

func TestGauge(t *testing.T) {
	a, b := Cell{Stack: "a"}, Cell{Stack: "b"}
	g := newGauge()
	g.expect(a, 3)
	g.expect(b, 3)
	g.took(a, time.Second)
	if g.remaining() >= 0 {
		t.Error("there is an estimate before every cell had a pass")
	}
	g.took(b, 3*time.Second)
	if got := g.remaining(); got != 2*time.Second+6*time.Second {
		t.Errorf("left is %v, want 8s", got)
	}
	g.drop(b)
	if got := fmt.Sprint(g.remaining(), g.done, g.steps); got != "2s 2 4" {
		t.Errorf("left, done, steps are %s, want 2s 2 4", got)
	}
}

func TestLastLines(t *testing.T) {
	var l lastLines
	for i := range 7 {
		l.add(fmt.Sprint("line ", i))
	}
	if want := "line 2 | line 3 | line 4 | line 5 | line 6"; l.text() != want {
		t.Errorf("kept %q, want %q", l.text(), want)
	}
	for _, line := range []string{
		"java.io.IOException: refused", "\tat java.base/java.util.ResourceBundle.find(ResourceBundle.java:1722)", "\tat a.B.main(B.java:1)",
		"Caused by: java.lang.Error: why", "\t... 23 more", "    at Socket.<anonymous> (node:net:12:3)", "look at this", "at last",
	} {
		l.add(line)
	}
	if want := "line 6 | java.io.IOException: refused | Caused by: java.lang.Error: why | look at this | at last"; l.text() != want {
		t.Errorf("kept %q, want %q", l.text(), want)
	}
}

func TestCellText(t *testing.T) {
	c := signSmall()
	again, err := ParseCell(c.String())
	if err != nil || again != c {
		t.Errorf("%s is read as %s, %v", c, again, err)
	}
	if (Cell{"a", "b", "c", "d"}).String() == (Cell{"a", "c", "b", "d"}).String() {
		t.Error("two cells have one name")
	}
}
