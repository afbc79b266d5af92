package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts run this test binary as the command.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"seismark": main})
}
