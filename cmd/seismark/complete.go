package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"seismark/client/measure"
	"seismark/data"
	"seismark/wssec"
	"seismark/wssec/engines"
	"seismark/wssec/openssl"
)

// offerWords gives a shell the words that the flags and arguments of a verb can have. What is no file is not
// completed as one.
func offerWords(cmd *cobra.Command) {
	visitSettings(cmd, func(f *pflag.Flag) {
		name, _ := pflag.UnquoteUsage(f)
		_, list := f.Value.(pflag.SliceValue)
		words := flagWords(cmd, f.Name)
		switch {
		case f.Name == "stacks":
			cmd.RegisterFlagCompletionFunc(f.Name, stackWords)
		case list && words != nil:
			cmd.RegisterFlagCompletionFunc(f.Name, listed(words, false))
		case words != nil:
			cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		case name != "FILE" && name != "FOLDER":
			cmd.RegisterFlagCompletionFunc(f.Name, cobra.NoFileCompletions)
		}
	})
	if cmd.ValidArgsFunction == nil && !strings.Contains(cmd.Use, "FILE") {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
}

// flagWords are the words that a flag chooses from, nil where it takes others.
func flagWords(cmd *cobra.Command, flag string) []string {
	switch flag {
	case "policy", "policies":
		return policyList()
	case "suite":
		return namesOf(wssec.Suites(), wssec.Suite.String)
	case "sequence", "sequences":
		return namesOf(measure.Sequences(), func(s measure.Sequence) string { return s.Name })
	case "engine":
		return engines.Names()
	case "rsa":
		return openssl.Modes()
	case "role":
		return []string{"client", "server"}
	case "order":
		return namesOf([]measure.Order{measure.Interleave, measure.Block}, measure.Order.String)
	case "placement":
		return namesOf([]measure.Placement{measure.Free, measure.Shared, measure.Split}, measure.Placement.String)
	case "transport":
		return []string{"net", "lean"}
	case "baseline":
		return append([]string{"policy=plain"}, namesOf(ownStacks(), func(s string) string { return "stack=" + s })...)
	case "format":
		if cmd.Name() == "query" {
			return strings.Split(quakeFormatNames(), ", ")
		}
		return namesOf(data.Formats(), func(f data.Format) string { return f.Name })
	}
	return nil
}

// stackWords completes the names of stacks, those in the folder of other people's too.
func stackWords(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	folder, _ := cmd.Flags().GetString("peers")
	others, _ := measure.Peers(peersFolder(folder)) // what is wrong with them is told where they are used
	words := append(ownStacks(), namesOf(others, func(s measure.Stack) string { return s.Name })...)
	return listed(words, true)(cmd, args, typed)
}

// listed completes the last word of a list with commas, by those that are not in it yet.
func listed(words []string, orFile bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndex(typed, ",")+1]
		var offers []string
		for _, w := range words {
			if !slices.Contains(strings.Split(before, ","), w) && strings.HasPrefix(before+w, typed) {
				offers = append(offers, before+w)
			}
		}
		if orFile && len(offers) == 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return offers, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// verbWords completes the words that name a verb.
func verbWords(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	about, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return verbNames(about), cobra.ShellCompDirectiveNoFileComp
}
