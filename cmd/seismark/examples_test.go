package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestExamples parses every command line of the README and of the help texts: its verb, flags and arguments
// must be ones that there are.
func TestExamples(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := indented.FindAllString(strings.ReplaceAll(string(readme), "\\\n", " "), -1)
	for _, cmd := range leaves(newRoot()) {
		lines = append(lines, strings.Split(strings.ReplaceAll(cmd.Example, "\\\n", " "), "\n")...)
	}
	count := 0
	for _, line := range lines {
		for _, args := range commandsOf(line) {
			if err := parses(args); err != nil {
				t.Errorf("%s: %v", strings.TrimSpace(line), err)
			}
			count++
		}
	}
	if count < 40 {
		t.Errorf("only %d command lines were found", count)
	}
}

// indented is a line of code of the README.
var indented = regexp.MustCompile(`(?m)^    .*$`)

// commandsOf gives the arguments of each seismark of a shell's line.
func commandsOf(line string) [][]string {
	var commands [][]string
	line, _, _ = strings.Cut(line, " # ")
	line = strings.ReplaceAll(line, "'", "")
	for _, part := range regexp.MustCompile(`\||&&|;|<\(|\)`).Split(line, -1) {
		part, _, _ = strings.Cut(part, ">")
		part, _, _ = strings.Cut(part, " < ")
		words := strings.Fields(part)
		for len(words) > 0 && strings.Contains(words[0], "=") {
			words = words[1:]
		}
		if len(words) > 0 && words[0] == "seismark" {
			commands = append(commands, words[1:])
		}
	}
	return commands
}

func parses(args []string) error {
	root := newRoot()
	root.InitDefaultCompletionCmd(args...)
	cmd, rest, err := root.Find(args)
	if err != nil {
		return err
	}
	if err := cmd.ParseFlags(rest); err != nil {
		return flagError(cmd, err)
	}
	if cmd.HasSubCommands() && !doesByItself(cmd) {
		return unknownVerb(cmd, strings.Join(args, " "))
	}
	return cmd.ValidateArgs(cmd.Flags().Args())
}
