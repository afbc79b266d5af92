package measure

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Peers reads the stacks of other people: every NAME/stack.yaml and NAME/stack-VARIANT.yaml of a folder, by the
// order of their paths. Files that cannot be read, or that give a name once more, are in the error; the others
// are there all the same.
func Peers(dir string) ([]Stack, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("measure: stacks of others: %w", err)
	}
	if _, err := os.ReadDir(dir); err != nil {
		return nil, fmt.Errorf("measure: stacks of others: %w", err)
	}
	own, err := OwnStacks()
	if err != nil {
		return nil, err
	}
	at := map[string]string{}
	for _, s := range own {
		at[s.Name] = "a stack of ours"
	}
	var list []Stack
	var wrong []error
	for _, path := range stackFiles(dir) {
		s, err := loadStackFile(path)
		if err == nil && at[s.Name] != "" {
			err = fmt.Errorf("measure: stack %s: the name %s is that of %s", path, s.Name, at[s.Name])
		}
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		at[s.Name] = path
		list = append(list, s)
	}
	return list, errors.Join(wrong...)
}

func stackFiles(dir string) []string {
	var files []string
	for _, pattern := range []string{"stack.yaml", "stack-*.yaml"} {
		found, err := filepath.Glob(filepath.Join(escaped(dir), "*", pattern))
		if err != nil {
			panic(err) // the pattern is a good one
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	return files
}

// escaped is a path in which a pattern's own letters mean themselves.
func escaped(path string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(path)
}

// Peer is the folder's name of a stack of other people: all that one build makes.
func (s *Stack) Peer() string { return filepath.Base(s.Dir) }

// FindStack finds one of ours by its name, one of other people in the folder peers by its name, or reads the file
// at a path. Where there is no folder there are no others.
func FindStack(name, peers string) (Stack, error) {
	if strings.ContainsAny(name, "/\\.") {
		return loadStackFile(name)
	}
	own, err := OwnStacks()
	if err != nil {
		return Stack{}, err
	}
	named := func(s Stack) bool { return s.Name == name }
	if i := slices.IndexFunc(own, named); i >= 0 {
		return own[i], nil
	}
	others, wrong := Peers(peers)
	if i := slices.IndexFunc(others, named); i >= 0 {
		return others[i], nil
	}
	stack := func(s Stack) string { return s.Name }
	text := fmt.Sprintf("measure: no stack %q: choose from %s", name, joined(append(own, others...), stack))
	switch {
	case errors.Is(wrong, os.ErrNotExist):
		text += fmt.Sprintf(" (there is no folder %s of others)", peers)
	case wrong != nil:
		text += ", or mend " + strings.ReplaceAll(wrong.Error(), "\n", "; ")
	}
	return Stack{}, errors.New(text + ", or give the path of a stack.yaml")
}

// loadStackFile reads a stack's file at a path.
func loadStackFile(path string) (Stack, error) {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return Stack{}, fmt.Errorf("measure: stack %s: %w", path, err)
	}
	return LoadStack(os.DirFS(dir), filepath.Base(path), dir)
}
