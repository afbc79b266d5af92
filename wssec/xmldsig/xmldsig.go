// Package xmldsig is the algorithms of XML Signature: digests of octets, and signatures over octets.
//
// Sign and Verify do a signature, Sum a digest. Which octets these are, and which algorithms a message may
// use, others decide.
//
// Specifications: XML Signature 1.1 section 6; RFC 9231 section 2.
package xmldsig

import (
	"crypto"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"

	"seismark/wssec"
)

// DigestHash is the hash of a digest algorithm, zero for one that is not known.
func DigestHash(a wssec.Algorithm) crypto.Hash {
	switch a {
	case wssec.SHA1:
		return crypto.SHA1
	case wssec.SHA256:
		return crypto.SHA256
	case wssec.SHA384:
		return crypto.SHA384
	case wssec.SHA512:
		return crypto.SHA512
	}
	return 0
}

// SignatureHash is the hash of a signature algorithm, all of which are RSA with PKCS #1 v1.5 here.
func SignatureHash(a wssec.Algorithm) crypto.Hash {
	switch a {
	case wssec.RSASHA1:
		return crypto.SHA1
	case wssec.RSASHA256:
		return crypto.SHA256
	case wssec.RSASHA384:
		return crypto.SHA384
	case wssec.RSASHA512:
		return crypto.SHA512
	}
	return 0
}

// Sum appends the digest of octets by one of the hashes above.
func Sum(dst []byte, h crypto.Hash, octets []byte) []byte {
	switch h {
	case crypto.SHA1:
		sum := sha1.Sum(octets)
		return append(dst, sum[:]...)
	case crypto.SHA384:
		sum := sha512.Sum384(octets)
		return append(dst, sum[:]...)
	case crypto.SHA512:
		sum := sha512.Sum512(octets)
		return append(dst, sum[:]...)
	}
	sum := sha256.Sum256(octets)
	return append(dst, sum[:]...)
}

// MaxSum is the length of the longest digest.
const MaxSum = sha512.Size

// Sign gives the value of a signature over octets.
func Sign(key crypto.Signer, a wssec.Algorithm, octets []byte) ([]byte, error) {
	var sum [MaxSum]byte
	hash := SignatureHash(a)
	return key.Sign(rand.Reader, Sum(sum[:0], hash, octets), hash)
}

// Verify reports why a value is not the signature over octets, or nil.
func Verify(key wssec.PublicKey, a wssec.Algorithm, octets, value []byte) error {
	var sum [MaxSum]byte
	hash := SignatureHash(a)
	return key.Verify(Sum(sum[:0], hash, octets), value, hash)
}
