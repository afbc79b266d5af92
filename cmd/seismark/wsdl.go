package main

import (
	"io"

	"github.com/spf13/cobra"

	"seismark/quake/seismic"
	"seismark/wssec"
)

type wsdlOptions struct {
	naming  `mapstructure:",squash"`
	Policy  string
	Suite   wssec.Suite
	Address string
}

func newWSDL(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "wsdl",
		Short: "Write the contract of the service under a policy",
		Long: `Writes the WSDL of the earthquake service under a policy, with the assertions of
WS-SecurityPolicy from which other stacks configure themselves. A server tells
the same at the path of the policy with ?wsdl.

WS-SecurityPolicy has no names for suites with AES-GCM: the nearest name stands
there, with a note. A stack that takes its algorithms from the contract can call
services with --suite basic256sha256, if it is told besides that signatures are
by rsa-sha256.`,
		Example: `  seismark wsdl --policy sign > seismic.wsdl
  seismark wsdl --policy signencr --suite basic256sha256 \
      --address http://example.org/seismic`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o wsdlOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return writeWSDL(cmd.OutOrStdout(), o)
		},
	}
	f := cmd.Flags()
	policyFlags(f, "plain")
	namingFlags(f)
	f.String("address", "", "the `URL` of the service (default that of \"seismark serve\")")
	return cmd
}

func writeWSDL(w io.Writer, o wsdlOptions) error {
	policy, err := policyNamed(o.Policy, o.Suite)
	if err != nil {
		return err
	}
	if o.Address == "" {
		o.Address = "http://127.0.0.1:8800/seismic/" + policy.Name
	}
	_, err = w.Write(seismic.WSDL(nil, o.in(policy, wssec.Recipient), o.Address))
	return err
}
