package main

// How seismark speaks.
//
// Tables and data go to stdout and nothing else does, so that a pipe gets what it asked for. Progress,
// errors and hints go to stderr. An error is one line, "seismark: error: what at where: why", in lower
// case; where there is a way out, a line "seismark: hint: ..." follows that says it, best as a command to
// copy. A wrong flag is answered by the nearest right one, never by the whole usage. No exclamation marks,
// no emoji, no colour but a red "error" and a yellow "hint" on a terminal that does not set NO_COLOR.
// Progress bars are drawn on a terminal only; elsewhere a line is written for what is worth one.
// A password is never printed.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// voice writes to stderr.
type voice struct {
	w        io.Writer
	terminal bool
	colour   bool
}

func newVoice(w io.Writer) voice {
	f, ok := w.(*os.File)
	terminal := ok && term.IsTerminal(int(f.Fd()))
	return voice{w, terminal, terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// columns is the width of the terminal that w writes to, zero where it is none.
func columns(w io.Writer) int {
	if o, ok := w.(*output); ok {
		w = o.w
	}
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 0
}

const (
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	reset  = "\x1b[0m"
)

// say writes a line of progress.
func (v voice) say(format string, args ...any) {
	fmt.Fprintf(v.w, "seismark: "+format+"\n", args...)
}

func (v voice) hint(format string, args ...any) { v.say(v.paint(yellow, "hint:")+" "+format, args...) }

// tell writes an error and its hints, errors that were joined each for itself. It does nothing for nil.
func (v voice) tell(err error) {
	if err == nil {
		return
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok && errors.Join(many.Unwrap()...).Error() == err.Error() {
		for _, e := range many.Unwrap() {
			v.tell(e)
		}
		return
	}
	v.say("%s %s", v.paint(red, "error:"), printable(err.Error()))
	for h := (*hintError)(nil); errors.As(err, &h); err = h.err {
		v.hint("%s", h.text)
	}
}

func (v voice) paint(colour, word string) string {
	if !v.colour {
		return word
	}
	return colour + word + reset
}

// printable escapes what could make a terminal do other than print: messages and certificates come from
// strangers.
func printable(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case r == '\n' || unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		text = text[n:]
	}
	return b.String()
}

// hintError is an error with a way out.
type hintError struct {
	err  error
	text string
}

func (e *hintError) Error() string { return e.err.Error() }
func (e *hintError) Unwrap() error { return e.err }

// hint adds a way out to an error. The outer hint is told first.
func hint(err error, format string, args ...any) error {
	return &hintError{err, fmt.Sprintf(format, args...)}
}
