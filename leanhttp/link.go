package leanhttp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"
)

// link is a connection to a server. Its reads and writes end with the context of the call that it carries.
//
// The context is looked at after every tick of waiting. So nobody has to be told of its end: no timer, no
// lock that all calls share (context.AfterFunc has one).
type link struct {
	*socket
	r     *bufio.Reader
	out   []byte
	media string // of the answer before

	ctx   context.Context
	until time.Time // the call has to end
	armed time.Time // deadline of the connection
	left  int       // what may still be read of the answer's head; below zero for no bound

	failed error // of reading, but for an end
}

const (
	tick       = 100 * time.Millisecond
	bufferSize = 16 << 10
	// maxAnswerHead bounds the head of an answer. Servers of other makes write up to 1 kB.
	maxAnswerHead = 64 << 10
)

var errLongHead = fmt.Errorf("leanhttp: the head of the answer is longer than %d bytes", maxAnswerHead)

func newLink(c net.Conn) *link {
	l := &link{socket: newSocket(c)}
	l.r = bufio.NewReaderSize(l, bufferSize)
	return l
}

// begin makes the link that of a call.
func (l *link) begin(ctx context.Context, until time.Time) {
	l.ctx, l.until, l.left, l.failed = ctx, until, maxAnswerHead, nil
	l.arm(time.Now())
}

// arm makes reads and writes look up after a tick, or when the call has to end. A deadline that is early by
// up to half a tick stays.
func (l *link) arm(now time.Time) {
	at := now.Add(tick)
	if l.until.Before(at) {
		at = l.until
	}
	if early := at.Sub(l.armed); early >= 0 && early < tick/2 {
		return
	}
	l.armed = at
	l.SetDeadline(at)
}

// wakes reports why a read or write ended, nil if it was only to look up.
func (l *link) wakes(err error) error {
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	if err := l.ctx.Err(); err != nil {
		return err
	}
	now := time.Now()
	if !now.Before(l.until) {
		return context.DeadlineExceeded
	}
	l.arm(now)
	return nil
}

func (l *link) Read(p []byte) (int, error) {
	if l.left == 0 {
		l.failed = errLongHead
		return 0, errLongHead
	}
	if l.left > 0 {
		p = p[:min(len(p), l.left)]
	}
	for {
		n, err := l.socket.Read(p)
		if n > 0 || err == nil {
			l.left -= min(n, max(l.left, 0))
			return n, err
		}
		if err == io.EOF {
			return 0, err
		}
		if l.failed = l.wakes(err); l.failed != nil {
			return 0, l.failed
		}
	}
}

func (l *link) Write(p []byte) (written int, err error) {
	for {
		n, err := l.socket.Write(p[written:])
		written += n
		if err == nil {
			return written, nil
		}
		if err = l.wakes(err); err != nil {
			return written, err
		}
	}
}
