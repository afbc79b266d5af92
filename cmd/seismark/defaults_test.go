package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"seismark/configs"
)

// uncommented is the commented configuration with all of its settings in force.
func uncommented(text string) string {
	setting := regexp.MustCompile(`(?m)^# ( *[a-z-]+:( .*)?)$`)
	var kept []string
	for _, line := range setting.FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(line[1], "seismark.yaml:") {
			kept = append(kept, line[1])
		}
	}
	return strings.Join(kept, "\n") + "\n"
}

// TestCommentedDefaults holds the commented configuration to the flags: every setting in it is one of a
// verb, and says the default.
func TestCommentedDefaults(t *testing.T) {
	text := uncommented(string(configs.Seismark()))
	var settings map[string]any
	if err := yaml.Unmarshal([]byte(text), &settings); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	file := filepath.Join(t.TempDir(), "seismark.yaml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	root := newRoot()
	root.SetArgs([]string{"config", "show", "--config", file})
	root.SetOut(new(strings.Builder))
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	for name, value := range settings {
		section, ok := value.(map[string]any)
		if !ok {
			checkDefault(t, "run", name, value)
			continue
		}
		for setting, value := range section {
			checkDefault(t, name, setting, value)
		}
	}
	if len(settings) < 7 {
		t.Errorf("only %d settings were found in\n%s", len(settings), text)
	}
}

// checkDefault sets a flag to a value and sees that this changes nothing.
func checkDefault(t *testing.T, verb, name string, value any) {
	t.Helper()
	cmd, _, err := newRoot().Find([]string{verb})
	if err != nil {
		t.Fatal(err)
	}
	f := cmd.Flags().Lookup(name)
	if f == nil {
		t.Errorf("%s has no flag --%s", verb, name)
		return
	}
	before := f.Value.String()
	out, err := yaml.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	word := strings.Trim(strings.TrimSpace(string(out)), `"'`)
	if list, ok := value.([]any); ok {
		var words []string
		for _, w := range list {
			words = append(words, w.(string))
		}
		word = strings.Join(words, ",")
	}
	if err := f.Value.Set(word); err != nil || f.Value.String() != before {
		t.Errorf("%s --%s is %s in the file and %s by default (%v)", verb, name, f.Value.String(), before, err)
	}
}
