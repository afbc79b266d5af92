package measure

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Command is a program and its arguments, with placeholders. No shell is in between.
type Command []Text

// Text is a text with placeholders, {name}, and where it stands. Other braces mean themselves.
type Text struct {
	text string
	line int
}

// UnmarshalYAML keeps the line.
func (t *Text) UnmarshalYAML(node *yaml.Node) error {
	t.line = node.Line
	return node.Decode(&t.text)
}

// The placeholders. Paths are absolute, the heap is in bytes, {policy} and {suite} are the stack's words.
var (
	commonWords = []string{"seismark", "dir"} // path of this program, folder of the stack's file
	sideWords   = append([]string{"heap", "policy", "suite", "keys", "catalogue", "user", "password", "rsa", "transport",
		"quakes", "regions", // files of the catalogue, see handouts; {catalogue} is empty for the built-in one
		"cpuprofile", "memprofile", "trace"}, commonWords...) // of profiles
	serverWords = append([]string{"port"}, sideWords...)
	clientWords = append([]string{
		"url", "sequence", "passes", // those it may be asked for, the cold one included
		"calls", "skip", "seed", "fraction", "start", "end", "queries", // of the sequence; {queries} is a file
	}, sideWords...)
)

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// check refuses placeholders that are not known.
func (c Command) check(known []string) error {
	for _, t := range c {
		for _, p := range placeholder.FindAllString(t.text, -1) {
			if !slices.Contains(known, p[1:len(p)-1]) {
				return fmt.Errorf(":%d: no placeholder %s: choose from {%s}", t.line, p, strings.Join(known, "}, {"))
			}
		}
	}
	return nil
}

// uses reports whether a command has a placeholder.
func (c Command) uses(word string) bool {
	return slices.ContainsFunc(c, func(t Text) bool { return strings.Contains(t.text, "{"+word+"}") })
}

// fill puts values in the place of placeholders.
func (c Command) fill(values map[string]string) []string {
	words := make([]string, len(c))
	for i, t := range c {
		words[i] = t.fill(values)
	}
	return words
}

func (t Text) fill(values map[string]string) string {
	return placeholder.ReplaceAllStringFunc(t.text, func(p string) string { return values[p[1:len(p)-1]] })
}

// UnmarshalYAML takes a text or {command: [...]}.
func (v *Version) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		return node.Decode(&v.Fixed)
	}
	var c struct {
		Command Command              `yaml:"command"`
		Other   map[string]yaml.Node `yaml:",inline"`
	}
	if err := node.Decode(&c); err != nil {
		return err
	}
	for field, value := range c.Other {
		return fmt.Errorf("line %d: field %s not found: write the version itself, or {command: [...]}", value.Line, field)
	}
	v.Command = c.Command
	return nil
}
