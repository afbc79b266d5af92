package wssec

import (
	"fmt"
	"strings"
)

// KeyReference is a way to name a key (X.509 Token Profile 1.1.1 section 3.2; SOAP Message Security 1.1.1
// section 7). It says what is written: a message that is read may name keys in any of them.
type KeyReference uint8

const (
	ByDefault              KeyReference = iota // ByToken for a signature, ByIssuerSerial for encryption
	ByToken                                    // the certificate is a BinarySecurityToken of the header
	ByIssuerSerial                             // X509IssuerSerial
	BySubjectKeyIdentifier                     // the value of the certificate's extension of this name
	ByThumbprintSHA1                           // the SHA-1 of the certificate
	ByX509Data                                 // the certificate itself stands in the KeyInfo (XML Signature 1.1 section 4.5.4)
	ByEncryptedKeySHA1                         // no certificate: an answer is encrypted under the key of its request
)

var keyReferences = [...]string{
	ByDefault:              "default",
	ByToken:                "token",
	ByIssuerSerial:         "issuer-serial",
	BySubjectKeyIdentifier: "subject-key-identifier",
	ByThumbprintSHA1:       "thumbprint-sha1",
	ByX509Data:             "x509-data",
	ByEncryptedKeySHA1:     "encrypted-key-sha1",
}

// KeyReferences is the list of ways that can be chosen.
func KeyReferences() []KeyReference {
	var list []KeyReference
	for i := range keyReferences[1:] {
		list = append(list, KeyReference(i+1))
	}
	return list
}

// String is the way's name in flags and files.
func (r KeyReference) String() string {
	if int(r) < len(keyReferences) {
		return keyReferences[r]
	}
	return fmt.Sprintf("KeyReference(%d)", uint8(r))
}

// Set makes a *KeyReference a flag value.
func (r *KeyReference) Set(name string) error {
	var names []string
	for i, n := range keyReferences {
		if n == name {
			*r = KeyReference(i)
			return nil
		}
		names = append(names, n)
	}
	return fmt.Errorf("wssec: no key reference %q: choose from %s", name, strings.Join(names, ", "))
}

// Type is the word for it in a usage text.
func (r *KeyReference) Type() string { return "reference" }

// MarshalText and UnmarshalText make a KeyReference a configuration value.
func (r KeyReference) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText is Set.
func (r *KeyReference) UnmarshalText(b []byte) error { return r.Set(string(b)) }

// SignatureReference is how a signature of the direction names its key: SignatureKey with its default.
func (p *Protection) SignatureReference() KeyReference {
	if p.SignatureKey == ByDefault {
		return ByToken
	}
	return p.SignatureKey
}

// EncryptionReference is how an EncryptedKey of the direction names its recipient: EncryptionKey with its default.
func (p *Protection) EncryptionReference() KeyReference {
	if p.EncryptionKey == ByDefault {
		return ByIssuerSerial
	}
	return p.EncryptionKey
}
