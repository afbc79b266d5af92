package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"seismark/client/measure"
	"seismark/wssec"
)

// matrix is what run and floor measure: policies with suites, through sequences on a catalogue.
type matrix struct {
	Policies, Sequences, Suite           []string
	Keys, Catalogue, User, Password, RSA string
}

func matrixFlags(f *pflag.FlagSet) {
	f.StringSlice("policies", policyList(), "the `POLICIES` to measure")
	f.StringSlice("sequences", namesOf(measure.Sequences(), func(s measure.Sequence) string { return s.Name }), "the `SEQUENCES` to walk")
	f.StringSlice("suite", []string{wssec.Suites()[0].String()}, "the `SUITES` of algorithms: "+strings.Join(namesOf(wssec.Suites(), wssec.Suite.String), ", "))
	keysFlag(f)
	rsaFlag(f)
	catalogueFlag(f)
	loginFlags(f)
}

// namesOf are the names of a list's members.
func namesOf[T any](list []T, name func(T) string) []string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = name(v)
	}
	return words
}

// plan makes a plan without stacks.
func (o *matrix) plan(ctx context.Context) (*measure.Plan, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("where this program is: %w", err)
	}
	p := &measure.Plan{
		Policies: o.Policies, Keys: o.Keys, Catalogue: o.Catalogue, Login: wssec.Login{Name: o.User, Password: o.Password},
		Program: program, Version: thisBuild().Version, RSA: o.RSA,
	}
	for _, name := range o.Policies {
		if _, err := policyNamed(name, wssec.SuiteNone); err != nil {
			return nil, err
		}
	}
	for _, name := range o.Suite {
		var suite wssec.Suite
		if err := suite.Set(name); err != nil {
			return nil, usagef("--suite: %w", err)
		}
		p.Suites = append(p.Suites, suite)
	}
	if len(p.Policies) == 0 || len(p.Suites) == 0 || len(o.Sequences) == 0 {
		return nil, usagef("--policies, --suite and --sequences: name at least one each")
	}
	if err := o.sequences(ctx, p); err != nil {
		return nil, err
	}
	// Keys that are missing or have run out are reported before anything is started.
	if o.secured(p) {
		if _, p.RSAName, err = openKeys(o.Keys, o.RSA, p.Suites...); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// secured reports whether any of the policies needs keys.
func (o *matrix) secured(p *measure.Plan) bool { return slices.ContainsFunc(p.Protections(), secures) }

// sequences gives a plan its catalogue and the sequences on it.
func (o *matrix) sequences(ctx context.Context, p *measure.Plan) error {
	store, name, err := catalogue(ctx, o.Catalogue)
	if err != nil {
		return err
	}
	if o.Catalogue == "" {
		name = "built-in, synthetic"
	}
	p.Store = store
	p.CatalogueName = fmt.Sprintf("%s, %d quakes, sha256 %.16s", name, store.Len(), store.Digest())
	for _, word := range o.Sequences {
		sequence, err := measure.SequenceNamed(word)
		if err != nil {
			return usagef("--sequences: %w", err)
		}
		if o.Catalogue != "" {
			sequence = sequence.On(store)
		}
		if sequence.Want == 0 {
			return fmt.Errorf("no query of the sequence %s matches a quake of %s: choose another catalogue", word, name)
		}
		p.Sequences = append(p.Sequences, sequence)
	}
	return nil
}
