package leanhttp

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// Caller sends requests to one address, without goroutines of its own: that of the call writes the request
// and reads the answer. It keeps as many connections as there were calls at a time.
//
// It asks no proxy and speaks no TLS. Nothing is sent twice: a connection that the server has closed is
// noticed before anything is sent, and one that it closes at that moment is an error. The end of its context
// ends a call within a tenth of a second.
type Caller struct {
	address string
	head    []byte // of every request, but for the length of its body
	timeout time.Duration

	mu   sync.Mutex
	idle []*link // the last used last
}

const (
	dialTimeout = 10 * time.Second
	maxIdle     = 1024
)

// NewCaller makes a Caller whose requests are like r, but for their bodies. A call may take timeout, until its
// answer is read.
func NewCaller(r *http.Request, timeout time.Duration) (*Caller, error) {
	if r.URL.Scheme != "http" {
		return nil, fmt.Errorf("leanhttp: %s is not spoken here: use the transport of net/http", r.URL.Scheme)
	}
	head, err := appendHead(nil, r)
	if err != nil {
		return nil, err
	}
	return &Caller{address: address(r), head: head, timeout: timeout}, nil
}

func address(r *http.Request) string {
	if r.URL.Port() == "" {
		return net.JoinHostPort(r.URL.Hostname(), "80")
	}
	return r.URL.Host
}

// Answer is a plain answer. Its memory is used again.
type Answer struct {
	Status int
	Media  string // the Content-Type
	Body   []byte
}

// Call sends a request with a body and reads its answer. A plain one, of up to limit bytes, is read into a.
// Any other is given as net/http reads it: the body of that is not read yet, and must be closed.
func (c *Caller) Call(ctx context.Context, body []byte, a *Answer, limit int) (*http.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l, err := c.connect(ctx, c.until(ctx))
	if err != nil {
		return nil, err
	}
	response, whole, err := l.exchange(c.head, body, a, limit)
	switch {
	case err != nil:
		l.Close()
		return nil, err
	case response == nil:
		c.end(l, whole)
		return nil, nil
	}
	response.Body = &rest{ReadCloser: response.Body, link: l, caller: c, reuse: whole && !response.Close}
	return response, nil
}

// until is when a call has to end.
func (c *Caller) until(ctx context.Context) time.Time {
	own := time.Now().Add(c.timeout)
	if at, ok := ctx.Deadline(); ok && at.Before(own) {
		return at
	}
	return own
}

// connect gives a connection that is there already, or a new one.
func (c *Caller) connect(ctx context.Context, until time.Time) (*link, error) {
	for l := c.take(); l != nil; l = c.take() {
		if l.r.Buffered() == 0 && l.quiet() { // else the server has closed it, or said what nobody asked for
			l.begin(ctx, until)
			return l, nil
		}
		l.Close()
	}
	d := net.Dialer{Timeout: dialTimeout, Deadline: until}
	nc, err := d.DialContext(ctx, "tcp", c.address)
	if err != nil {
		return nil, err
	}
	l := newLink(nc)
	l.begin(ctx, until)
	return l, nil
}

// take gives the connection that was used last, nil for none.
func (c *Caller) take() (l *link) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.idle); n > 0 {
		l, c.idle[n-1] = c.idle[n-1], nil
		c.idle = c.idle[:n-1]
	}
	return l
}

// end ends a call on a connection, which can be used again or not.
func (c *Caller) end(l *link, reuse bool) {
	l.ctx = nil
	if reuse {
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.idle) < maxIdle {
			c.idle = append(c.idle, l)
			return
		}
	}
	l.Close()
}

// CloseIdleConnections closes the connections that no call uses.
func (c *Caller) CloseIdleConnections() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range c.idle {
		l.Close()
	}
	c.idle = nil
}
