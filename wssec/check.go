package wssec

import (
	"bytes"
	"fmt"
	"slices"
	"time"
)

// Check judges facts against the policy: the only place that does. The error is a *FaultError.
func (c *Config) Check(f Facts) error {
	want := c.Incoming()
	for _, check := range []func(Protection, *Facts) error{
		c.checkTimestamp, c.checkSigned, c.checkConfirmed, c.checkEncrypted, c.checkLogin,
	} {
		if err := check(want, &f); err != nil {
			return err
		}
	}
	return nil
}

// checkTimestamp also judges a Timestamp that the policy does not ask for. Of Expires and the policy's
// own lifetime the earlier counts (SOAP Message Security 1.1 section 10).
func (c *Config) checkTimestamp(want Protection, f *Facts) error {
	if f.Created.IsZero() && f.Expires.IsZero() {
		if want.Lifetime != 0 {
			return Refuse(InvalidSecurity, "Security", "the policy asks for a Timestamp, the message has none")
		}
		return nil
	}
	now, skew := c.Clock(), c.skew()
	if f.Created.After(now.Add(skew)) {
		return Refuse(MessageExpired, "Timestamp/Created",
			"created at "+stamp(f.Created)+", which is ahead of this clock, "+stamp(now))
	}
	end := f.Expires
	if own := f.Created.Add(want.Lifetime); want.Lifetime != 0 && (end.IsZero() || own.Before(end)) {
		end = own
	}
	if !end.IsZero() && now.After(end.Add(skew)) {
		return Refuse(MessageExpired, "Timestamp/Expires", "good until "+stamp(end)+", now it is "+stamp(now))
	}
	return nil
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// checkSigned trusts a signer even where the policy asks for no signature: a signature that is there must
// be a good one.
func (c *Config) checkSigned(want Protection, f *Facts) error {
	if len(want.Sign) > 0 && f.Signer == nil {
		return Refuse(InvalidSecurity, "Security", "the policy asks for a signature, the message has none")
	}
	if f.Signer != nil {
		if err := c.CheckSigner(f); err != nil {
			return err
		}
		if err := c.checkKey(f); err != nil {
			return err
		}
	}
	for _, p := range want.Sign {
		if !slices.Contains(f.Signed, p) {
			return Refuse(InvalidSecurity, "Signature", "the policy asks for a signed "+p.String()+", the signature does not cover it")
		}
	}
	return nil
}

// checkConfirmed wants just one SignatureConfirmation, since our requests have at most one signature.
func (c *Config) checkConfirmed(want Protection, f *Facts) error {
	refuse := func(reason string) error { return Refuse(InvalidSecurity, "Security/SignatureConfirmation", reason) }
	switch {
	case !want.Confirm:
		return nil
	case f.Request == nil:
		return refuse("it is not known which request it confirms: open answers with what Exchange gives")
	case len(f.Confirmations) == 0:
		return refuse("the policy asks for a SignatureConfirmation, the message has none")
	case len(f.Confirmations) > 1:
		return refuse(fmt.Sprintf("%d of them, for a request with at most one signature", len(f.Confirmations)))
	}
	got := f.Confirmations[0]
	switch {
	case !got.Signed:
		return refuse("the signature does not cover it")
	case got.Value == nil && f.Request.Signature != nil:
		return refuse("it says that the request was not signed, but it was")
	case got.Value != nil && !bytes.Equal(got.Value, f.Request.Signature), got.Value != nil && len(got.Value) == 0:
		return refuse("it confirms another signature than that of the request")
	}
	return nil
}

// CheckSigner judges the signer alone. Engines ask it before they decrypt.
func (c *Config) CheckSigner(f *Facts) error {
	if c.Trust == nil {
		return Refuse(FailedAuthentication, "Signature/KeyInfo", "no certificates are trusted: set Config.Trust")
	}
	if err := c.Trust.Verify(f.Signer, c.Clock()); err != nil {
		return &FaultError{Code: FailedAuthentication, At: "Signature/KeyInfo", Err: err}
	}
	return nil
}

// checkKey holds the signer's key against the kind that the suite needs. To what Accept lets in besides, the
// suite says nothing.
func (c *Config) checkKey(f *Facts) error {
	s := c.Policy.Suite
	if s == SuiteNone || f.Used.Signature != s.Algorithms().Signature || s.Key().Fits(f.Signer.PublicKey) {
		return nil
	}
	return Refuse(InvalidSecurityToken, "Signature/KeyInfo", fmt.Sprintf("suite %s needs %s, that of %s is %s",
		s, s.Key().Words(), f.Signer.Subject, describe(f.Signer.PublicKey)))
}

// CheckAlgorithm judges an algorithm alone. Engines ask it before they use one that a message names.
func (c *Config) CheckAlgorithm(a Algorithm, where string) error {
	switch {
	case c.Permits(a):
		return nil
	case a == "":
		return Refuse(UnsupportedAlgorithm, where, "no algorithm is named")
	}
	return &FaultError{Code: UnsupportedAlgorithm, At: where, Err: &AlgorithmError{a, c.Policy.Suite}}
}

func (c *Config) checkEncrypted(want Protection, f *Facts) error {
	for _, p := range want.Encrypt {
		if !slices.Contains(f.Encrypted, p) {
			return Refuse(InvalidSecurity, p.String(), "the policy asks for an encrypted "+p.String()+", it came in the clear")
		}
	}
	return nil
}

func (c *Config) checkLogin(want Protection, f *Facts) error {
	if !want.Login {
		return nil
	}
	if f.Login == nil {
		return Refuse(InvalidSecurity, "Security", "the policy asks for a UsernameToken, the message has none")
	}
	if c.Admit == nil || !c.Admit(*f.Login) {
		return Refuse(FailedAuthentication, "UsernameToken", "user or password are wrong")
	}
	return nil
}
