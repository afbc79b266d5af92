package client

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// newHTTP is the default client. It follows no redirect, which would carry a password to another place,
// and inflates nothing by itself, so that the bound on what is inflated is one for all.
func newHTTP() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         dialer.DialContext,
			TLSHandshakeTimeout: 10 * time.Second,
			MaxIdleConnsPerHost: 1024,
			IdleConnTimeout:     10 * time.Minute,
			DisableCompression:  true,
			WriteBufferSize:     16 << 10,
			ReadBufferSize:      16 << 10,
		},
	}
}

// header is that of every request. SOAP 1.1 has its action in a field, SOAP 1.2 in the content type.
func header(c Config) http.Header {
	h := http.Header{"User-Agent": {"seismark"}}
	if c.Version == wssec.SOAP12 {
		h["Content-Type"] = []string{`application/soap+xml; charset=utf-8; action="` + seismic.SOAPAction + `"`}
	} else {
		h["Content-Type"] = []string{"text/xml; charset=utf-8"}
		h["SOAPAction"] = []string{`"` + seismic.SOAPAction + `"`}
	}
	if c.Gzip {
		h["Content-Encoding"], h["Accept-Encoding"] = []string{"gzip"}, []string{"gzip"}
	}
	return h
}

// request is the memory of a request. It is used again when the transport has closed every reader of it,
// which may be after the answer came.
type request struct {
	payload, envelope, deflated []byte
	open                        atomic.Int32
}

// reader is one reading of a request's body.
type reader struct {
	bytes.Reader
	of     *request
	closed atomic.Bool
}

func (r *request) reader(body []byte) *reader {
	r.open.Add(1)
	b := &reader{of: r}
	b.Reset(body)
	return b
}

// Close may be called more than once.
func (b *reader) Close() error {
	if !b.closed.Swap(true) {
		b.of.open.Add(-1)
	}
	return nil
}

// exchange sends a query and reads what comes back to its end, so that the connection can be used again.
func (c *Client) exchange(ctx context.Context, q quake.Query, a *answer) error {
	r := c.requests.Get().(*request)
	body, err := c.seal(r, q)
	if err != nil {
		return err
	}
	response, err := c.config.HTTP.Do(c.post(ctx, r, body))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	a.status, a.media = response.StatusCode, response.Header.Get("Content-Type")
	if err := a.read(response, c.config.MaxBytes); err != nil {
		return err
	}
	if c.config.Exchange != nil {
		c.config.Exchange(r.envelope, a.body)
	}
	if r.open.Load() == 0 {
		c.requests.Put(r)
	}
	return nil
}

// seal gives the body of a request.
func (c *Client) seal(r *request, q quake.Query) (body []byte, err error) {
	r.payload = seismic.AppendRequest(r.payload[:0], q)
	if r.envelope, err = c.config.Engine.Seal(r.envelope[:0], r.payload); err != nil {
		return nil, err
	}
	if !c.config.Gzip {
		return r.envelope, nil
	}
	b := bytes.NewBuffer(r.deflated[:0])
	z := gzip.NewWriter(b)
	if _, err := z.Write(r.envelope); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	r.deflated = b.Bytes()
	return r.deflated, nil
}

// post makes a request. GetBody lets the transport take another connection where the idle one that it chose
// turns out to be closed before anything was sent; without Idempotency-Key it does so in no other case.
func (c *Client) post(ctx context.Context, r *request, body []byte) *http.Request {
	h := &http.Request{
		Method: http.MethodPost, URL: c.url, Host: c.url.Host, Header: c.header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: r.reader(body), ContentLength: int64(len(body)),
		GetBody: func() (io.ReadCloser, error) { return r.reader(body), nil },
	}
	if c.config.HTTP.Jar != nil {
		h.Header = h.Header.Clone() // cookies are added to it
	}
	return h.WithContext(ctx)
}
