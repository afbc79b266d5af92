package leanhttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// Transport is an http.RoundTripper without goroutines of its own: that of the caller writes the request and
// reads the answer. It keeps as many connections as there were calls at a time. The zero Transport is ready.
//
// It asks no proxy and speaks no TLS. A request must have its ContentLength, and is copied; the end of its
// context ends a call within a tenth of a second. Nothing is sent twice: a connection that the server has closed is noticed
// before anything is sent, and one that it closes at that moment is an error.
type Transport struct {
	Timeout time.Duration // of a call until its answer is read; zero for none but the context's

	mu   sync.Mutex
	idle map[string][]*link // by address, the last used last
}

const (
	dialTimeout = 10 * time.Second
	maxIdle     = 1024 // connections to an address
)

// RoundTrip sends a request and reads the head of its answer.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	if err := check(r); err != nil {
		return nil, err
	}
	l, err := t.connect(r.Context(), address(r), t.until(r.Context()))
	if err != nil {
		return nil, err
	}
	response, whole, err := l.exchange(r)
	if err != nil {
		l.Close()
		return nil, err
	}
	response.Body = &body{ReadCloser: response.Body, link: l, transport: t, reuse: whole && !response.Close && !r.Close}
	return response, nil
}

// until is when a call has to end, zero for never.
func (t *Transport) until(ctx context.Context) time.Time {
	at, ok := ctx.Deadline()
	if t.Timeout > 0 {
		if own := time.Now().Add(t.Timeout); !ok || own.Before(at) {
			return own
		}
	}
	return at
}

// check refuses what is not spoken here.
func check(r *http.Request) error {
	switch {
	case r.URL.Scheme != "http":
		return fmt.Errorf("leanhttp: %s is not spoken here: use the transport of net/http", r.URL.Scheme)
	case r.Body != nil && r.Body != http.NoBody && r.ContentLength <= 0:
		return errors.New("leanhttp: the length of the request is not known: set ContentLength")
	}
	return r.Context().Err()
}

func address(r *http.Request) string {
	if r.URL.Port() == "" {
		return net.JoinHostPort(r.URL.Hostname(), "80")
	}
	return r.URL.Host
}

// connect gives a connection that is there already, or a new one.
func (t *Transport) connect(ctx context.Context, address string, until time.Time) (*link, error) {
	for l := t.take(address); l != nil; l = t.take(address) {
		if l.quiet() {
			l.begin(ctx, until)
			return l, nil
		}
		l.Close()
	}
	d := net.Dialer{Timeout: dialTimeout, Deadline: until}
	c, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	l := newLink(c, address)
	l.begin(ctx, until)
	return l, nil
}

// take gives the connection that was used last, nil for none.
func (t *Transport) take(address string) *link {
	t.mu.Lock()
	defer t.mu.Unlock()
	links := t.idle[address]
	if len(links) == 0 {
		return nil
	}
	l := links[len(links)-1]
	links[len(links)-1] = nil
	t.idle[address] = links[:len(links)-1]
	return l
}

// keep keeps a connection for another call.
func (t *Transport) keep(l *link) {
	l.ctx = nil
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.idle == nil {
		t.idle = map[string][]*link{}
	}
	if links := t.idle[l.address]; len(links) < maxIdle {
		t.idle[l.address] = append(links, l)
		return
	}
	l.Close()
}

// CloseIdleConnections closes the connections that no call uses.
func (t *Transport) CloseIdleConnections() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, links := range t.idle {
		for _, l := range links {
			l.Close()
		}
	}
	t.idle = nil
}

// body is that of an answer. Read to its end it gives the connection back.
type body struct {
	io.ReadCloser
	link      *link // nil when given back
	transport *Transport
	reuse     bool
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.end(err == io.EOF)
	}
	return n, err
}

// Close closes the connection of a body that was not read to its end.
func (b *body) Close() error {
	b.end(b.ReadCloser == http.NoBody)
	return nil
}

func (b *body) end(whole bool) {
	l := b.link
	b.link = nil
	switch {
	case l == nil:
	case whole && b.reuse:
		b.transport.keep(l)
	default:
		l.Close()
	}
}
