package main

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"seismark/wssec"
	"seismark/wssec/engines"
	"seismark/wssec/keystore"
	"seismark/wssec/xmltok"
)

type sealOptions struct {
	keyFiles     `mapstructure:",squash"`
	PeerCert     string `mapstructure:"peer-cert"`
	Keys         string
	Policy       string
	KeyReference keyReferences `mapstructure:"key-reference"`
	Suite        wssec.Suite
	Engine       string
	Role         string
	User         string
	Password     string
	Now          Instant
}

func newSeal(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "seal [flags] [FILE]",
		Short: "Secure a SOAP message",
		Long: `Puts an XML element, or the one in the Body of a SOAP envelope, from a file or
stdin, into an envelope that is secured as a policy asks: with a user and
password, with a timestamp and signature, or with these and encryption.`,
		Example: `  echo '<hello/>' | seismark seal
  seismark seal --policy signencr --cert me.crt --key me.key \
      --peer-cert you.crt message.xml
  seismark seal --key-reference thumbprint-sha1 message.xml
  seismark seal --policy username --user seismic --password tremor message.xml`,
		Args: upTo(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var o sealOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return sealMessage(cmd.InOrStdin(), cmd.OutOrStdout(), args, o)
		},
	}
	f := cmd.Flags()
	policyFlags(f, "sign")
	keyReferenceFlag(f)
	engineFlag(f)
	keysFlag(f)
	keyFlags(f)
	f.String("peer-cert", "", "a `FILE` with the certificate to encrypt to")
	loginFlags(f)
	f.String("role", "client", "who seals: client a request, server an answer (`ROLE`)")
	f.Var(new(Instant), "now", "the `TIME` at which it is sealed (default the clock's)")
	return cmd
}

func sealMessage(in io.Reader, out io.Writer, args []string, o sealOptions) error {
	name, message, err := readMessage(in, args)
	if err != nil {
		return err
	}
	payload, version, err := payloadOf(message)
	if err != nil {
		return unsealable(name, err)
	}
	cfg, err := o.config()
	if err != nil {
		return err
	}
	cfg.Version = version
	engine, err := engines.New(o.Engine, cfg)
	if err != nil {
		return usagef("%w", err)
	}
	envelope, err := engine.Seal(nil, payload)
	if err != nil {
		return err
	}
	_, err = out.Write(append(envelope, '\n'))
	return err
}

// unsealable says why a message cannot be sealed, in words for a person.
func unsealable(name string, err error) error {
	fault, syntax := (*wssec.FaultError)(nil), (*xmltok.SyntaxError)(nil)
	switch {
	case errors.As(err, &fault) && fault.Err != nil:
		return fmt.Errorf("%s: %s", name, reason(fault.Err))
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: %s", name, reason(err))
	}
	return fmt.Errorf("%s: %w", name, err)
}

// config is what the engine is made from.
func (o sealOptions) config() (wssec.Config, error) {
	policy, err := policyNamed(o.Policy, o.Suite)
	if err != nil {
		return wssec.Config{}, err
	}
	if err := checkEngine(o.Engine); err != nil {
		return wssec.Config{}, err
	}
	cfg := wssec.Config{Policy: policy, Login: wssec.Login{Name: o.User, Password: o.Password}, Trust: wssec.TrustIn(nil)}
	if !o.Now.IsZero() {
		cfg.Now = func() time.Time { return o.Now.Time }
	}
	// What comes in is left away, for nothing does and it would want keys.
	switch o.Role {
	case "client":
		cfg.Role, cfg.Policy.Response = wssec.Initiator, wssec.Protection{}
	case "server":
		cfg.Role, cfg.Policy.Request = wssec.Recipient, wssec.Protection{}
	default:
		return cfg, usagef("--role %q: must be client or server", o.Role)
	}
	if o.KeyReference.encryption == wssec.ByEncryptedKeySHA1 {
		return cfg, hint(usagef("--key-reference %s: it names the key of a request, and here is none", wssec.ByEncryptedKeySHA1),
			"seismark serve answers so")
	}
	cfg.Policy = naming{KeyReference: o.KeyReference}.in(cfg.Policy, cfg.Role)
	return cfg, o.addKeys(&cfg)
}

// addKeys sets who seals and for whom: from the files that are named, what is missing from the folder.
func (o sealOptions) addKeys(cfg *wssec.Config) error {
	ring, err := o.load()
	if err != nil {
		return err
	}
	switch len(ring.identities) {
	case 0:
	case 1:
		cfg.Self = ring.identities[0]
	default:
		return usagef("%d private keys are given, only one can seal", len(ring.identities))
	}
	if o.PeerCert != "" {
		if cfg.Peer, err = loadCertificate(o.PeerCert); err != nil {
			return err
		}
	}
	out := cfg.Outgoing()
	if (len(out.Sign) == 0 || cfg.Self.Key != nil) && (len(out.Encrypt) == 0 || cfg.Peer != nil) {
		return nil
	}
	keys, err := keystore.Open(o.Keys)
	if err == nil {
		err = keys.Fit(cfg.Policy.Suite)
	}
	if err != nil {
		return hint(remedied(err), "give --cert FILE and --key FILE, and to encrypt --peer-cert FILE, or --keys FOLDER")
	}
	from := keys.Config(cfg.Role, cfg.Policy)
	if cfg.Self.Key == nil {
		cfg.Self = from.Self
	}
	if cfg.Peer == nil {
		cfg.Peer = from.Peer
	}
	return nil
}

// loadCertificate reads the first certificate of a file.
func loadCertificate(path string) (*x509.Certificate, error) {
	store, err := keystore.Load(path, keystore.DefaultPassword)
	if err != nil {
		return nil, keyHint(err)
	}
	for _, id := range store.Identities {
		return id.Certificate, nil
	}
	for _, cert := range store.Certificates {
		return cert, nil
	}
	return nil, fmt.Errorf("%s holds no certificate", path)
}
