package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

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
	Password string
}

func newKeysInit(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Make an authority, a client and a server for tests",
		Long: `Makes an authority, a client and a server, each with an RSA key and a
certificate for localhost, as PEM files and, for client and server, as PKCS#12.`,
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
	f.Int("bits", 2048, "`BITS` of the RSA keys")
	f.String("password", keystore.DefaultPassword, "the `PASSWORD` of the PKCS#12 files")
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
		return usagef("--password is empty: PKCS#12 files are read with one everywhere")
	}
	keys, err := keystore.Init(o.Keys, keystore.Options{Force: o.Force, Validity: o.Validity, Bits: o.Bits, Password: o.Password})
	if err != nil {
		return remedied(err)
	}
	_, err = fmt.Fprintf(w, "made test keys in %s, good until %s: ca, client and server\n", o.Keys, keys.CA.NotAfter.UTC().Format(time.DateOnly))
	return err
}
