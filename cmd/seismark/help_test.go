package main

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpWidth holds every help text to 80 columns, but for what stands in it as one word.
func TestHelpWidth(t *testing.T) {
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			check(c)
		}
		var b strings.Builder
		cmd.SetOut(&b)
		if err := cmd.Help(); err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns: %s", cmd.CommandPath(), n, line)
			}
		}
	}
	check(newRoot())
}

// TestDefaultURL holds the help texts to the address that is called.
func TestDefaultURL(t *testing.T) {
	address, _, err := remote{}.endpoint(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"query", "drive"} {
		cmd, _, err := newRoot().Find([]string{verb})
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(cmd.Long)
		if !slices.Contains(words, strings.TrimSuffix(address, "plain")) || words[len(words)-1] != "plain." {
			t.Errorf("%s: %s is not in %q", verb, address, cmd.Long)
		}
	}
}
