package main

import (
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seismark/wssec/keystore"
)

// keyShowing are the settings of keys show.
type keyShowing struct {
	Keys      string
	Storepass string
}

func newKeysShow(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show [FILE...]",
		Short: "Tell what files of keys hold",
		Long: `Tells the certificates and keys in files: PEM, PKCS#12 or JKS, whatever their
names. Without a file it tells those of the folder of --keys. Private keys are
never printed.`,
		Example: `  seismark keys show
  seismark keys show client.jks --storepass changeit`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error {
			var o keyShowing
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return showKeys(o, files, cmd.OutOrStdout(), newVoice(cmd.ErrOrStderr()))
		},
	}
	keysFlag(cmd.Flags())
	cmd.Flags().String("storepass", keystore.DefaultPassword, "the `PASSWORD` of PKCS#12 and JKS files")
	return cmd
}

func showKeys(o keyShowing, files []string, w io.Writer, v voice) error {
	var b strings.Builder
	if len(files) == 0 {
		if err := showFolder(o, &b, v); err != nil {
			return err
		}
	}
	for i, path := range files {
		if i > 0 {
			b.WriteString("\n")
		}
		store, err := keystore.Load(path, o.Storepass)
		if err != nil {
			return keyHint(remedied(err))
		}
		tellStore(&b, path, store)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// showFolder tells what keys init made. Where a PKCS#12 file has another password, the same key and
// certificate beside it are told.
func showFolder(o keyShowing, b *strings.Builder, v voice) error {
	keys, err := keystore.Open(o.Keys)
	if err != nil {
		return remedied(err)
	}
	tellStore(b, filepath.Join(o.Keys, "ca.crt"), &keystore.Store{Certificates: []*x509.Certificate{keys.CA}})
	for _, id := range keys.Identities() {
		b.WriteString("\n")
		path := filepath.Join(o.Keys, id.Alias+".p12")
		store, err := keystore.Load(path, o.Storepass)
		switch {
		case err == nil:
			tellStore(b, path, store)
			continue
		case errors.Is(err, keystore.ErrPassword):
			v.say("%s is not read: its password is another, which --storepass gives", path)
		case !errors.Is(err, fs.ErrNotExist):
			return remedied(err)
		}
		path = filepath.Join(o.Keys, id.Alias+".crt")
		tellStore(b, path, &keystore.Store{Identities: []keystore.Identity{id}})
	}
	return nil
}

func tellStore(b *strings.Builder, path string, s *keystore.Store) {
	fmt.Fprintf(b, "%s\n", path)
	for _, id := range s.Identities {
		tellCertificate(b, fmt.Sprintf("private key %q and its certificate", id.Alias), id.Certificate)
	}
	for _, c := range s.Certificates {
		tellCertificate(b, "certificate", c)
	}
	for _, k := range s.Keys {
		fmt.Fprintf(b, "  private key without a certificate, %s\n", keyKind(k.Public()))
	}
}

func tellCertificate(b *strings.Builder, what string, c *x509.Certificate) {
	fmt.Fprintf(b, "  %s\n", what)
	for _, line := range [][2]string{
		{"subject", c.Subject.String()},
		{"issuer", c.Issuer.String()},
		{"serial", c.SerialNumber.String()},
		{"valid", c.NotBefore.UTC().Format(time.DateTime) + " to " + c.NotAfter.UTC().Format(time.DateTime) + " UTC" + expired(c)},
		{"key", keyKind(c.PublicKey) + weakness(c.PublicKey)},
		{"key identifier", fmt.Sprintf("%x", c.SubjectKeyId)},
		{"sha-256", fmt.Sprintf("%x", sha256.Sum256(c.Raw))},
	} {
		fmt.Fprintf(b, "    %-15s %s\n", line[0], printable(line[1]))
	}
}

func expired(c *x509.Certificate) string {
	switch now := time.Now(); {
	case now.After(c.NotAfter):
		return ", expired"
	case now.Before(c.NotBefore):
		return ", not yet"
	}
	return ""
}

// weakKey reports whether a key is one that is no longer thought safe: NIST SP 800-131A.
func weakKey(public any) bool {
	k, ok := public.(*rsa.PublicKey)
	return ok && k.N.BitLen() < 2048
}

func weakness(public any) string {
	if weakKey(public) {
		return " (weak: less than 2048)"
	}
	return ""
}

func keyKind(public any) string {
	switch k := public.(type) {
	case *rsa.PublicKey:
		return fmt.Sprintf("RSA, %d bits", k.N.BitLen())
	case *ecdsa.PublicKey:
		return "ECDSA, " + k.Curve.Params().Name
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", public), "*")
}
