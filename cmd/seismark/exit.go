package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// The exit codes.
const (
	exitDone         = 0
	exitFailed       = 1
	exitUsage        = 2   // a wrong flag, argument or setting
	exitWrong        = 3   // wrong totals, or a stack died
	exitNotRefused   = 4   // a stack took a message that it must refuse
	exitRegression   = 10  // gate: slower than before
	exitInconclusive = 11  // gate: the passes do not tell
	exitInterrupted  = 130 // by a signal; what was done until then is written
	exitPipe         = 141 // nobody reads stdout any more, as where SIGPIPE ends a process
)

// exitError is an error with the exit code that it ends the process with.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// exit gives an error its exit code. An error without one is exitFailed.
func exit(code int, err error) error { return &exitError{code, err} }

// usagef is an error of use: exitUsage.
func usagef(format string, args ...any) error { return exit(exitUsage, fmt.Errorf(format, args...)) }

// interrupted is what becomes of an error that an interrupt by the user came to.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return exit(exitInterrupted, errors.New("interrupted"))
	}
	return err
}

// codeOf is the exit code for the outcome of a command.
func codeOf(err error) int {
	if err == nil {
		return exitDone
	}
	if e := (*exitError)(nil); errors.As(err, &e) {
		return e.code
	}
	return exitFailed
}

// cause is what is wrong with a file, without the call that found out and the file's name.
func cause(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// fileError names the file and what is wrong with it.
func fileError(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return fmt.Errorf("%s: %w", e.Path, e.Err)
	}
	return err
}
