package keystore

import (
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"strings"

	"software.sslmate.com/src/go-pkcs12"
)

// parseDER reads PKCS#12 and a lone certificate, which begin with the same octet.
func parseDER(data []byte, password string) (*Store, *Error) {
	if len(data) > 1 && data[1] == 0x80 {
		return nil, refuse("PKCS#12 in BER, with indefinite lengths, cannot be read").
			try("rewrite it: openssl pkcs12 -in FILE -nodes | openssl pkcs12 -export -out new.p12")
	}
	if c, err := x509.ParseCertificate(data); err == nil {
		return &Store{Certificates: []*x509.Certificate{c}}, nil
	}
	if !isPFX(data) {
		return nil, refuse("neither PKCS#12 nor a certificate").try("write a private key as PEM: openssl pkey -inform der -in FILE -out new.key")
	}
	if iterations(data, 0) > maxIterations {
		return nil, refuse("PKCS#12 asks for more than %d iterations of its key derivation", maxIterations)
	}
	return parsePKCS12(data, password)
}

// isPFX looks for the head of a PFX: a sequence that begins with version 3 (RFC 7292 section 4).
func isPFX(data []byte) bool {
	var pfx struct {
		Version int
		Rest    asn1.RawValue
		Mac     asn1.RawValue `asn1:"optional"`
	}
	_, err := asn1.Unmarshal(data, &pfx)
	return err == nil && pfx.Version == 3
}

func parsePKCS12(data []byte, password string) (*Store, *Error) {
	key, first, rest, err := pkcs12.DecodeChain(data, password)
	if err != nil {
		if trusted, e := pkcs12.DecodeTrustStore(data, password); e == nil && len(trusted) > 0 {
			return join(nil, trusted)
		}
		return nil, explainPKCS12(err)
	}
	s, err := signer(key)
	if err != nil {
		return nil, refuse("%w", err)
	}
	// The library takes the first certificate for that of the key; some programs write the issuer first.
	return join([]crypto.Signer{s}, append([]*x509.Certificate{first}, rest...))
}

func explainPKCS12(err error) *Error {
	if errors.Is(err, pkcs12.ErrIncorrectPassword) || errors.Is(err, pkcs12.ErrDecryption) {
		return &Error{Err: ErrPassword}
	}
	switch text := strings.TrimPrefix(err.Error(), "pkcs12: "); text {
	case "private key missing", "certificate missing":
		return refuse("PKCS#12: %s", text).try("give a store with one key and its certificate")
	case "expected exactly one key bag":
		return refuse("PKCS#12 holds several private keys").try("give a store with one key and its certificate")
	case "no MAC in data":
		return refuse("PKCS#12 has no password").try("give an empty password")
	default:
		return refuse("PKCS#12: %s", text)
	}
}

// iterations is how many times the key derivations that a PKCS#12 file shows before it is decrypted go
// round. In all structures that have a count, MacData, PBEParameter and PBKDF2-params, it follows the salt:
// an INTEGER after an OCTET STRING in one sequence.
func iterations(der []byte, depth int) int64 {
	const deepest = 16
	var sum int64
	salted := false
	for len(der) > 0 && depth < deepest && sum <= maxIterations {
		var v asn1.RawValue
		rest, err := asn1.Unmarshal(der, &v)
		if err != nil {
			return sum
		}
		universal := v.Class == asn1.ClassUniversal
		if universal && v.Tag == asn1.TagInteger && salted {
			sum += count(v.FullBytes)
		}
		salted = universal && v.Tag == asn1.TagOctetString
		if v.IsCompound || salted {
			sum += iterations(v.Bytes, depth+1)
		}
		der = rest
	}
	return sum
}

// count is the value of an INTEGER, but no more than passes the limit, and for nonsense just that.
func count(integer []byte) int64 {
	var n int64
	if _, err := asn1.Unmarshal(integer, &n); err != nil || n < 0 {
		return maxIterations + 1
	}
	return min(n, maxIterations+1)
}
