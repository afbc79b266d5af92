package openssl

import (
	"fmt"
	"sync"
	"unsafe"
)

// handle is a key of libcrypto and the contexts that were prepared for it, one for each scheme that was
// asked for. A call works on a copy of a prepared context: that costs 0.1 us and no lock, where a context
// made anew costs 2 us and locks in libcrypto, which is a sixth of BenchmarkVerify (OpenSSL 3.0.19, AMD
// EPYC, 2026-11). A pool of used contexts would save nothing over that, and keep the key alive after close.
type handle struct {
	mu       sync.RWMutex // calls hold it for reading, and so do not wait for each other
	key      unsafe.Pointer
	contexts map[scheme]unsafe.Pointer
	size     int // of the longest output
}

func newHandle(key unsafe.Pointer) *handle {
	return &handle{key: key, contexts: map[scheme]unsafe.Pointer{}, size: keySize(key)}
}

// apply runs an operation that gives octets. n is -1 with libcrypto's code where the operation fails; err
// is for what cannot depend on the input.
func (h *handle) apply(s scheme, label, in, out []byte) (n int, code uint64, err error) {
	context, err := h.acquire(s)
	if err != nil {
		return -1, 0, err
	}
	defer h.mu.RUnlock()
	n, code = apply(context, s.operation, label, in, out)
	return n, code, nil
}

func (h *handle) verify(s scheme, signature, digest []byte) (bool, error) {
	context, err := h.acquire(s)
	if err != nil {
		return false, err
	}
	defer h.mu.RUnlock()
	return verify(context, signature, digest), nil
}

// agree has no context to copy: the other key is part of one.
func (h *handle) agree(peer, out []byte) (n int, code uint64, err error) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if h.key == nil {
		return -1, 0, ErrClosed
	}
	n, code = agree(h.key, peer, out)
	return n, code, nil
}

// acquire gives the context for a scheme, with mu held for reading where there is no error.
func (h *handle) acquire(s scheme) (unsafe.Pointer, error) {
	for {
		h.mu.RLock()
		if context, ok := h.contexts[s]; ok {
			return context, nil
		}
		h.mu.RUnlock()
		if err := h.add(s); err != nil {
			return nil, err
		}
	}
}

func (h *handle) add(s scheme) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.key == nil {
		return ErrClosed
	}
	if _, ok := h.contexts[s]; ok {
		return nil
	}
	context, err := prepare(h.key, s)
	if err != nil {
		return fmt.Errorf("openssl: libcrypto refuses %v: %w", s, err)
	}
	h.contexts[s] = context
	return nil
}

// close waits for the calls under way. Each context holds a reference to the key, so that freeing the key
// alone would not cleanse it.
func (h *handle) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, context := range h.contexts {
		freeContext(context)
	}
	clear(h.contexts)
	if h.key != nil {
		freeKey(h.key)
	}
	h.key = nil
}
