package main

import (
	"github.com/spf13/pflag"

	"seismark/client/measure"
)

// transportFlag takes how HTTP is spoken: net for openness where nothing is timed, lean where it is.
func transportFlag(f *pflag.FlagSet, usual measure.Transport) {
	f.Var(&usual, "transport", "how HTTP is spoken, a `TRANSPORT`: net (net/http), lean (plain messages without its goroutines)")
}
