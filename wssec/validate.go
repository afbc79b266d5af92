package wssec

import (
	"crypto"
	"crypto/x509"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"
)

// Validate reports what the role cannot do under the policy with what the configuration gives it. Engines
// ask it once, when they are made.
func (c *Config) Validate() error {
	for _, check := range []func() error{
		c.validatePlan, c.validateAlgorithms, c.validateReferences, c.validateIdentity, c.validateOutgoing, c.validateIncoming, c.validateBounds,
	} {
		if err := check(); err != nil {
			return fmt.Errorf("wssec: config: %w", err)
		}
	}
	return nil
}

// validatePlan holds the policy itself against what the engines can do.
func (c *Config) validatePlan() error {
	if c.Role > Recipient {
		return fmt.Errorf("no role %d: choose Initiator or Recipient", c.Role)
	}
	if c.Policy.Name == "" {
		return fmt.Errorf("there is no policy: where nothing is asked for, say Plain()")
	}
	if c.Version > SOAP12 {
		return fmt.Errorf("no SOAP version %d: choose SOAP11 or SOAP12", c.Version)
	}
	for _, p := range []Protection{c.Policy.Request, c.Policy.Response} {
		if len(p.Sign)+len(p.Encrypt) > 0 && c.Policy.Suite == SuiteNone {
			return fmt.Errorf("policy %s signs or encrypts: Policy.Suite must name a suite", c.Policy.Name)
		}
		for _, part := range p.Sign {
			switch {
			case part == 0 || part > PartAddressing:
				return fmt.Errorf("policy %s signs the %s: choose from PartBody, PartTimestamp, PartAddressing", c.Policy.Name, part)
			case part == PartTimestamp && p.Lifetime == 0:
				return fmt.Errorf("policy %s signs a Timestamp but has no Lifetime for it", c.Policy.Name)
			}
		}
		for _, part := range p.Encrypt {
			if part != PartBody {
				return fmt.Errorf("policy %s encrypts the %s: only the Body can be encrypted", c.Policy.Name, part)
			}
		}
	}
	return nil
}

// validateAlgorithms refuses what no message can be in.
func (c *Config) validateAlgorithms() error {
	if s := c.Policy.Suite; !s.listed() {
		return fmt.Errorf("policy %s has no suite of number %d: choose from Suites", c.Policy.Name, s)
	}
	for _, a := range c.Accept {
		if !slices.Contains(algorithms, a) {
			return fmt.Errorf("no engine has %q, which Accept names: give an Algorithm of this package, such as wssec.SHA1", a)
		}
	}
	return nil
}

// validateReferences holds what messages say of keys, and answers of requests, against what can be said.
func (c *Config) validateReferences() error {
	name, request, response := c.Policy.Name, &c.Policy.Request, &c.Policy.Response
	for _, p := range []*Protection{request, response} {
		if last := ByEncryptedKeySHA1; p.SignatureKey > last || p.EncryptionKey > last {
			return fmt.Errorf("policy %s names keys by %s and %s: choose from KeyReferences", name, p.SignatureKey, p.EncryptionKey)
		}
		if p.SignatureKey == ByEncryptedKeySHA1 {
			return fmt.Errorf("policy %s names the key of signatures by %s, but they are made with that of a certificate", name, p.SignatureKey)
		}
	}
	switch {
	case request.EncryptionKey == ByEncryptedKeySHA1:
		return fmt.Errorf("policy %s names the key of requests by %s, which is for answers", name, request.EncryptionKey)
	case response.EncryptionKey == ByEncryptedKeySHA1 && len(response.Encrypt) > 0 && len(request.Encrypt) == 0:
		return fmt.Errorf("policy %s encrypts answers under the key of their requests, which are not encrypted", name)
	case request.Confirm:
		return fmt.Errorf("policy %s has requests confirm a signature: answers do", name)
	case response.Confirm && len(response.Sign) == 0:
		return fmt.Errorf("policy %s confirms signatures in answers that are not signed", name)
	}
	return nil
}

func (c *Config) validateIdentity() error {
	if c.Self.Key == nil {
		return nil
	}
	if v := reflect.ValueOf(c.Self.Key); v.Kind() == reflect.Pointer && v.IsNil() {
		return fmt.Errorf("the key in Self is a nil %T: give a key, or none at all", c.Self.Key)
	}
	if c.Self.Certificate == nil {
		return errors.New("no certificate is in Self beside the key")
	}
	public, ok := c.Self.Key.Public().(interface{ Equal(crypto.PublicKey) bool })
	if !ok || !public.Equal(c.Self.Certificate.PublicKey) {
		return fmt.Errorf("the private key in Self is not that of the certificate of %s", c.Self.Certificate.Subject)
	}
	return nil
}

func (c *Config) validateOutgoing() error {
	out := c.Outgoing()
	if len(out.Sign) > 0 {
		if c.Self.Key == nil {
			return fmt.Errorf("policy %s asks for a signature: Self must hold a certificate and its key", c.Policy.Name)
		}
		if !slices.Contains(out.Sign, PartBody) && !slices.Contains(out.Sign, PartTimestamp) {
			return fmt.Errorf("policy %s signs %s alone, and none are written: let it sign the Body or a Timestamp", c.Policy.Name, PartAddressing)
		}
		if err := c.validateKey("Self", c.Self.Certificate); err != nil {
			return err
		}
		if err := validateName("Self", c.Self.Certificate, out.SignatureKey); err != nil {
			return err
		}
	}
	if len(out.Encrypt) > 0 && c.Role == Initiator {
		if c.Peer == nil {
			return fmt.Errorf("policy %s encrypts requests: Peer must be the certificate of the service", c.Policy.Name)
		}
		if err := c.validateKey("Peer", c.Peer); err != nil {
			return err
		}
		if err := validateName("Peer", c.Peer, out.EncryptionKey); err != nil {
			return err
		}
	}
	if out.Login {
		if c.Login.Name == "" {
			return fmt.Errorf("policy %s asks for a user: Login.Name is empty", c.Policy.Name)
		}
		if !isText(c.Login.Name) || !isText(c.Login.Password) {
			return errors.New("a character of Login is one that XML cannot carry")
		}
	}
	return nil
}

func (c *Config) validateIncoming() error {
	in := c.Incoming()
	if len(in.Sign) > 0 && c.Trust == nil {
		return fmt.Errorf("policy %s asks for a signature: Trust must say whose", c.Policy.Name)
	}
	if len(in.Encrypt) == 0 {
		return nil
	}
	if c.Self.Decrypter() == nil {
		return fmt.Errorf("policy %s receives encrypted messages: Self.Key must be able to decrypt", c.Policy.Name)
	}
	return c.validateKey("Self", c.Self.Certificate)
}

func (c *Config) validateBounds() error {
	l := c.Limits
	if min(l.Bytes, l.Depth, l.Attributes, l.Name, l.References, l.Tokens, l.IDs, l.Nodes) < 0 {
		return errors.New("a limit is negative: zero means the default")
	}
	if c.Skew < 0 || c.Policy.Request.Lifetime < 0 || c.Policy.Response.Lifetime < 0 {
		return errors.New("a negative Skew or Lifetime")
	}
	return nil
}

// validateKey holds a key against the kind that the suite needs.
func (c *Config) validateKey(what string, cert *x509.Certificate) error {
	if s := c.Policy.Suite; !s.Key().Fits(cert.PublicKey) {
		return fmt.Errorf("suite %s needs %s, that of %s in %s is %s", s, s.Key().Words(), cert.Subject, what, describe(cert.PublicKey))
	}
	return nil
}

// validateName refuses to name a certificate by what it does not have.
func validateName(what string, cert *x509.Certificate, by KeyReference) error {
	if by == BySubjectKeyIdentifier && len(cert.SubjectKeyId) == 0 {
		return fmt.Errorf("the certificate of %s in %s has no subject key identifier to be named by: choose another KeyReference", cert.Subject, what)
	}
	return nil
}

// isText reports whether XML 1.0 can carry the string (production Char).
func isText(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return false
		}
	}
	return true
}
