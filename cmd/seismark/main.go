package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

func main() { os.Exit(seismark(os.Args[1:])) }

// seismark runs a command line and gives its exit code.
func seismark(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	// Asking for the signal makes a write to a closed pipe an error instead of the end of the process.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)

	out := &output{w: os.Stdout}
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(&input{ctx, os.Stdin})
	root.SetOut(out)
	root.SetErr(os.Stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = out.err
	}
	err = interrupted(ctx, err)
	if onlyPipe(err) {
		return exitPipe // who closed it knows
	}
	newVoice(os.Stderr).tell(err)
	return codeOf(err)
}

// errPipe is that nobody reads stdout any more.
var errPipe = errors.New("nobody reads stdout")

// onlyPipe reports whether nothing else went wrong.
func onlyPipe(err error) bool {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		return !slices.ContainsFunc(several.Unwrap(), func(e error) bool { return !onlyPipe(e) })
	}
	return errors.Is(err, errPipe)
}

// output is stdout; it keeps the first error, for verbs and libraries that do not look at theirs.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil {
		err = fmt.Errorf("writing to stdout: %w", cause(err))
		if errors.Is(err, syscall.EPIPE) {
			err = errPipe
		}
		if o.err == nil {
			o.err = err
		}
	}
	return n, err
}

// input is stdin; an interrupt ends a read that waits.
type input struct {
	ctx context.Context
	r   io.Reader
}

func (i *input) Read(p []byte) (int, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data := make([]byte, len(p)) // not p, which is the caller's again after an interrupt
		n, err := i.r.Read(data)
		done <- result{data[:n], err}
	}()
	select {
	case got := <-done:
		return copy(p, got.data), got.err
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	}
}
