package main

import (
	"strings"

	"github.com/spf13/pflag"

	"seismark/wssec"
)

// policyFlags are --policy and --suite of the verbs that work under one policy.
func policyFlags(f *pflag.FlagSet, policy string) {
	f.String("policy", policy, "the policy's `NAME`: "+policyNames())
	suiteFlag(f)
}

// suiteFlag is --suite, the same for every verb.
func suiteFlag(f *pflag.FlagSet) {
	var names []string
	for _, s := range wssec.Suites() {
		names = append(names, s.String())
	}
	suite := wssec.Suites()[0]
	f.Var(&suite, "suite", "the `SUITE` of algorithms: "+strings.Join(names, ", "))
}

func policyNames() string { return strings.Join(policyList(), ", ") }

// policyNamed is a policy by its name; another name is a wrong use.
func policyNamed(name string, s wssec.Suite) (wssec.Policy, error) {
	p, err := wssec.PolicyNamed(name, s)
	if err != nil {
		return p, usagef("--policy: %w", err)
	}
	return p, nil
}
