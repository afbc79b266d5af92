package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"

	"seismark/leanhttp"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// transport makes what carries the messages. The default inflates nothing by itself, so that the bound on what
// is inflated is one for all. That no http.Client stands before it keeps redirects from being followed, which
// would carry a password to another place.
func (c *Client) transport() (err error) {
	switch {
	case c.config.Lean:
		c.lean, err = leanhttp.NewCaller(c.base, c.config.Timeout)
	case c.config.Transport == nil:
		dialer := &net.Dialer{Timeout: 10 * time.Second}
		c.config.Transport = &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         dialer.DialContext,
			TLSHandshakeTimeout: 10 * time.Second,
			MaxIdleConnsPerHost: 1024,
			IdleConnTimeout:     10 * time.Minute,
			DisableCompression:  true,
			WriteBufferSize:     16 << 10,
			ReadBufferSize:      16 << 10,
		}
	}
	return err
}

// carry carries a message there and the answer back, in the time that a call has.
func (c *Client) carry(ctx context.Context, r *request, body []byte, a *answer) error {
	if c.lean != nil { // it sees to the time itself
		response, err := c.lean.Call(ctx, body, &a.Answer, c.config.MaxBytes)
		if err == nil && response != nil {
			err = a.read(response, c.config.MaxBytes)
		}
		return c.because(ctx, err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.config.Timeout, &timeoutError{c.config.Timeout})
	defer cancel()
	response, err := c.config.Transport.RoundTrip(c.request(ctx, r, body))
	if err == nil {
		err = a.read(response, c.config.MaxBytes)
	}
	return c.because(ctx, err)
}

// request makes one. GetBody lets the transport take another connection where the idle one that it chose
// turns out to be closed before anything was sent; without Idempotency-Key it does so in no other case.
func (c *Client) request(ctx context.Context, r *request, body []byte) *http.Request {
	h := c.base.WithContext(ctx)
	h.Body, h.ContentLength = r.reader(body), int64(len(body))
	h.GetBody = func() (io.ReadCloser, error) { return r.reader(body), nil }
	return h
}

// base is what every request has. SOAP 1.1 has its action in a field, SOAP 1.2 in the content type.
func base(u *url.URL, c Config) *http.Request {
	r := &http.Request{
		Method: http.MethodPost, URL: u, Host: u.Host, Header: http.Header{"User-Agent": {"seismark"}},
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if c.Version == wssec.SOAP12 {
		r.Header["Content-Type"] = []string{`application/soap+xml; charset=utf-8; action="` + seismic.SOAPAction + `"`}
	} else {
		r.Header["Content-Type"] = []string{"text/xml; charset=utf-8"}
		r.Header["SOAPAction"] = []string{`"` + seismic.SOAPAction + `"`}
	}
	if c.Gzip {
		r.Header["Content-Encoding"], r.Header["Accept-Encoding"] = []string{"gzip"}, []string{"gzip"}
	}
	if u.User != nil {
		password, _ := u.User.Password()
		r.SetBasicAuth(u.User.Username(), password)
	}
	return r
}

// timeoutError is a call that took too long. It is a context.DeadlineExceeded.
type timeoutError struct{ limit time.Duration }

func (e *timeoutError) Error() string        { return fmt.Sprintf("no answer within %v", e.limit) }
func (e *timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }
func (e *timeoutError) Timeout() bool        { return true }

// because tells an end by the context or in time as that.
func (c *Client) because(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == io.EOF, errors.Is(err, syscall.ECONNRESET):
		return errors.New("the connection was closed before an answer came")
	case err == io.ErrUnexpectedEOF:
		return errors.New("the answer was cut off")
	}
	if at, ok := ctx.Deadline(); errors.Is(err, context.DeadlineExceeded) && (!ok || time.Now().Before(at)) {
		return &timeoutError{c.config.Timeout}
	}
	return err
}
