package table

import (
	"os"
	"strings"
	"testing"

	"seismark/client/measure"
)

func TestLook(t *testing.T) {
	Draw(os.Stdout, measure.Grid{Title: "Milliseconds", Head: []string{"sequence", "policy", "best", "interval"}, Names: 2,
		Rows: [][]string{{"small", "plain", "26.9", "26.9-31.0"}, {"small", "signencr", "12026.9", "-"}}})
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
