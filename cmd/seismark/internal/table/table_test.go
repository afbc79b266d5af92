package table

import (
	"strings"
	"testing"

	"seismark/client/measure"
)

func grid() measure.Grid {
	return measure.Grid{Title: "Milliseconds", Head: []string{"sequence", "policy", "best", "interval"}, Names: 2,
		Rows: [][]string{{"small", "plain", "26.9", "26.9-31.0"}, {"small", "signencr", "12026.9", "-"}}}
}

// TestDraw holds a grid to the letter where there is room, where there is just enough, and in two parts.
func TestDraw(t *testing.T) {
	const whole = `Milliseconds
 sequence  policy       best   interval 
────────────────────────────────────────
 small     plain        26.9  26.9-31.0 
 small     signencr  12026.9          - 
`
	const parted = `Milliseconds
 sequence  policy       best 
─────────────────────────────
 small     plain        26.9 
 small     signencr  12026.9 

 sequence  policy     interval 
───────────────────────────────
 small     plain     26.9-31.0 
 small     signencr          - 
`
	for width, want := range map[int]string{0: whole, 40: whole, 39: parted, 5: parted} {
		var b strings.Builder
		if err := Draw(&b, grid(), width); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("at %d columns it is\n%s\nwant\n%s", width, b.String(), want)
		}
	}
}

func TestDrawNothing(t *testing.T) {
	g := grid()
	g.Rows = nil
	var b strings.Builder
	if err := Draw(&b, g, 39); err != nil || !strings.Contains(b.String(), "interval") {
		t.Errorf("%v: %s", err, b.String())
	}
}

// TestLegend breaks at words, counts letters and not octets, and leaves a long word whole.
func TestLegend(t *testing.T) {
	var b strings.Builder
	lines := []string{"fits into 20 columns", "does not fit into 20 columns", "größe größe größe gr", "a-word-of-more-than-20-columns stays"}
	if err := Legend(&b, lines, 20); err != nil {
		t.Fatal(err)
	}
	want := `fits into 20 columns
does not fit into 20
    columns
größe größe größe gr
a-word-of-more-than-20-columns
    stays
`
	if b.String() != want {
		t.Errorf("legend is\n%s\nwant\n%s", b.String(), want)
	}
}
