package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// noArgs is for a verb that takes no arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// oneArg is for a verb that takes exactly one argument, name in the messages.
func oneArg(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s: %s is missing", cmd.CommandPath(), name)
		}
		return upTo(1)(cmd, args)
	}
}

// someArgs is for a verb that takes at least one argument, name in the messages.
func someArgs(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s: %s is missing", cmd.CommandPath(), name)
		}
		return nil
	}
}

// upTo is for a verb that takes at most n arguments.
func upTo(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usagef("%s: one argument too many: %q", cmd.CommandPath(), args[n])
		}
		return nil
	}
}

// group makes a command that only holds verbs.
func group(cmd *cobra.Command, verbs ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(verbs...)
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownVerb(cmd, args[0])
		}
		return hint(usagef("%s: a verb is missing", cmd.CommandPath()), "choose from %s", strings.Join(verbNames(cmd), ", "))
	}
	return cmd
}

func unknownVerb(cmd *cobra.Command, word string) error {
	err := usagef("%s has no verb %q", cmd.CommandPath(), word)
	if near := nearest(word, verbNames(cmd)); near != "" {
		return hint(err, "did you mean %s %s?", cmd.CommandPath(), near)
	}
	return hint(err, "choose from %s", strings.Join(verbNames(cmd), ", "))
}

func verbNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// flagError says a flag parser's error in our words, with the flag that was perhaps meant.
func flagError(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		without *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
		number  *strconv.NumError
	)
	switch {
	case cmd.HasSubCommands() && cmd.Flags().NArg() > 0:
		return unknownVerb(cmd, cmd.Flags().Arg(0))
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	case errors.As(err, &without):
		return usagef("--%s: its value is missing", without.GetFlag().Name)
	case errors.As(err, &invalid) && errors.As(err, &number):
		return usagef("--%s %q: must be an integer", invalid.GetFlag().Name, number.Num)
	case errors.As(err, &invalid):
		return usagef("--%s %q: %w", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	return exit(exitUsage, err)
}

func unknownFlag(cmd *cobra.Command, e *pflag.NotExistError) error {
	word := e.GetSpecifiedName()
	var near string
	if e.GetSpecifiedShortnames() != "" {
		word = "-" + word
	} else {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		word, near = "--"+word, nearest(word, names)
	}
	err := usagef("%s has no flag %s", cmd.CommandPath(), word)
	if near != "" {
		return hint(err, "did you mean --%s?", near)
	}
	return hint(err, "%s --help tells its flags", cmd.CommandPath())
}

// nearest is the name that a mistyped word was perhaps meant to be, or "".
func nearest(word string, names []string) string {
	best, least := "", 1+len(word)/3
	for _, n := range names {
		if d := distance(word, n); d <= least {
			best, least = n, d-1
		}
	}
	return best
}

// distance is the number of letters to insert, delete or replace to make b of a (Levenshtein 1966).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
