package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"seismark/client/measure"
	"seismark/wssec"
	"seismark/wssec/keystore"
)

func peersFlag(f *pflag.FlagSet) {
	f.String("peers", "", "the `FOLDER` of other people's stacks (default ./peers, else peers beside the folder of this program)")
}

// peersFolder is the folder that was named, or else the one that there is.
func peersFolder(named string) string {
	const usual = "peers"
	if named != "" {
		return named
	}
	if _, err := os.Stat(usual); err != nil {
		if program, err := os.Executable(); err == nil {
			beside := filepath.Join(filepath.Dir(filepath.Dir(program)), usual)
			if _, err := os.Stat(beside); err == nil {
				return beside
			}
		}
	}
	return usual
}

// stacksNamed finds stacks by their names or paths. All of them are built.
func stacksNamed(names []string, peers string) ([]measure.Stack, error) {
	var list []measure.Stack
	for _, name := range names {
		s, err := measure.FindStack(name, peersFolder(peers))
		if err != nil {
			return nil, usagef("--stacks: %w", err)
		}
		if err := s.Built(); err != nil {
			return nil, hint(err, "seismark peers build %s", s.Peer())
		}
		list = append(list, s)
	}
	return list, nil
}

// javaKeys reports that the folder of keys has none that stacks in Java read, where there are such stacks.
func javaKeys(stacks []measure.Stack, policies []wssec.Policy, folder string) error {
	inJava := func(s measure.Stack) bool { return slices.Contains(s.Build.Needs, "java") }
	if !slices.ContainsFunc(stacks, inJava) || !slices.ContainsFunc(policies, secures) {
		return nil
	}
	keys, err := keystore.Open(folder)
	if err == nil {
		err = keys.JavaStores()
	}
	return remedied(err)
}
