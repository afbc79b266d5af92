package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"seismark/wssec"
)

type openOptions struct {
	keyFiles  `mapstructure:",squash"`
	Keys      string
	Now       Instant
	Policy    string
	Suite     wssec.Suite
	Engine    string
	Role      string
	User      string
	Password  string
	JSON      bool
	Body      string
	Canonical string
}

func newOpen(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "open [flags] [FILE]",
		Short: "Open a SOAP message and say what was verified",
		Long: `Opens one SOAP message, from a file or stdin, decrypts it and verifies all that
is there to verify, and says in words what that was: who signed, which parts,
with which algorithms, when; or exactly why not.

The message is verified, and the exit code 0, where its Body is signed by
somebody whom --trust vouches for and it has not expired; else the exit code
is 1. With --policy it must carry all that the policy asks for, in the
algorithms of --suite; what it carries besides has to be as good. A policy that
asks for a password wants --password to compare it with.

Without --policy any algorithm is taken that is known, weak ones are marked.`,
		Example: `  seismark open --trust ca.crt message.xml
  seismark open --trust ca.crt --cert me.crt --key me.key < encrypted.xml
  seismark open --keystore me.p12 --storepass secret --json message.xml
  seismark open --engine stream --keys keys --policy sign request.xml
  seismark open --trust ca.crt --now 2026-11-30T20:15:00Z old.xml`,
		Args: upTo(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var o openOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return openMessage(cmd.InOrStdin(), cmd.OutOrStdout(), args, o)
		},
	}
	f := cmd.Flags()
	f.StringArray("trust", nil, "a `FILE` with certificates whose word is taken for a signer (repeatable)")
	keyFlags(f)
	f.String("keys", "", "a `FOLDER` of seismark keys init: its authority is trusted, its keys decrypt")
	f.Var(new(Instant), "now", "the `TIME` at which to judge (default the clock's)")
	policyFlags(f, "")
	engineFlag(f)
	f.String("role", "server", "with --policy, who opens: server a request, client an answer (`ROLE`)")
	f.String("user", "", "with --policy, the only `NAME` of a user that is admitted")
	f.String("password", "", "with --policy, the user's `PASSWORD`")
	f.Bool("json", false, "write what was found as JSON")
	f.String("body", "", "write the Body that was verified to `FILE`, - for stdout in place of the report")
	f.String("canonical", "", "write the octets of a reference that differs to `FILE`")
	return cmd
}

// openMessage reads a message, opens it and writes what was found.
func openMessage(in io.Reader, out io.Writer, args []string, o openOptions) error {
	if err := checkEngine(o.Engine); err != nil {
		return err
	}
	name, envelope, err := readMessage(in, args)
	if err != nil {
		return err
	}
	for flag, path := range map[string]string{"--body": o.Body, "--canonical": o.Canonical} {
		if err := keepSource(flag, path, name); err != nil {
			return err
		}
	}
	if err := distinct([2]string{"body", o.Body}, [2]string{"canonical", o.Canonical}); err != nil {
		return err
	}
	ring, err := o.load()
	if err != nil {
		return err
	}
	if o.Keys != "" {
		if err := ring.addFolder(o.Keys); err != nil {
			return err
		}
	}
	open, err := newOpener(ring, o)
	if err != nil {
		return err
	}
	f := open.open(envelope)
	f.Message = name
	if err := f.write(out, o); err != nil {
		return err
	}
	return f.verdict(o)
}

// write writes the finding where the options want it.
func (f *finding) write(out io.Writer, o openOptions) error {
	if o.Canonical != "" && f.Difference != nil {
		if err := os.WriteFile(o.Canonical, []byte(f.Difference.Canonical), 0o644); err != nil {
			return fileError(err)
		}
	}
	switch {
	case o.Body == "-" && f.Verified:
		_, err := out.Write(f.body)
		return err
	case o.Body == "-":
		return nil
	case o.Body != "" && f.Verified:
		if err := os.WriteFile(o.Body, f.body, 0o644); err != nil {
			return fileError(err)
		}
	}
	if o.JSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(f)
	}
	return f.tell(out)
}

// verdict is the error of a message that was not verified. The reasons stand in it where no report for
// persons has them.
func (f *finding) verdict(o openOptions) error {
	if f.Verified {
		return nil
	}
	err := fmt.Errorf("%s is not verified", f.Message)
	if o.JSON || o.Body == "-" {
		err = fmt.Errorf("%w: %s", err, strings.Join(f.Problems, "; "))
	}
	for i := len(f.hints) - 1; i >= 0; i-- {
		err = hint(err, "%s", f.hints[i])
	}
	return err
}
