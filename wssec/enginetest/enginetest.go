// Package enginetest holds the tests that every WS-Security engine must pass.
//
// Run runs them all against the engine that a constructor makes; Fuzz is the body of a fuzz target that
// holds any number of engines together. Config gives a configuration with keys of the tests' own.
//
// The messages are an engine's own, edited: much of a Security header is not signed, so that most layouts
// of other stacks come from moving its parts. What is signed can be signed anew by resign, which knows
// nothing of the engines.
package enginetest

import (
	"errors"
	"testing"

	"seismark/wssec"
)

// Maker makes the engine that is tested.
type Maker func(wssec.Config) (wssec.Engine, error)

// Run runs every test.
func Run(t *testing.T, m Maker) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, Maker)
	}{
		{"RoundTrip", roundTrip}, {"Reply", reply}, {"Payloads", payloads}, {"Direct", direct},
		{"Refusals", refusals}, {"Wrapping", wrapping}, {"Hostile", hostile}, {"Limits", limits}, {"Nodes", nodes}, {"Growth", growth}, {"Flood", flood},
		{"Clock", clock}, {"Timestamps", timestamps}, {"Login", login}, {"Signers", signers},
		{"Algorithms", algorithms}, {"Suites", suites}, {"Agreements", agreements}, {"Others", others}, {"CipherText", cipherText}, {"Oracle", oracle}, {"Unsigned", unsigned},
		{"Layouts", layouts}, {"PrefixLists", prefixLists}, {"Base64", base64Lines}, {"References", references}, {"Roles", roles},
		{"Written", written}, {"Confirmations", confirmations}, {"RequestKeys", requestKeys},
		{"EveryByte", everyByte}, {"Parallel", parallel}, {"Misconfigured", misconfigured}, {"Unsealable", unseals},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, m) })
	}
}

// engine makes one, or ends the test.
func engine(t testing.TB, m Maker, c wssec.Config) wssec.Engine {
	t.Helper()
	e, err := m(c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// sealed is a request of the Initiator under a policy.
func sealed(t testing.TB, m Maker, p wssec.Policy) string {
	t.Helper()
	b, err := engine(t, m, Config(wssec.Initiator, p)).Seal(nil, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// payload is in exclusive canonical form.
const payload = `<q:match xmlns:q="urn:quakes"><q:min>1.5</q:min><q:max>178</q:max></q:match>`

// refused checks that a message does not open, and with which fault.
func refused(t testing.TB, e wssec.Engine, message string, want wssec.FaultCode) {
	t.Helper()
	m, err := e.Open([]byte(message))
	if err == nil {
		t.Fatalf("opened, with the Body\n%s", m.Body)
	}
	if m != nil {
		t.Errorf("gave a message beside the error")
	}
	fault := (*wssec.FaultError)(nil)
	if !errors.As(err, &fault) {
		t.Fatalf("the error is no FaultError: %v", err)
	}
	if fault.Code != want {
		t.Errorf("got %s, want %s: %v", fault.Code, want, err)
	}
}

// opened opens a message, or ends the test.
func opened(t testing.TB, e wssec.Engine, message string) *wssec.Message {
	t.Helper()
	m, err := e.Open([]byte(message))
	if err != nil {
		t.Fatalf("%v\n%s", err, message)
	}
	return m
}
