package main

import (
	"cmp"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// origin tells where the value of a verb's setting comes from, in words for a person.
func (s *settings) origin(cmd *cobra.Command, f *pflag.Flag) string {
	if f.Changed {
		return "--" + f.Name
	}
	for _, name := range []string{variable(section(cmd) + "-" + f.Name), variable(f.Name)} {
		if os.Getenv(name) != "" {
			return name
		}
	}
	for _, key := range []string{section(cmd) + "." + f.Name, f.Name} {
		if s.file != "" && s.v.InConfig(key) {
			return s.file + ": " + key
		}
	}
	return "default"
}

// refuseUnknown names the keys of the file that are neither a flag nor a verb with such a flag.
func (s *settings) refuseUnknown(root *cobra.Command) error {
	known := knownSettings(root)
	for _, key := range slices.Sorted(slices.Values(s.v.AllKeys())) {
		if known[key] {
			continue
		}
		err := usagef("configuration %s: unknown key %s", s.file, key)
		if near := nearest(key, slices.SortedFunc(maps.Keys(known), cmp.Compare)); near != "" {
			return hint(err, "did you mean %s?", near)
		}
		return hint(err, "seismark config show tells all keys")
	}
	return nil
}

// warnUnknown tells of variables that look like settings and are none. They are no error: another program,
// or another version, may have them.
func warnUnknown(root *cobra.Command, v voice) {
	known := map[string]bool{variable("config"): true}
	var words []string // what a mistyped one is compared with
	for key := range knownSettings(root) {
		name := variable(strings.ReplaceAll(key, ".", "-"))
		known[name] = true
		words = append(words, strings.TrimPrefix(name, variable("")))
	}
	slices.Sort(words)
	for _, entry := range slices.Sorted(slices.Values(os.Environ())) {
		name, value, _ := strings.Cut(entry, "=")
		if value == "" || known[name] || !strings.HasPrefix(name, variable("")) {
			continue
		}
		text := "the variable " + name + " is no setting, and not used"
		if near := nearest(strings.TrimPrefix(name, variable("")), words); near != "" {
			text += "; did you mean " + variable(near) + "?"
		}
		v.say("%s", printable(text))
	}
}

// knownSettings are the keys that a file may have.
func knownSettings(root *cobra.Command) map[string]bool {
	known := map[string]bool{}
	for _, cmd := range leaves(root) {
		visitSettings(cmd, func(f *pflag.Flag) {
			known[strings.ToLower(f.Name)] = true
			known[section(cmd)+"."+strings.ToLower(f.Name)] = true
		})
	}
	return known
}

// leaves are the verbs that do something, in the order of the help text, without those of cobra.
func leaves(cmd *cobra.Command) []*cobra.Command {
	if cmd.Name() == "completion" || cmd.Name() == "help" {
		return nil
	}
	if !cmd.HasSubCommands() {
		return []*cobra.Command{cmd}
	}
	var all []*cobra.Command
	for _, c := range cmd.Commands() {
		all = append(all, leaves(c)...)
	}
	return all
}
