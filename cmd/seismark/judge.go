package main

import (
	"slices"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// hold holds a message to the policy, as an engine does that opens it.
func (o *opener) hold(f *finding, m *wssec.Message, env *soap.Envelope) {
	o.vouch(f, m)
	for _, err := range []error{env.Understood(), o.cfg.Check(m.Facts)} {
		if err != nil {
			f.refusal(err)
		}
	}
	if m.Login != nil && o.cfg.Incoming().Login && !o.compares() {
		f.problem("the password was not compared: anybody can have written the user's name", "give the user's --password to compare it with")
	}
}

// judge says by the rules of the verb whether what was verified is enough: a Body signed by somebody
// trusted, not expired.
func (o *opener) judge(f *finding, m *wssec.Message) {
	switch err := o.vouch(f, m); {
	case f.Signer == nil:
		enough := wssec.Plain().Name
		if f.User != "" {
			enough = wssec.Username().Name + " and the user's --password"
		}
		f.problem("nothing is signed: anybody can have written it", "where that is enough, say --policy "+enough)
	case !slices.Contains(m.Signed, wssec.PartBody):
		f.problem("the signature does not cover the Body: anybody can have written that")
	case !o.ring.trusting:
		f.problem("the signature is good, but nobody vouches for its certificate",
			"give the certificate of the signer's authority, or his own, with --trust FILE")
	case err != nil:
		f.problem("the signature is good, but its certificate is not: " + f.Signer.Why)
	}
	unsigned := m.Facts
	unsigned.Signer = nil // leaves the times to be checked
	if err := o.cfg.Check(unsigned); err != nil {
		f.refusal(err)
	}
}

// vouch notes whether the signer is trusted.
func (o *opener) vouch(f *finding, m *wssec.Message) error {
	if f.Signer == nil {
		return nil
	}
	err := o.cfg.Trust.Verify(m.Signer, o.cfg.Clock())
	f.Signer.Trusted = err == nil
	switch {
	case err == nil:
	case !o.ring.trusting:
		f.Signer.Why = "no --trust was given"
	default:
		f.Signer.Why = err.Error()
	}
	return err
}
