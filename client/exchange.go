package client

import (
	"bytes"
	"compress/gzip"
	"context"
	"sync/atomic"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// request is the memory of a request. It is used again when the transport has closed every reader of it,
// which may be after the answer came.
type request struct {
	query quake.Query
	write func(dst []byte) []byte // appends the query

	payload, envelope, deflated []byte
	open                        atomic.Int32
}

func newRequest() *request {
	r := new(request)
	r.write = func(dst []byte) []byte { return seismic.AppendRequest(dst, r.query) }
	return r
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
	body, err := c.seal(r, q, a.engine)
	if err != nil {
		return err
	}
	if err := c.carry(ctx, r, body, a); err != nil {
		return err
	}
	if c.config.Exchange != nil {
		c.config.Exchange(r.envelope, a.Body)
	}
	if r.open.Load() == 0 {
		c.requests.Put(r)
	}
	return nil
}

// seal gives the body of a request. An engine that can lets the query be written into the envelope itself.
func (c *Client) seal(r *request, q quake.Query, e wssec.Engine) (body []byte, err error) {
	r.query = q
	if direct, ok := e.(wssec.Direct); ok {
		r.envelope, err = direct.SealWith(r.envelope[:0], r.write)
	} else {
		r.payload = r.write(r.payload[:0])
		r.envelope, err = e.Seal(r.envelope[:0], r.payload)
	}
	if err != nil || !c.config.Gzip {
		return r.envelope, err
	}
	return r.deflate()
}

// deflate gives the envelope in gzip.
func (r *request) deflate() ([]byte, error) {
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
