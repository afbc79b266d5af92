package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// writeUsage is what --help tells after the description of a verb, in 80 columns.
func writeUsage(cmd *cobra.Command) error {
	var b strings.Builder
	if cmd.HasAvailableSubCommands() {
		verb := "VERB"
		if doesByItself(cmd) {
			verb = "[VERB]"
		}
		fmt.Fprintf(&b, "Usage: %s %s [flags]\n\nVerbs:\n", cmd.CommandPath(), verb)
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-*s %s\n", cmd.NamePadding(), c.Name(), c.Short)
			}
		}
	} else {
		fmt.Fprintf(&b, "Usage: %s\n", cmd.UseLine())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", strings.Trim(cmd.Example, "\n"))
	}
	fmt.Fprintf(&b, "\nFlags:\n%s", plainSwitches(cmd.Flags()).FlagUsagesWrapped(80))
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n%s VERB --help tells more.\n", cmd.CommandPath())
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), b.String())
	return err
}

// doesByItself reports whether a command with verbs does something without one: it has settings.
func doesByItself(cmd *cobra.Command) bool {
	some := false
	visitSettings(cmd, func(*pflag.Flag) { some = true })
	return some
}

// plainSwitches copies flags so that their usage shows --json where pflag would show --json[=true|false].
func plainSwitches(flags *pflag.FlagSet) *pflag.FlagSet {
	plain := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.VisitAll(func(f *pflag.Flag) {
		c := *f
		if f.Value.Type() == "bool" {
			c.Value = boolSwitch{f.Value}
		}
		plain.AddFlag(&c)
	})
	return plain
}

// boolSwitch is a bool flag under the other name that pflag has for flags without a value.
type boolSwitch struct{ pflag.Value }

func (boolSwitch) IsBoolFlag() bool { return true }
func (boolSwitch) Type() string     { return "boolfunc" }

// newHelp is "seismark help VERB", the same as "seismark VERB --help".
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:               "help [VERB]",
		Short:             "Tell about a verb",
		ValidArgsFunction: verbWords,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return unknownVerb(about, rest[0])
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
