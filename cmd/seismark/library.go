package main

import (
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

// openKeys opens a folder of keys that hold now, in the library of --rsa, and names it as results do.
func openKeys(folder, rsa string) (*keystore.Keys, string, error) {
	keys, err := keystore.Open(folder)
	if err == nil {
		err = keys.Valid(time.Now())
	}
	if err != nil {
		return nil, "", remedied(err)
	}
	keys, library, err := keys.In(rsa)
	if err != nil {
		return nil, "", usagef("--rsa %s: %w", rsa, err)
	}
	return keys, libraryName(library), nil
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
