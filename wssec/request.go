package wssec

import (
	"bytes"
	"crypto/sha1"
)

// Request is what of a request its answer can refer to. Both sides have one: who asked, and who answers.
type Request struct {
	Signature []byte     // the value of its signature, nil where it has none
	Key       SessionKey // that its Body is enciphered with, zero where it is not
}

// SessionKey is a key that both sides have, and the name of which is the digest of its enciphered form.
type SessionKey struct{ enciphered, octets []byte }

// Put keeps a key and its enciphered form, both as copies.
func (k *SessionKey) Put(enciphered, octets []byte) {
	k.enciphered = append(k.enciphered[:0], enciphered...)
	k.octets = append(k.octets[:0], octets...)
}

// Octets is the key itself, empty where there is none. It must not be changed.
func (k *SessionKey) Octets() []byte { return k.octets }

// Digest names the key: EncryptedKeySHA1 (SOAP Message Security 1.1.1 section 7.3).
func (k *SessionKey) Digest() [sha1.Size]byte { return sha1.Sum(k.enciphered) }

// Named reports whether the digest is the key's name.
func (k *SessionKey) Named(digest []byte) bool {
	if len(k.octets) == 0 {
		return false
	}
	sum := k.Digest()
	return bytes.Equal(sum[:], digest)
}

// Exchanger is an Engine whose answers can refer to their requests.
type Exchanger interface {
	Engine
	Exchange(r *Request) Engine // what the function Exchange gives
}

// Exchange gives the engine of an Initiator for one call at a time: what it opens has to be the answer to what it
// sealed last, of which it keeps in r what an answer can refer to. Only so can an answer be opened that confirms the
// signature of its request, or that is encrypted under the key of its request.
//
// It is a Direct where e is one. It is e itself where nothing needs to be kept; else it is not for concurrent use,
// but can be used again for the next call.
func Exchange(e Engine, r *Request) Engine {
	if x, ok := e.(Exchanger); ok {
		return x.Exchange(r)
	}
	return e
}

// Reset forgets the request, but for the memory.
func (r *Request) Reset() {
	r.Signature = nil
	r.Key.Put(nil, nil)
}

// Keeps reports whether the role keeps of requests what their answers can refer to.
func (c *Config) Keeps() bool {
	request, response := &c.Policy.Request, &c.Policy.Response
	if c.Role == Initiator { // who answers chooses how the key is named
		return response.Confirm || len(request.Encrypt) > 0 && len(response.Encrypt) > 0
	}
	return response.Confirm || response.EncryptionKey == ByEncryptedKeySHA1
}
