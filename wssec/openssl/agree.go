package openssl

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/x509"
	"errors"
	"fmt"
	"runtime"
)

// ECDH agrees on a secret with another key on the same curve, as *ecdh.PrivateKey does.
func (k *Key) ECDH(remote *ecdh.PublicKey) ([]byte, error) {
	public, ok := k.public.(*ecdsa.PublicKey)
	if !ok {
		return nil, errors.New("openssl: ECDH: the key is not on a curve")
	}
	if own, err := public.ECDH(); err != nil || own.Curve() != remote.Curve() {
		return nil, errors.New("openssl: ECDH: the other key is on another curve")
	}
	der, err := x509.MarshalPKIXPublicKey(remote)
	if err != nil {
		return nil, fmt.Errorf("openssl: ECDH: %w", err)
	}
	out := make([]byte, (public.Params().BitSize+7)/8)
	n, code, err := k.handle.agree(der, out)
	runtime.KeepAlive(k)
	if err != nil {
		return nil, err
	}
	if n != len(out) {
		return nil, fmt.Errorf("openssl: ECDH: %w", reason(code))
	}
	return out, nil
}
