package floor

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestDocs holds docs/floor.md to the list of items.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/floor.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.SplitSeq(string(text), "\n") {
		if strings.HasSuffix(line, "| calls |") || strings.HasSuffix(line, "| messages |") {
			rows++
		}
	}
	for _, i := range Names() {
		if row := fmt.Sprintf("| %s | %s |", i[0], i[1]); !strings.Contains(string(text), row) {
			t.Errorf("docs/floor.md has no row %s", row)
		}
	}
	if rows != len(Names()) {
		t.Errorf("docs/floor.md has %d items, there are %d", rows, len(Names()))
	}
}
