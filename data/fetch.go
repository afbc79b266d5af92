package data

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// fetcher gets catalogues over HTTP from servers that may be slow, silent or endless.
type fetcher struct {
	client *http.Client
	stall  time.Duration // between two pieces of the body
	limit  int64         // bytes of the body, after what the transport inflates
}

func newFetcher() fetcher {
	return fetcher{
		client: &http.Client{
			CheckRedirect: checkRedirect,
			Transport: &http.Transport{
				Proxy:                  http.ProxyFromEnvironment,
				DialContext:            (&net.Dialer{Timeout: 15 * time.Second}).DialContext,
				TLSHandshakeTimeout:    15 * time.Second,
				ResponseHeaderTimeout:  2 * time.Minute, // catalogue services search before they answer
				MaxResponseHeaderBytes: 64 << 10,
				DisableKeepAlives:      true,
			},
		},
		stall: time.Minute,
		limit: defaultMaxBytes,
	}
}

// checkRedirect keeps to a secured way.
func checkRedirect(next *http.Request, via []*http.Request) error {
	switch {
	case len(via) >= 10:
		return errors.New("redirected more than ten times")
	case via[0].URL.Scheme == "https" && next.URL.Scheme != "https":
		return fmt.Errorf("redirected from https to %s", next.URL.Scheme)
	}
	return nil
}

func (f fetcher) fetch(ctx context.Context, address string) (*Source, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("data: address %q: want http://host/path", address)
	}
	name := u.Redacted()
	ctx, cancel := context.WithCancelCause(ctx)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		cancel(nil)
		return nil, fmt.Errorf("data: %s: %w", name, err)
	}
	request.Header.Set("User-Agent", "seismark")
	response, err := f.client.Do(request)
	if err != nil {
		cancel(nil)
		return nil, fmt.Errorf("data: %s: %w", name, reason(err))
	}
	if err := checkStatus(response); err != nil {
		response.Body.Close()
		cancel(nil)
		return nil, fmt.Errorf("data: %s: %w", name, err)
	}
	return &Source{newBody(ctx, cancel, response.Body, f), name, response.ContentLength}, nil
}

// reason is the error without the method and the address, which is already said, or secret.
func reason(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// checkStatus says what the server says, in its words' first line.
func checkStatus(r *http.Response) error {
	switch r.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusNoContent:
		return errors.New("the server has no events for this search (204 No Content)")
	}
	line, _ := bufio.NewReader(io.LimitReader(r.Body, 300)).ReadString('\n')
	if line = strings.TrimSpace(strings.ToValidUTF8(line, "")); line == "" {
		return fmt.Errorf("the server answers %s", r.Status)
	}
	return fmt.Errorf("the server answers %s: %q", r.Status, line)
}

// body is a response's body that gives up when nothing comes for a while.
type body struct {
	io.Closer
	bounded gauge
	ctx     context.Context
	cancel  context.CancelCauseFunc
	timer   *time.Timer
	stall   time.Duration
}

func newBody(ctx context.Context, cancel context.CancelCauseFunc, r io.ReadCloser, f fetcher) *body {
	stalled := fmt.Errorf("nothing came for %s", f.stall)
	return &body{
		Closer:  r,
		bounded: gauge{r: r, limit: f.limit},
		ctx:     ctx,
		cancel:  cancel,
		timer:   time.AfterFunc(f.stall, func() { cancel(stalled) }),
		stall:   f.stall,
	}
}

func (b *body) Read(p []byte) (int, error) {
	b.timer.Reset(b.stall)
	n, err := b.bounded.Read(p)
	if err != nil && err != io.EOF && b.ctx.Err() != nil {
		err = context.Cause(b.ctx)
	}
	return n, err
}

func (b *body) Close() error {
	b.timer.Stop()
	b.cancel(nil)
	return b.Closer.Close()
}
