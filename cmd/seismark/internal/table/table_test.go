package table

import (
	"os"
	"testing"

	"seismark/client/measure"
)

func TestLook(t *testing.T) {
	Draw(os.Stdout, measure.Grid{Title: "Milliseconds", Head: []string{"sequence", "policy", "best", "interval"}, Names: 2,
		Rows: [][]string{{"small", "plain", "26.9", "26.9-31.0"}, {"small", "signencr", "12026.9", "-"}}})
}
