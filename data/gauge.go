package data

import (
	"context"
	"fmt"
	"io"
)

// gauge fails once more than limit bytes were read since its reset: with one reset a record it bounds
// what a parser can be made to hold, with none what can be read at all.
type gauge struct {
	r     io.Reader
	limit int64
	read  int64
}

func (g *gauge) reset() { g.read = 0 }

func (g *gauge) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	if g.read += int64(n); g.read > g.limit {
		return 0, sizeError(g.limit)
	}
	return n, err
}

// sizeError is the limit that was passed.
type sizeError int64

func (e sizeError) Error() string { return fmt.Sprintf("more than %d bytes", int64(e)) }

// patient ends reading when the context does.
type patient struct {
	ctx context.Context
	r   io.Reader
}

func (p patient) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.r.Read(b)
}
