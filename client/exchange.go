package client

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
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

// answer is what came back. Its memory is used again.
type answer struct {
	status  int
	media   string // content type as sent
	body    []byte
	inflate *gzip.Reader
}

// maxKept bounds the memory that is kept from a call for the next one. An answer of 1767 quakes takes 0.25 MB.
const maxKept = 4 << 20

func (c *Client) keep(a *answer) {
	if cap(a.body) <= maxKept {
		c.answers.Put(a)
	}
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

// read reads the body of an answer, at most limit bytes as sent and as inflated.
func (a *answer) read(response *http.Response, limit int) (err error) {
	a.body = slices.Grow(a.body[:0], int(min(max(response.ContentLength, 0), startSize))+1)
	if response.ContentLength > int64(limit) {
		return tooLarge(limit)
	}
	var source io.Reader = io.LimitReader(response.Body, int64(limit)+1)
	switch encoding := response.Header.Get("Content-Encoding"); strings.ToLower(encoding) {
	case "", "identity":
	case "gzip", "x-gzip":
		if source, err = a.inflated(source); err != nil {
			return err
		}
	default:
		return fmt.Errorf("the answer is encoded as %.40q, which was not asked for", encoding)
	}
	a.body, err = readAll(a.body, source, limit)
	return err
}

func (a *answer) inflated(source io.Reader) (_ io.Reader, err error) {
	if a.inflate == nil {
		a.inflate, err = gzip.NewReader(source)
	} else {
		err = a.inflate.Reset(source)
	}
	if err != nil {
		return nil, fmt.Errorf("inflating the answer: %w", err)
	}
	return a.inflate, nil
}

// startSize is what a length that a server merely claims makes us set aside.
const startSize = 1 << 20

// readAll appends what r gives to dst.
func readAll(dst []byte, r io.Reader, limit int) ([]byte, error) {
	for {
		if len(dst) == cap(dst) {
			dst = slices.Grow(dst, 512)
		}
		n, err := r.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		switch {
		case len(dst) > limit:
			return dst, tooLarge(limit)
		case err == io.EOF:
			return dst, nil
		case err == io.ErrUnexpectedEOF:
			return dst, errors.New("the answer was cut off")
		case err != nil:
			return dst, fmt.Errorf("reading the answer: %w", err)
		}
	}
}

func tooLarge(limit int) error {
	return fmt.Errorf("the answer is larger than %d bytes: set Config.MaxBytes", limit)
}
