package xmlenc

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"fmt"

	"seismark/wssec"
)

// Transport enciphers session keys: an algorithm with its parameters, those of OAEP (XML Encryption 1.1 section
// 5.5.2) or of ECDH-ES (section 5.6.4).
type Transport struct {
	Algorithm wssec.Algorithm
	Hash      crypto.Hash // of OAEP, of ConcatKDF
	Mask      crypto.Hash // of OAEP's MGF1
	Label     []byte      // of OAEP

	KeyWrap   wssec.Algorithm // under the agreed key
	Info      []byte          // of ConcatKDF: its OtherInfo
	Ephemeral []byte          // the point of the key that was made for one session key, uncompressed

	key    wssec.Key // whose curve the point is on
	shared []byte    // the session key, see Shared
}

// Shared is for a session key that both sides have already, from a message that a suite's transport brought:
// Unwrap gives it, whatever the value.
func Shared(s wssec.Suite, session []byte) Transport {
	return Transport{Algorithm: s.Algorithms().KeyTransport, shared: session}
}

// TransportOf gives the algorithm without parameters: OAEP then means SHA-1, for digest and mask. It is not
// ok where the algorithm is not known.
func TransportOf(a wssec.Algorithm) (t Transport, ok bool) {
	switch a {
	case wssec.RSA15, wssec.ECDHES:
		return Transport{Algorithm: a}, true
	case wssec.RSAOAEP, wssec.RSAOAEPMGF1P:
		return Transport{Algorithm: a, Hash: crypto.SHA1, Mask: crypto.SHA1}, true
	}
	return t, false
}

// TransportFor gives a suite's algorithm with the parameters that the engines write.
func TransportFor(s wssec.Suite) (Transport, error) {
	a := s.Algorithms()
	t, ok := TransportOf(a.KeyTransport)
	if !ok {
		return t, fmt.Errorf("%s is not a key transport that the engines have", a.KeyTransport)
	}
	switch a.KeyTransport {
	case wssec.RSAOAEP:
		t.Hash, t.Mask = a.Digest.Hash(), a.Digest.Hash()
	case wssec.ECDHES:
		t.KeyWrap, t.key, t.Hash = a.KeyWrap(), s.Key(), a.Digest.Hash()
		t.Info = []byte(t.KeyWrap)
	}
	return t, nil
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

// Wrap enciphers a session key: by OAEP, or under a key that is agreed on with an ephemeral one. Of that, it
// sets Ephemeral.
func (t *Transport) Wrap(key wssec.PublicKey, session []byte) ([]byte, error) {
	if t.Algorithm != wssec.ECDHES {
		return key.Encrypt(session, &rsa.OAEPOptions{Hash: t.Hash, MGFHash: t.Mask, Label: t.Label})
	}
	curve, ok := key.(*wssec.CurveKey)
	if !ok {
		return nil, fmt.Errorf("a key of type %T agrees on no other", key)
	}
	if t.key.Curve() != nil && curve.Public().Curve != t.key.Curve() {
		return nil, fmt.Errorf("the key is on the curve %s, the suite needs %s", curve.Public().Params().Name, t.key)
	}
	point, secret, err := curve.Agree()
	if err != nil {
		return nil, err
	}
	t.Ephemeral = point
	return wrapAES(t.derive(secret), session)
}

// derive gives the key that a session key is wrapped under.
func (t *Transport) derive(secret []byte) []byte {
	return concatKDF(t.Hash, secret, t.Info, wrapKeySize(t.KeyWrap))
}

// Unwrap gives a session key of a size, deciphered by what wssec.Identity.Decrypter gives. Where the value does
// not decipher to one, the key is a random one beside the error.
func (t *Transport) Unwrap(key crypto.Decrypter, value []byte, size int) ([]byte, error) {
	random := make([]byte, size)
	rand.Read(random)
	session, err := t.unwrap(key, value, size)
	if err != nil {
		return random, fmt.Errorf("the key does not decipher: %w", err)
	}
	if len(session) != size {
		return random, fmt.Errorf("the key has %d bytes, the cipher takes %d", len(session), size)
	}
	return session, nil
}

func (t *Transport) unwrap(key crypto.Decrypter, value []byte, size int) ([]byte, error) {
	if t.shared != nil {
		return bytes.Clone(t.shared), nil
	}
	switch t.Algorithm {
	case wssec.ECDHES:
		secret, err := key.Decrypt(rand.Reader, t.Ephemeral, nil)
		if err != nil {
			return nil, err
		}
		return unwrapAES(t.derive(secret), value)
	case wssec.RSA15:
		//lint:ignore SA1019 only where Config.Accept names it, and then without a sign of what was wrong
		return key.Decrypt(rand.Reader, value, &rsa.PKCS1v15DecryptOptions{SessionKeyLen: size}) // gives a random key itself
	}
	return key.Decrypt(rand.Reader, value, &rsa.OAEPOptions{Hash: t.Hash, MGFHash: t.Mask, Label: t.Label})
}
