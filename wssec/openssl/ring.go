package openssl

import (
	"crypto/rsa"
	"sync"
)

// Ring keeps public keys in libcrypto: to copy one there takes longer than a signature that it verifies. The
// zero value is ready, and safe for concurrent use.
type Ring struct {
	mu   sync.RWMutex
	keys map[ringKey]*PublicKey
}

// ringKey is a key's modulus and exponent.
type ringKey struct {
	n string
	e int
}

// maxRing bounds what strangers' certificates make a Ring keep; past it, all are let go.
const maxRing = 1024

// maxBits is the longest key that is kept.
const maxBits = 16384

// Public gives the key in libcrypto.
func (r *Ring) Public(key *rsa.PublicKey) (*PublicKey, error) {
	if key.N == nil || key.N.BitLen() > maxBits || key.N.Sign() < 0 {
		return NewPublic(key)
	}
	var room [maxBits / 8]byte
	n := key.N.FillBytes(room[:(key.N.BitLen()+7)/8])
	r.mu.RLock()
	k := r.keys[ringKey{string(n), key.E}] // which is no allocation
	r.mu.RUnlock()
	if k != nil {
		return k, nil
	}
	k, err := NewPublic(key)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.keys == nil || len(r.keys) >= maxRing {
		r.keys = map[ringKey]*PublicKey{}
	}
	r.keys[ringKey{string(n), key.E}] = k
	return k, nil
}
