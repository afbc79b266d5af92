package leanhttp

import (
	"io"
	"net/http"
)

// rest is the body of an answer that is not plain. Read to its end it gives the connection back.
type rest struct {
	io.ReadCloser
	link   *link // nil when given back
	caller *Caller
	reuse  bool
}

func (r *rest) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if err != nil {
		r.end(err == io.EOF)
	}
	return n, err
}

// Close gives up the connection of a body that was not read to its end.
func (r *rest) Close() error {
	r.end(r.ReadCloser == http.NoBody)
	return nil
}

func (r *rest) end(whole bool) {
	if r.link != nil {
		r.caller.end(r.link, whole && r.reuse)
		r.link = nil
	}
}
