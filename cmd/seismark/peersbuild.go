package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seismark/client/measure"
)

func newPeersBuild(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "build NAME...|all",
		Short: "Build other people's stacks",
		Long: `Builds stacks of other people in their folders, by the tools that they use
themselves: Maven, make, pip or npm, which download what they need. NAME is that
of a stack or of its folder, which may hold several that are built at once.`,
		Example: `  seismark peers build cxf
  seismark peers build all --verbose`,
		Args: someArgs("NAME"),
		RunE: func(cmd *cobra.Command, names []string) error {
			var o struct {
				Peers   string
				Verbose bool
			}
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			stacks, wrong := stacksIn(peersFolder(o.Peers))
			folders, err := choose(stacks, names)
			if err != nil {
				return errors.Join(err, wrong)
			}
			v := newVoice(cmd.ErrOrStderr())
			return errors.Join(buildAll(cmd.Context(), folders, o.Verbose, v), wrong)
		},
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			named, _ := cmd.Flags().GetString("peers")
			stacks, _ := measure.Peers(peersFolder(named))
			words := append([]string{"all"}, namesOf(stacks, func(s measure.Stack) string { return s.Peer() })...)
			return slices.Compact(words), cobra.ShellCompDirectiveNoFileComp
		},
	}
	peersFlag(cmd.Flags())
	cmd.Flags().Bool("verbose", false, "show what the builds print as they print it")
	return cmd
}

// choose gives the stacks to build that names stand for, one of each folder.
func choose(stacks []measure.Stack, names []string) ([]measure.Stack, error) {
	var chosen []measure.Stack
	for _, name := range names {
		found := false
		for _, s := range stacks {
			if name != "all" && name != s.Name && name != s.Peer() {
				continue
			}
			found = true
			if !slices.ContainsFunc(chosen, func(c measure.Stack) bool { return c.Dir == s.Dir }) {
				chosen = append(chosen, s)
			}
		}
		if !found {
			folders := slices.Compact(namesOf(stacks, func(s measure.Stack) string { return s.Peer() }))
			return nil, hint(usagef("peers build: there is no stack %q", name), "choose from %s", strings.Join(append(folders, "all"), ", "))
		}
	}
	return chosen, nil
}

// buildAll builds one after the other. One that fails does not keep the rest from it.
func buildAll(ctx context.Context, stacks []measure.Stack, verbose bool, v voice) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("where this program is: %w", err)
	}
	var failed []error
	for i := range stacks {
		doing := "building " + stacks[i].Peer()
		if len(stacks) > 1 {
			doing += fmt.Sprintf(" (%d of %d)", i+1, len(stacks))
		}
		if err := buildOne(ctx, &stacks[i], doing, program, verbose, v); err != nil {
			failed = append(failed, err)
		}
		if ctx.Err() != nil {
			return interrupted(ctx, ctx.Err())
		}
	}
	return errors.Join(failed...)
}

func buildOne(ctx context.Context, s *measure.Stack, doing, program string, verbose bool, v voice) error {
	if missing := s.Missing(); len(missing) > 0 {
		err := fmt.Errorf("peers build: %s needs %s, which this machine does not have", s.Peer(), strings.Join(missing, ", "))
		return installHint(err, measure.PackagesOf(missing))
	}
	var kept bytes.Buffer
	out := io.Writer(&kept)
	if verbose {
		out = v.w
	}
	began := time.Now()
	if verbose {
		v = voice{w: v.w} // no line that moves between those of the build
	}
	building := newSpinner(v, doing)
	err := s.Make(ctx, program, out)
	building.end()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		v.w.Write(kept.Bytes())
		err = fmt.Errorf("peers build: %w", err)
		if len(s.Build.Packages) > 0 {
			err = installHint(err, s.Build.Packages)
		}
		return err
	}
	v.say("built %s in %s", s.Peer(), span(time.Since(began)))
	return nil
}

// installHint tells how to get packages.
func installHint(err error, packages []string) error {
	return hint(err, "on Debian: apt-get install %s", strings.Join(packages, " "))
}
