package wssec

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"fmt"
)

// Key is a kind of key.
type Key uint8

const (
	KeyNone Key = iota
	RSA2048     // RSA of at least so many bits
	RSA3072
	RSA4096
	P256 // on just this curve
	P384
)

var keys = []struct {
	name  string
	bits  int
	curve elliptic.Curve
}{
	KeyNone: {"none", 0, nil},
	RSA2048: {"rsa2048", 2048, nil},
	RSA3072: {"rsa3072", 3072, nil},
	RSA4096: {"rsa4096", 4096, nil},
	P256:    {"p256", 0, elliptic.P256()},
	P384:    {"p384", 0, elliptic.P384()},
}

// Keys is the list of kinds that suites need, the default's first.
func Keys() []Key { return []Key{RSA2048, RSA3072, RSA4096, P256, P384} }

// String is the kind's name in files and tables.
func (k Key) String() string {
	if int(k) >= len(keys) {
		return fmt.Sprintf("Key(%d)", uint8(k))
	}
	return keys[k].name
}

// Bits is the least size of an RSA key of the kind, zero for others.
func (k Key) Bits() int { return keys[k].bits }

// Curve is the curve of the kind, nil for RSA.
func (k Key) Curve() elliptic.Curve { return keys[k].curve }

// Words is the kind in errors, such as "a key on the curve P-256".
func (k Key) Words() string {
	if c := k.Curve(); c != nil {
		return "a key on the curve " + c.Params().Name
	}
	return fmt.Sprintf("an RSA key of at least %d bits", k.Bits())
}

// describe is a public key in errors.
func describe(public crypto.PublicKey) string {
	switch p := public.(type) {
	case *rsa.PublicKey:
		return fmt.Sprintf("RSA of %d bits", p.N.BitLen())
	case *ecdsa.PublicKey:
		return "on the curve " + p.Params().Name
	}
	return fmt.Sprintf("of type %T", public)
}

// Fits reports whether a public key is of the kind.
func (k Key) Fits(public crypto.PublicKey) bool {
	switch p := public.(type) {
	case *rsa.PublicKey:
		return k.Bits() > 0 && p.N.BitLen() >= k.Bits()
	case *ecdsa.PublicKey:
		return k.Curve() != nil && p.Curve == k.Curve()
	}
	return false
}
