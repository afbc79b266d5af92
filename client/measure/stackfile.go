package measure

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"seismark/configs"
	"seismark/wssec"
)

// OwnStacks gives the stacks of our engines, whose files are embedded.
func OwnStacks() ([]Stack, error) {
	files := configs.Stacks()
	names, err := fs.Glob(files, "*.yaml")
	if err != nil {
		return nil, err
	}
	var list []Stack
	for _, name := range names {
		s, err := LoadStack(files, name, "")
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// LoadStack reads a stack's file from a file system; dir is where its commands run.
func LoadStack(fsys fs.FS, file, dir string) (Stack, error) {
	shown := path.Join(dir, file)
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		if at := (*fs.PathError)(nil); errors.As(err, &at) {
			err = at.Err // its path is short of dir
		}
		return Stack{}, fmt.Errorf("measure: stack %s: %w", shown, err)
	}
	s := Stack{Dir: dir}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&s); err != nil {
		return Stack{}, fmt.Errorf("measure: stack %s%w", shown, yamlError(err))
	}
	if err := s.check(); err != nil {
		return Stack{}, fmt.Errorf("measure: stack %s%w", shown, err)
	}
	return s, nil
}

// stackName is what a stack may be called: its name is a part of benchmark names and file names.
var stackName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func (s *Stack) check() (err error) {
	if s.Heap.Message != "" {
		if s.Heap.message, err = regexp.Compile(s.Heap.Message); err != nil {
			return fmt.Errorf(": heap: message: %w", err)
		}
	}
	for _, c := range []struct {
		wrong bool
		text  string
	}{
		{!stackName.MatchString(s.Name), fmt.Sprintf("name %q: write lower case letters, digits and hyphens", s.Name)},
		{!s.Serves() && !s.Drives(), "it plays no part: server: command and client: command are missing"},
		{!s.Serves() && (s.Server.Ready != Ready{} || s.Server.Path.text != ""), "server: command is missing"},
		{s.Serves() && (s.Server.Ready.Line == "") == (s.Server.Ready.HTTP == ""), "server: ready: give one of line and http"},
		{s.Serves() && !strings.HasPrefix(s.Server.Path.text, "/"), "server: path: begin it with /"},
		{len(s.Policies) == 0, "policies are missing"},
	} {
		if c.wrong {
			return errors.New(": " + c.text)
		}
	}
	return s.checkWords()
}

// checkWords refuses policies and suites that are not ours, and placeholders that a command has no value for.
func (s *Stack) checkWords() error {
	for name := range s.Policies {
		if _, err := wssec.PolicyNamed(name, wssec.SuiteNone); err != nil {
			return fmt.Errorf(": policies: %w", err)
		}
	}
	for name, word := range s.Suites {
		if name == every && word == every {
			continue
		}
		if err := new(wssec.Suite).Set(name); err != nil {
			return fmt.Errorf(": suites: %w", err)
		}
	}
	if err := s.checkWeaknesses(); err != nil {
		return err
	}
	for _, c := range []struct {
		where string
		texts Command
		known []string
	}{
		{"build: command", s.Build.Command, commonWords},
		{"version: command", s.Version.Command, commonWords},
		{"server: command", s.Server.Command, serverWords},
		{"server: path", Command{s.Server.Path}, []string{"policy", "suite"}},
		{"client: command", s.Client.Command, clientWords},
	} {
		if err := c.texts.check(c.known); err != nil {
			return fmt.Errorf("%w of %s", err, c.where)
		}
	}
	return nil
}

// checkWeaknesses refuses those that are none of the proof's, or say nothing.
func (s *Stack) checkWeaknesses() error {
	names := joined(forgeries(), func(f forgery) string { return f.name })
	for _, name := range slices.Sorted(maps.Keys(s.Weaknesses)) {
		switch {
		case !slices.ContainsFunc(forgeries(), func(f forgery) bool { return f.name == name }):
			return fmt.Errorf(": weaknesses: no bad message %q: choose from %s", name, names)
		case strings.TrimSpace(s.Weaknesses[name]) == "":
			return fmt.Errorf(": weaknesses: %s: say in a sentence why it is taken", name)
		}
	}
	return nil
}

// yamlLine is where a message of the decoder stands.
var yamlLine = regexp.MustCompile(`line (\d+): (.*?)( in type measure\.\w+)?$`)

// yamlError makes the decoder's first error one that follows a file name.
func yamlError(err error) error {
	text := err.Error()
	if many := (*yaml.TypeError)(nil); errors.As(err, &many) {
		text = many.Errors[0]
	}
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		return fmt.Errorf(":%s: %s", m[1], m[2])
	}
	return fmt.Errorf(": %s", text)
}
