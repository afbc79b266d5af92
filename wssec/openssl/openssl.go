// Package openssl does RSA and ECDSA with OpenSSL's libcrypto, which is faster than Go's own for some keys.
//
// New makes a Key from a private key, a crypto.Signer, for RSA also a crypto.Decrypter and for curves what agrees
// by ECDH, in place of the one given; NewPublic does the same for an RSA public key. Choose picks between this package and Go's by
// a mode of its list.
//
// The library is looked for at run time: libcrypto.so.3, on Linux, by a program that was built with cgo.
// Everywhere else the package builds too, and Available, New and NewPublic say what is missing; the error
// is ErrUnavailable.
//
// Signatures are those of RFC 8017 (PKCS#1 v1.5 and PSS, chosen by crypto.SignerOpts as in crypto/rsa) and
// ECDSA in ASN.1; encryption is OAEP. Results are crypto/rsa's also for what fails: rsa.ErrDecryption,
// rsa.ErrVerification, rsa.ErrMessageTooLong. Decryption of PKCS#1 v1.5 is for session keys only, as in
// rsa.DecryptPKCS1v15SessionKey: what is wrong with the padding shows neither in the result nor in a branch
// that is taken here. Without a SessionKeyLen it could not be hidden, and is refused.
//
// Random readers are ignored, as libcrypto draws its own.
package openssl

import "errors"

// ErrUnavailable is why nothing can be made: libcrypto is not there, or not for this build.
var ErrUnavailable = errors.New("openssl: libcrypto is not available")

// ErrClosed is the answer of a key after its Close.
var ErrClosed = errors.New("openssl: the key is closed")

// Available gives libcrypto's own words for its version, such as "OpenSSL 3.0.19 27 Jan 2026", or why it
// cannot be used.
func Available() (version string, err error) { return load() }
