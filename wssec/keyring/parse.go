package keyring

import (
	"crypto/x509"
	"encoding/asn1"
	"errors"
)

// ParsePath reads a PKIPath and gives the certificate of the signer, which comes last (X.509 Token Profile
// 1.1 section 3.1). The others are not used: the signer's own chain must be one that is trusted.
func ParsePath(der []byte) (*x509.Certificate, error) {
	var path asn1.RawValue
	if rest, err := asn1.Unmarshal(der, &path); err != nil || len(rest) > 0 || path.Tag != asn1.TagSequence {
		return nil, errors.New("not a sequence of certificates")
	}
	certs, err := x509.ParseCertificates(path.Bytes)
	if err != nil {
		return nil, err
	}
	if len(certs) == 0 {
		return nil, errors.New("a path of no certificates")
	}
	return certs[len(certs)-1], nil
}
