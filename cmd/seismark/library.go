package main

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"seismark/wssec"
	"seismark/wssec/keystore"
	"seismark/wssec/openssl"
)

func rsaFlag(f *pflag.FlagSet) {
	f.String("rsa", openssl.Modes()[0], "the `LIBRARY` for keys: "+strings.Join(openssl.Modes(), ", ")+"; auto is openssl where it is faster")
}

// openKeys opens a folder of keys that hold now, in the library of --rsa, and names the libraries for suites as
// results do.
func openKeys(folder, rsa string, suites ...wssec.Suite) (*keystore.Keys, string, error) {
	keys, err := keystore.Open(folder)
	if err == nil {
		err = keys.Valid(time.Now())
	}
	for _, suite := range suites {
		if err == nil {
			err = keys.Fit(suite)
		}
	}
	if err != nil {
		return nil, "", remedied(err)
	}
	if keys, _, err = keys.In(rsa); err != nil {
		return nil, "", usagef("--rsa %s: %w", rsa, err)
	}
	return keys, librariesOf(suites, func(suite wssec.Suite) string { return libraryName(keys.Library(suite)) }), nil
}

// librariesOf names the library of all suites where it is one, else that of each after its name.
func librariesOf(suites []wssec.Suite, of func(wssec.Suite) string) string {
	var names, each []string
	for _, suite := range suites {
		name := of(suite)
		names, each = append(names, name), append(each, suite.String()+" "+name)
	}
	if len(slices.Compact(names)) == 1 {
		return names[0]
	}
	return strings.Join(each, ", ")
}

// libraryName adds the version of what is not part of this program.
func libraryName(library string) string {
	version, err := openssl.Available()
	if err != nil || !strings.Contains(library, "openssl") {
		return library
	}
	return library + " (" + version + ")"
}

// secures reports whether a policy needs keys.
func secures(p wssec.Policy) bool {
	return len(p.Request.Sign)+len(p.Response.Sign)+len(p.Request.Encrypt)+len(p.Response.Encrypt) > 0
}
