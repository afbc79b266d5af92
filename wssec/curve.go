package wssec

import (
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
)

// CurveKey is somebody else's key on an elliptic curve.
type CurveKey struct {
	signs  *ecdsa.PublicKey
	agrees *ecdh.PublicKey
}

func newCurveKey(key *ecdsa.PublicKey) (*CurveKey, error) {
	agrees, err := key.ECDH()
	if err != nil {
		return nil, err
	}
	return &CurveKey{key, agrees}, nil
}

// Verify checks an ECDSA signature in ASN.1 over a digest.
func (k *CurveKey) Verify(digest, signature []byte, _ crypto.SignerOpts) error {
	if !ecdsa.VerifyASN1(k.signs, digest, signature) {
		return errors.New("ECDSA verification failed")
	}
	return nil
}

// Encrypt fails.
func (k *CurveKey) Encrypt([]byte, *rsa.OAEPOptions) ([]byte, error) {
	return nil, errors.New("a key on a curve does not encrypt: the suite must agree on a key with ECDH-ES")
}

// Public is the key itself.
func (k *CurveKey) Public() *ecdsa.PublicKey { return k.signs }

// Agree makes an ephemeral key on the curve, and gives its point and the secret that both agree on.
func (k *CurveKey) Agree() (point, secret []byte, err error) {
	ephemeral, err := k.agrees.Curve().GenerateKey(rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	if secret, err = ephemeral.ECDH(k.agrees); err != nil {
		return nil, nil, err
	}
	return ephemeral.PublicKey().Bytes(), secret, nil
}

// exchanger is a private key on a curve that agrees on secrets, such as *ecdh.PrivateKey.
type exchanger interface {
	ECDH(remote *ecdh.PublicKey) ([]byte, error)
}

// Decrypter is what deciphers with the identity's key, nil where it cannot. For RSA it is the key itself. The
// one of a key on a curve takes a point, uncompressed, and gives the secret that both agree on; it is made
// from the key, which takes time: ask once.
func (id Identity) Decrypter() crypto.Decrypter {
	if id.Key == nil {
		return nil
	}
	public, ok := id.Key.Public().(*ecdsa.PublicKey)
	if !ok {
		d, _ := id.Key.(crypto.Decrypter)
		return d
	}
	own, err := public.ECDH()
	if err != nil {
		return nil
	}
	switch key := id.Key.(type) {
	case *ecdsa.PrivateKey:
		if private, err := key.ECDH(); err == nil {
			return agreement{id.Key, private, own.Curve()}
		}
	case exchanger:
		return agreement{id.Key, key, own.Curve()}
	}
	return nil
}

// agreement is the Decrypter of a key on a curve.
type agreement struct {
	crypto.Signer
	private exchanger
	curve   ecdh.Curve
}

func (a agreement) Decrypt(_ io.Reader, point []byte, _ crypto.DecrypterOpts) ([]byte, error) {
	other, err := a.curve.NewPublicKey(point)
	if err != nil {
		return nil, fmt.Errorf("the other key: %w", err)
	}
	return a.private.ECDH(other)
}
