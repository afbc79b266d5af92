package openssl

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/subtle"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"runtime"
)

// Key is a private key in libcrypto. It is a crypto.Signer, for RSA also a crypto.Decrypter, safe for
// concurrent use, and wiped by Close.
type Key struct {
	public crypto.PublicKey
	handle *handle
}

// New copies a private key, an *rsa.PrivateKey or an *ecdsa.PrivateKey, into libcrypto. The key that was
// given stays the caller's, in Go's memory.
func New(key crypto.Signer) (*Key, error) {
	if _, err := load(); err != nil {
		return nil, err
	}
	if !software(key) {
		return nil, fmt.Errorf("openssl: a key of type %T cannot be taken out of its place: give an *rsa.PrivateKey or an *ecdsa.PrivateKey", key)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("openssl: private key: %w", err)
	}
	defer clear(der)
	p, err := privateKey(der)
	if err != nil {
		return nil, fmt.Errorf("openssl: private key: %w", err)
	}
	k := &Key{key.Public(), newHandle(p)}
	runtime.AddCleanup(k, (*handle).close, k.handle)
	return k, nil
}

// software reports whether the key itself is at hand.
func software(key crypto.Signer) bool {
	switch key.(type) {
	case *rsa.PrivateKey, *ecdsa.PrivateKey:
		return true
	}
	return false
}

// Public is the public key, *rsa.PublicKey or *ecdsa.PublicKey.
func (k *Key) Public() crypto.PublicKey { return k.public }

// Sign signs a digest: RSA by PSS with *rsa.PSSOptions, else by PKCS#1 v1.5; ECDSA in ASN.1.
func (k *Key) Sign(_ io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	s, err := signature(signing, k.public, digest, opts)
	if err != nil {
		return nil, fmt.Errorf("openssl: Sign: %w", err)
	}
	out := make([]byte, k.handle.size)
	n, code, err := k.handle.apply(s, nil, digest, out)
	runtime.KeepAlive(k)
	if err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, fmt.Errorf("openssl: Sign: %w", reason(code))
	}
	return out[:n], nil
}

// Decrypt decrypts by OAEP with *rsa.OAEPOptions, and by PKCS#1 v1.5 with *rsa.PKCS1v15DecryptOptions that
// have a SessionKeyLen.
func (k *Key) Decrypt(_ io.Reader, ciphertext []byte, opts crypto.DecrypterOpts) ([]byte, error) {
	if _, ok := k.public.(*rsa.PublicKey); !ok {
		return nil, errors.New("openssl: Decrypt: the key is not of RSA")
	}
	switch o := opts.(type) {
	case *rsa.OAEPOptions:
		return k.decryptOAEP(ciphertext, o)
	case *rsa.PKCS1v15DecryptOptions: //lint:ignore SA1019 messages of older stacks need it; Config.Accept decides
		return k.sessionKey(ciphertext, o.SessionKeyLen)
	}
	return nil, fmt.Errorf("openssl: Decrypt: options of type %T: give *rsa.OAEPOptions or *rsa.PKCS1v15DecryptOptions", opts)
}

func (k *Key) decryptOAEP(ciphertext []byte, opts *rsa.OAEPOptions) ([]byte, error) {
	s, err := encryption(decrypting, opts)
	if err != nil {
		return nil, fmt.Errorf("openssl: Decrypt: %w", err)
	}
	out := make([]byte, k.handle.size)
	n, _, err := k.handle.apply(s, opts.Label, ciphertext, out)
	runtime.KeepAlive(k)
	if err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, rsa.ErrDecryption
	}
	return out[:n], nil
}

// sessionKey is rsa.DecryptPKCS1v15SessionKey: a random key where the padding is wrong, chosen without a
// branch. OpenSSL does the same by itself only since 3.2.
func (k *Key) sessionKey(ciphertext []byte, size int) ([]byte, error) {
	const overhead = 11 // octets of padding at the least
	if size <= 0 {
		return nil, errors.New("openssl: Decrypt: PKCS#1 v1.5 without a SessionKeyLen would tell an attacker about the padding: set it")
	}
	if size > k.handle.size-overhead || len(ciphertext) > k.handle.size {
		return nil, rsa.ErrDecryption
	}
	key := make([]byte, size)
	rand.Read(key)
	out := make([]byte, k.handle.size)
	defer clear(out)
	n, _, err := k.handle.apply(scheme{operation: decrypting, padding: pkcs1}, nil, ciphertext, out)
	runtime.KeepAlive(k)
	if err != nil {
		return nil, err
	}
	subtle.ConstantTimeCopy(subtle.ConstantTimeEq(int32(n), int32(size)), key, out[:size])
	return key, nil
}

// Close frees and wipes the key in libcrypto after the calls under way; later ones get ErrClosed. The
// error is always nil.
func (k *Key) Close() error {
	k.handle.close()
	return nil
}
