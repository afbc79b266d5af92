package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seismark/wssec"
	"seismark/wssec/keystore"
)

func newKeys(s *settings) *cobra.Command {
	return group(&cobra.Command{
		Use:   "keys",
		Short: "Make keys for tests, and tell what files of keys hold",
	}, newKeysInit(s), newKeysShow(s))
}

// keyMaking are the settings of keys init.
type keyMaking struct {
	Keys     string
	Force    bool
	Validity time.Duration
	Bits     int
	Kinds    []string
	Password string
}

func newKeysInit(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Make an authority, a client and a server for tests",
		Long: `Makes an authority, a client and a server, each with an RSA key and a
certificate for localhost, as PEM files and, for client and server, as PKCS#12
and as JKS, the key stores of Java.`,
		Example: `  seismark keys init
  seismark keys init --keys build/keys --force --validity 24h`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o keyMaking
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return initKeys(o, cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.String("keys", "keys", "the `FOLDER` to write to")
	f.Bool("force", false, "replace keys that are there")
	f.Duration("validity", 10*365*24*time.Hour, "how long the certificates hold")
	f.Int("bits", 2048, "`BITS` of the RSA keys of authority, client and server")
	f.StringSlice("kinds", kindNames(), "further `KINDS` of keys to make")
	f.String("password", keystore.DefaultPassword, "the `PASSWORD` of the PKCS#12 and JKS files")
	return cmd
}

func initKeys(o keyMaking, w io.Writer) error {
	if o.Bits < 1024 || o.Bits > 16384 {
		return usagef("--bits %d: choose from 1024 to 16384", o.Bits)
	}
	if o.Validity <= 0 {
		return usagef("--validity %v: it must be longer than nothing", o.Validity)
	}
	if o.Password == "" {
		return usagef("--password is empty: PKCS#12 and JKS files are read with one everywhere")
	}
	kinds, err := kindsNamed(o.Kinds)
	if err != nil {
		return err
	}
	keys, err := keystore.Init(o.Keys, keystore.Options{
		Force: o.Force, Validity: o.Validity, Bits: o.Bits, Kinds: kinds, Password: o.Password,
	})
	if err != nil {
		return remedied(err)
	}
	more := ""
	if len(kinds) > 0 {
		more = ", and these with " + strings.Join(namesOf(kinds, wssec.Key.String), ", ")
	}
	_, err = fmt.Fprintf(w, "made test keys in %s, good until %s: ca, client and server%s\n",
		o.Keys, keys.CA.NotAfter.UTC().Format(time.DateOnly), more)
	return err
}

// furtherKinds are the kinds of keys besides that of client and server.
func furtherKinds() []wssec.Key { return wssec.Keys()[1:] }

func kindNames() []string { return namesOf(furtherKinds(), wssec.Key.String) }

func kindsNamed(names []string) ([]wssec.Key, error) {
	var kinds []wssec.Key
	for _, name := range names {
		i := slices.Index(kindNames(), name)
		if i < 0 {
			return nil, usagef("--kinds %q: choose from %s", name, strings.Join(kindNames(), ", "))
		}
		if kind := furtherKinds()[i]; !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds, nil
}
