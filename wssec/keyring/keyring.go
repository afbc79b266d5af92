// Package keyring finds certificates by the names that messages use for them.
//
// Ring.Find looks for the certificate that a Name means.
//
// A message names keys; it brings none: whether what it carries is trusted, others decide.
//
// Specifications: X.509 Token Profile 1.1 section 3; XML Signature 1.1 section 4.5.4; RFC 2253; RFC 5280
// section 4.2.1.2.
package keyring

import (
	"crypto/x509"
	"fmt"

	"seismark/wssec"
)

// Ring is certificates that are at hand.
type Ring []*Certificate

// Of holds the certificates of a configuration.
func Of(c *wssec.Config) Ring {
	var r Ring
	for _, cert := range append([]*x509.Certificate{c.Self.Certificate, c.Peer}, c.Known...) {
		if cert != nil {
			r = append(r, Take(cert))
		}
	}
	return r
}

// Find looks for the certificate that a name means.
func (r Ring) Find(n Name) (*Certificate, error) {
	for _, c := range r {
		if n.Names(c) {
			return c, nil
		}
	}
	return nil, fmt.Errorf("no certificate %s is known: give it as Config.Known (with --cert on the command line)", n)
}
