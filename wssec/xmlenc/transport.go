package xmlenc

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"fmt"

	"seismark/wssec"
)

// Transport enciphers session keys: an algorithm with its parameters (XML Encryption 1.1 section 5.5). The
// hashes and the label are OAEP's.
type Transport struct {
	Algorithm  wssec.Algorithm
	Hash, Mask crypto.Hash
	Label      []byte
}

// TransportOf gives the algorithm without parameters: OAEP then means SHA-1, for digest and mask. It is not
// ok where the algorithm is not known.
func TransportOf(a wssec.Algorithm) (t Transport, ok bool) {
	switch a {
	case wssec.RSA15:
		return Transport{Algorithm: a}, true
	case wssec.RSAOAEP, wssec.RSAOAEPMGF1P:
		return Transport{Algorithm: a, Hash: crypto.SHA1, Mask: crypto.SHA1}, true
	}
	return t, false
}

const mgf1 = "http://www.w3.org/2009/xmlenc11#mgf1"

// MaskHash is the hash of a mask generation function, zero for one that is not known.
func MaskHash(a wssec.Algorithm) crypto.Hash {
	switch a {
	case mgf1 + "sha1":
		return crypto.SHA1
	case mgf1 + "sha256":
		return crypto.SHA256
	case mgf1 + "sha384":
		return crypto.SHA384
	case mgf1 + "sha512":
		return crypto.SHA512
	}
	return 0
}

// Wrap enciphers a session key by OAEP.
func (t Transport) Wrap(key wssec.PublicKey, session []byte) ([]byte, error) {
	return key.Encrypt(session, &rsa.OAEPOptions{Hash: t.Hash, MGFHash: t.Mask, Label: t.Label})
}

// Unwrap gives a session key of a size. Where the value does not decipher to one, the key is a random one
// beside the error.
func (t Transport) Unwrap(key crypto.Decrypter, value []byte, size int) ([]byte, error) {
	random := make([]byte, size)
	rand.Read(random)
	session, err := key.Decrypt(rand.Reader, value, t.options(size))
	if err != nil {
		return random, fmt.Errorf("the key does not decipher: %w", err)
	}
	if len(session) != size {
		return random, fmt.Errorf("the key has %d bytes, the cipher takes %d", len(session), size)
	}
	return session, nil
}

func (t Transport) options(size int) crypto.DecrypterOpts {
	if t.Algorithm == wssec.RSA15 {
		//lint:ignore SA1019 only where Config.Accept names it, and then without a sign of what was wrong
		return &rsa.PKCS1v15DecryptOptions{SessionKeyLen: size} // gives a random key itself
	}
	return &rsa.OAEPOptions{Hash: t.Hash, MGFHash: t.Mask, Label: t.Label}
}
