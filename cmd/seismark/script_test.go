package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScript runs the files of testdata/script: what a person types and sees. Besides testscript's own
// commands and conditions they have
//
//	exits CODE COMMAND...   run a command that must end with that exit code
//	service, stop, get      see withServices
//	[shared]                the samples beside the repository are there, at $SHARED
func TestScript(t *testing.T) {
	shared, err := filepath.Abs("../../../shared")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("SHARED", shared)
			env.Setenv("SEISMARK_KINDS", "p256") // RSA keys of 4096 bits take seconds
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, ".config"))
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "shared" {
				return false, errors.New("unknown condition " + name)
			}
			_, err := os.Stat(shared)
			return err == nil, nil
		},
		Cmds: withServices(commands{"exits": exits}),
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		e := (*exec.ExitError)(nil)
		if !errors.As(err, &e) {
			ts.Fatalf("%v", err)
		}
		got = e.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
