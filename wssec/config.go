package wssec

import (
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"fmt"
	"slices"
	"time"
)

// Identity is a certificate and its private key. To receive encrypted messages, an RSA key must also be a
// crypto.Decrypter, and one on a curve an *ecdsa.PrivateKey or have the method ECDH of *ecdh.PrivateKey. Zero
// is no identity.
type Identity struct {
	Certificate *x509.Certificate
	Key         crypto.Signer
}

// Login is a user name and a password, compared to the last character.
type Login struct{ Name, Password string }

// Config is what an engine is made from. It is copied then and never changed.
type Config struct {
	Role    Role
	Policy  Policy
	Version Version // of what Seal writes; zero means SOAP11

	Self  Identity            // signs what goes out, decrypts what comes in
	Peer  *x509.Certificate   // to whom an Initiator encrypts; may be named by a key reference. It does not say who may sign
	Trust *Anchors            // decides about signers
	Known []*x509.Certificate // further certificates that a key reference may name

	Public func(*rsa.PublicKey) PublicKey // does RSA with the keys of others; nil, as function or result, means Go's

	Login Login            // what an Initiator presents
	Admit func(Login) bool // what a Recipient accepts; nil admits nobody

	Accept []Algorithm   // algorithms taken besides those of the suite
	Skew   time.Duration // tolerance between clocks; zero means DefaultSkew
	Limits Limits        // zero fields mean DefaultLimits
	Now    func() time.Time
}

// DefaultSkew is the tolerance between the clocks of two machines.
const DefaultSkew = 60 * time.Second

// Limits bound what a message may make us do. Past one, the message is refused.
type Limits struct {
	Bytes      int // of an envelope, and of a decrypted part
	Depth      int // nested elements
	Attributes int // of one element, namespace declarations included
	Name       int // bytes of an element's or attribute's name
	References int // of a signature, and of the lists of encrypted data together
	Tokens     int // children of the Security header
	IDs        int // elements that have an id
	Nodes      int // elements, attributes, declarations, texts and comments in the Header, and in an EncryptedData
}

// DefaultLimits let a response of 1,000,000 quakes through. A header of ours has about 150 nodes.
var DefaultLimits = Limits{
	Bytes: 256 << 20, Depth: 64, Attributes: 64, Name: 512, References: 16, Tokens: 32, IDs: 4096, Nodes: 4096,
}

// CheckLength reports an envelope of more bytes than the limit.
func (l Limits) CheckLength(n int) error {
	if n <= l.Bytes {
		return nil
	}
	return fmt.Errorf("the message has %d bytes, Limits.Bytes is %d", n, l.Bytes)
}

// Outgoing is what the role's own messages must carry.
func (c *Config) Outgoing() Protection {
	if c.Role == Initiator {
		return c.Policy.Request
	}
	return c.Policy.Response
}

// Incoming is what messages to the role must carry.
func (c *Config) Incoming() Protection {
	if c.Role == Initiator {
		return c.Policy.Response
	}
	return c.Policy.Request
}

// Clock is the time by the configured clock.
func (c *Config) Clock() time.Time {
	if c.Now != nil {
		return c.Now()
	}
	return time.Now()
}

// Permits reports whether a message may use an algorithm: one of the suite's or of Accept. Engines ask
// before they use it. SHA-1 is besides the digest that rsa-oaep-mgf1p means where it names none.
func (c *Config) Permits(a Algorithm) bool {
	s := c.Policy.Suite.Algorithms()
	switch a {
	case "":
		return false
	case s.Signature, s.Digest, s.Canonicalization, s.KeyTransport, s.KeyWrap(), s.Cipher:
		return true
	}
	return slices.Contains(c.Accept, a)
}

// Bounds gives the limits with defaults in place of zeros.
func (c *Config) Bounds() Limits {
	l, d := c.Limits, DefaultLimits
	for _, f := range []struct{ have, want *int }{
		{&l.Bytes, &d.Bytes}, {&l.Depth, &d.Depth}, {&l.Attributes, &d.Attributes},
		{&l.Name, &d.Name}, {&l.References, &d.References}, {&l.Tokens, &d.Tokens}, {&l.IDs, &d.IDs},
		{&l.Nodes, &d.Nodes},
	} {
		if *f.have == 0 {
			*f.have = *f.want
		}
	}
	return l
}

func (c *Config) skew() time.Duration {
	if c.Skew == 0 {
		return DefaultSkew
	}
	return c.Skew
}
