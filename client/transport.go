package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"seismark/leanhttp"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// transport is the default one. It inflates nothing by itself, so that the bound on what is inflated is one
// for all. That no http.Client stands before it keeps redirects from being followed, which would carry a
// password to another place.
func transport(c Config) http.RoundTripper {
	if c.Lean {
		return &leanhttp.Transport{Timeout: c.Timeout}
	}
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	return &http.Transport{
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
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err == io.EOF {
		return errors.New("the connection was closed before an answer came")
	}
	if at, ok := ctx.Deadline(); c.config.Lean && errors.Is(err, context.DeadlineExceeded) && (!ok || time.Now().Before(at)) {
		return &timeoutError{c.config.Timeout}
	}
	return err
}
