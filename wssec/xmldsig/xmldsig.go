// Package xmldsig is the algorithms of XML Signature: digests of octets, and signatures over octets.
//
// Sign and Verify do a signature, Sum a digest. Which octets these are, and which algorithms a message may
// use, others decide.
//
// Specifications: XML Signature 1.1 section 6; RFC 9231 section 2.3.
package xmldsig

import (
	"crypto"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"

	"seismark/wssec"
)

// DigestHash is the hash of a digest algorithm, zero for one that is not known.
func DigestHash(a wssec.Algorithm) crypto.Hash { return a.Hash() }

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
