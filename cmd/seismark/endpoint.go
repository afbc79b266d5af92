package main

import (
	"cmp"
	"errors"
	"net/url"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"seismark/client"
	"seismark/client/measure"
	"seismark/server"
	"seismark/wssec"
)

// defaultService is where serve listens.
const defaultService = "http://127.0.0.1:8800"

// defaultURL says in a help text what is called where no address is given.
const defaultURL = "Without URL it is " + defaultService + `/seismic/ and the name of --policy, by
default plain.`

// remote is the service that drive and query call: how to reach one is the same for both.
type remote struct {
	side      `mapstructure:",squash"`
	Policy    string
	Transport measure.Transport
}

func remoteFlags(f *pflag.FlagSet, usual measure.Transport) {
	f.String("policy", "", "the policy's `NAME`: "+policyNames()+" (default the last word of the address)")
	sideFlags(f)
	transportFlag(f, usual)
}

// endpoint gives the address of the service, which args may hold, and its policy.
func (r remote) endpoint(args []string) (address string, policy wssec.Policy, err error) {
	if len(args) == 0 {
		policy, err = policyNamed(cmp.Or(r.Policy, policyList()[0]), r.Suite)
		return defaultService + server.Path(policy.Name), r.in(policy, wssec.Initiator), err
	}
	u, err := url.Parse(args[0])
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", policy, noAddress(args[0])
	}
	name := r.Policy
	if last := path.Base(u.Path); name == "" && slices.Contains(policyList(), last) {
		name = last
	}
	if name == "" {
		return "", policy, hint(usagef("--policy is missing, and the address does not end in one"), "choose from %s", policyNames())
	}
	policy, err = policyNamed(name, r.Suite)
	return args[0], r.in(policy, wssec.Initiator), err
}

// noAddress refuses what is no address of a service, or only lacks its beginning.
func noAddress(text string) error {
	if u, err := url.Parse("http://" + text); err == nil && u.Host != "" && !strings.Contains(text, "://") {
		return hint(usagef("the address %q has no scheme", u.Redacted()[len("http://"):]), "write http:// before it")
	}
	return hint(usagef("the URL is no address of a service"), "write http://HOST:PORT/seismic/POLICY")
}

// client makes the client of an endpoint. What config holds already is kept.
func (r remote) client(address string, config client.Config) (*client.Client, error) {
	config.URL, config.Lean = address, r.Transport == measure.Lean
	if config.Lean && strings.HasPrefix(address, "https:") {
		return nil, hint(usagef("--transport lean does not speak https"), "--transport net does")
	}
	c, err := client.New(config)
	if err != nil {
		return nil, exit(exitUsage, err)
	}
	return c, nil
}

// callHint adds to an error of a call what may help.
func callHint(err error) error {
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return hint(err, "seismark serve starts a service")
	case errors.Is(err, wssec.FailedAuthentication):
		return hint(err, "see that both sides have the same --keys, --user and --password")
	case errors.Is(err, wssec.MessageExpired):
		return hint(err, "see that the clocks of both machines agree")
	}
	return err
}
