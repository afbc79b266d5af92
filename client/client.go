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
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// Config is what a Client is made from. Zero fields but the first two mean the defaults.
type Config struct {
	URL    string // of the endpoint
	Engine wssec.Engine

	Version  wssec.Version // of SOAP, as the engine writes it; default SOAP 1.1
	HTTP     *http.Client  // default one of its own, with a connection for each concurrent call
	MaxBytes int           // of an answer, as sent and inflated
	Timeout  time.Duration // of a call
	Gzip     bool          // send requests in gzip, and ask for answers in it
	Exchange func(request, response []byte)
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
	header   http.Header // never changed
	requests sync.Pool   // of *request
	answers  sync.Pool   // of *answer
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
	if config.HTTP == nil {
		config.HTTP = newHTTP()
	}
	c := &Client{config: config, url: u, header: header(config)}
	c.requests.New = func() any { return new(request) }
	c.answers.New = func() any { return new(answer) }
	return c, nil
}

// Match asks a query and reads the answer into r.
func (c *Client) Match(ctx context.Context, q quake.Query, r *seismic.Results) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.config.Timeout, &timeoutError{c.config.Timeout})
	defer cancel()
	a := c.answers.Get().(*answer)
	defer c.keep(a)
	if err := c.exchange(ctx, q, a); err != nil {
		return fmt.Errorf("client: %s: %w", c.url.Redacted(), because(ctx, err))
	}
	if err := c.open(a, r); err != nil {
		return fmt.Errorf("client: %s: %w", c.url.Redacted(), err)
	}
	return nil
}

// Close gives up the connections that no call uses.
func (c *Client) Close() { c.config.HTTP.CloseIdleConnections() }

// timeoutError is a call that took too long. It is a context.DeadlineExceeded.
type timeoutError struct{ limit time.Duration }

func (e *timeoutError) Error() string        { return fmt.Sprintf("no answer within %v", e.limit) }
func (e *timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }
func (e *timeoutError) Timeout() bool        { return true }

// because tells an end by the context as that, without the address that net/http puts before its errors.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if u := (*url.Error)(nil); errors.As(err, &u) {
		err = u.Err
	}
	if err == io.EOF {
		return errors.New("the connection was closed before an answer came")
	}
	return err
}
