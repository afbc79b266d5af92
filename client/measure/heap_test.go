package measure

import (
	"slices"
	"strings"
	"testing"
)

// TestFindHeapsWithoutLimit does not search the heap of a process whose command has no {heap}, nor give it a number.
// The fake server lives with any.
func TestFindHeapsWithoutLimit(t *testing.T) {
	p := fakePlan(t, "", "plain")
	client := &p.Stacks[0].Client.Command
	at := slices.IndexFunc(*client, func(w Text) bool { return w.text == "--heap" })
	*client = slices.Delete(*client, at, at+2)
	p.ServerHeap = 4 << 20
	run := new(Run)
	var told []string
	if err := p.FindHeaps(t.Context(), run, func(now Progress) { told = append(told, now.Doing) }); err != nil {
		t.Fatal(err)
	}
	if want := (Heap{p.Cells()[0], 1, NoLimit}); len(run.Heaps) != 1 || run.Heaps[0] != want {
		t.Errorf("found %+v, lost %v, want %+v", run.Heaps, run.Losses, want)
	}
	if probes := slices.DeleteFunc(told, func(text string) bool { return !strings.HasPrefix(text, "heap search") }); len(probes) > 4 {
		t.Errorf("%d probes, 3 are enough for the server's 4 MiB and the first: %q", len(probes), probes)
	}
}
