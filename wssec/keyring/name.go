package keyring

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
)

// Name is what a message calls a certificate. Zero names none.
type Name struct {
	kind   kind
	value  []byte // an identifier, a thumbprint
	issuer string
	serial string // decimal, without zeros in front
}

type kind uint8

const (
	bySubjectKey kind = iota + 1
	byThumbprint
	byIssuer
)

// SubjectKey is the name by a subject key identifier.
func SubjectKey(id []byte) Name { return Name{kind: bySubjectKey, value: id} }

// Thumbprint is the name by the SHA-1 of the certificate.
func Thumbprint(sum []byte) Name { return Name{kind: byThumbprint, value: sum} }

// maxSerial bounds decimal serial numbers: 20 octets are 49 digits (RFC 5280 section 4.1.2.2).
const maxSerial = 64

// IssuerSerial is the name by who issued the certificate and its number.
func IssuerSerial(issuer, serial string) (Name, error) {
	serial = strings.Trim(serial, " \t\r\n")
	if isDecimal(serial) {
		return Name{kind: byIssuer, issuer: issuer, serial: serial}, nil
	}
	if len(serial) <= maxSerial {
		if n, ok := new(big.Int).SetString(serial, 10); ok {
			return Name{kind: byIssuer, issuer: issuer, serial: n.String()}, nil
		}
	}
	return Name{}, fmt.Errorf("X509SerialNumber is not a decimal number of at most %d digits", maxSerial)
}

// isDecimal reports whether a number stands as we write it.
func isDecimal(s string) bool {
	return len(s) > 0 && len(s) <= maxSerial && s[0] != '0' && strings.Trim(s, "0123456789") == ""
}

// Names reports whether this is a name of the certificate.
func (n Name) Names(c *Certificate) bool {
	switch n.kind {
	case bySubjectKey:
		return c.SubjectKey != nil && bytes.Equal(c.SubjectKey, n.value)
	case byThumbprint:
		return bytes.Equal(c.Thumbprint[:], n.value)
	case byIssuer:
		return c.Serial == n.serial && (c.Issuer == n.issuer && n.issuer != "" || sameIssuer(n.issuer, c.RawIssuer))
	}
	return false
}

func (n Name) String() string {
	switch n.kind {
	case bySubjectKey:
		return fmt.Sprintf("with the subject key identifier %x", n.value)
	case byThumbprint:
		return fmt.Sprintf("with the SHA-1 thumbprint %x", n.value)
	case byIssuer:
		return fmt.Sprintf("of the issuer %q with the serial number %s", n.issuer, n.serial)
	}
	return "without a name"
}
