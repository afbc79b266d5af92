// Package client calls the earthquake service: one call, checked and bound.
//
// Make a Client with New, then call Match, which asks a query and reads the answer.
//
// An answer counts only where the engine's policy is kept by it. A fault is an error, *FaultError, also where
// the policy asks for signed answers and the fault is not: it then says that nobody vouches for it. What is no
// SOAP message is an *AnswerError. Nothing is ever sent twice.
//
// Refused: answers over Config.MaxBytes, also when they grow past it by being inflated; redirects.
//
// Specifications: SOAP 1.1 section 6 and SOAP 1.2 part 2 section 7 (HTTP); RFC 9110.
package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"seismark/leanhttp"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// Config is what a Client is made from. Zero fields but the first two mean the defaults.
type Config struct {
	URL    string // of the endpoint
	Engine wssec.Engine

	Version  wssec.Version // of SOAP, as the engine writes it; default SOAP 1.1
	MaxBytes int           // of an answer, as sent and inflated
	Timeout  time.Duration // of a call
	Gzip     bool          // send requests in gzip, and ask for answers in it
	Exchange func(request, response []byte)

	Transport http.RoundTripper // default one of its own, with a connection for each concurrent call
	Lean      bool              // leanhttp is used instead: no TLS, no proxy, less time a call
}

// Defaults of Config.
const (
	DefaultMaxBytes = 256 << 20
	DefaultTimeout  = 2 * time.Minute
)

// Client calls one endpoint. It is safe for concurrent use.
type Client struct {
	config   Config
	url      *url.URL
	base     *http.Request    // what every request has; never changed
	lean     *leanhttp.Caller // nil where Config.Transport is used
	requests sync.Pool        // of *request
	answers  sync.Pool        // of *answer
}

// New makes a Client.
func New(config Config) (*Client, error) {
	u, err := url.Parse(config.URL)
	if err != nil {
		return nil, fmt.Errorf("client: the address: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("client: the address %q is none of the web: write http://HOST:PORT/seismic/POLICY", u.Redacted())
	}
	if config.Lean && config.Transport != nil {
		return nil, errors.New("client: Config.Lean is a transport, and Config.Transport is another: set one")
	}
	if config.Lean && u.Scheme != "http" {
		return nil, fmt.Errorf("client: the lean transport does not speak %s, which the address %q asks for: take Config.Lean away", u.Scheme, u.Redacted())
	}
	if config.Engine == nil {
		return nil, errors.New("client: there is no engine: set Config.Engine")
	}
	if config.MaxBytes < 0 || config.Timeout < 0 {
		return nil, errors.New("client: MaxBytes and Timeout cannot be negative: zero means the default")
	}
	if config.MaxBytes == 0 {
		config.MaxBytes = DefaultMaxBytes
	}
	if config.Timeout == 0 {
		config.Timeout = DefaultTimeout
	}
	c := &Client{config: config, url: u, base: base(u, config)}
	if err := c.transport(); err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	c.requests.New = func() any { return newRequest() }
	c.answers.New = func() any { return newAnswer(config.Engine) }
	return c, nil
}

// Match asks a query and reads the answer into r.
func (c *Client) Match(ctx context.Context, q quake.Query, r *seismic.Results) error {
	a := c.answers.Get().(*answer)
	defer c.keep(a)
	if err := c.exchange(ctx, q, a); err != nil {
		return fmt.Errorf("client: %s: %w", c.url.Redacted(), err)
	}
	if err := c.open(a, r); err != nil {
		return fmt.Errorf("client: %s: %w", c.url.Redacted(), err)
	}
	return nil
}

// Close gives up the connections that no call uses.
func (c *Client) Close() {
	if c.lean != nil {
		c.lean.CloseIdleConnections()
	}
	if t, ok := c.config.Transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}
