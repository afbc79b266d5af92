package main

import (
	"strings"

	"seismark/client/measure"
	"seismark/wssec"
)

// vector is a message of another stack. Side is request or response, by which its file in the folder is named.
type vector struct{ stack, policy, suite, setting, side, folder string }

// vectorOf is what of a pairing another stack has written: the request of a client, or the answer of a server. There
// is none where the pairing did not pass, where both sides are ours, for the second suite of policy sign (suites
// differ in ciphers), and for answers under username, which are plain.
func vectorOf(p measure.Pairing) (vector, bool) {
	v := vector{stack: p.Client, policy: p.Policy, suite: p.Suite, side: "request"}
	if strings.HasPrefix(p.Client, ours) {
		v.stack, v.side = p.Server, "response"
	} else {
		v.setting = strings.TrimPrefix(strings.TrimPrefix(p.Server, ours), "-")
	}
	parts := []string{p.Client + "-at-" + p.Server, p.Policy, p.Suite, p.Sequence}
	if v.suite == "none" {
		v.suite, parts = "", []string{parts[0], p.Policy, p.Sequence}
	}
	v.folder = strings.Join(parts, "-")
	again := p.Policy == "sign" && v.suite != wssec.Basic256Sha256.String()
	plain := p.Policy == "username" && v.side == "response"
	return v, p.Verdict == measure.Passes && !strings.HasPrefix(v.stack, "seismark-") && !again && !plain
}

func (v vector) file() string {
	parts := []string{v.stack, v.policy}
	for _, more := range []string{v.suite, v.setting} {
		if more != "" {
			parts = append(parts, more)
		}
	}
	return strings.Join(append(parts, v.side), "-") + ".xml"
}
