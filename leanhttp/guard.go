package leanhttp

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// guard is a connection as net/http sees it. A request that is none to the letter is refused by net/http, in its
// turn, with 400 and an end: for that, what is left of a head is spoilt, and what is left of a body an error.
type guard struct {
	net.Conn
	listener *Listener
	read     []byte // was read before net/http had the connection
	framing
	refused error  // what was read; nothing is read after it
	spoilt  []byte // to be given in the place of the rest of a bad head

	late    atomic.Bool // the head did not come in time
	stirred atomic.Bool // net/http ended its own waiting
	closed  atomic.Bool
}

// spoils makes any beginning of a head one that net/http refuses.
const spoils = "\x00\n\n\n"

// filling is what net/http gets of a head that is too long, until it has enough of it and says 431.
const filling = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

func (g *guard) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil && len(p) > 0 {
		switch {
		case g.refused == nil && g.at != atNothing:
			n, err = g.follow(p)
		case g.refused == errLongRequest:
			n = copy(p, filling)
		case len(g.spoilt) > 0:
			n = copy(p, g.spoilt)
			g.spoilt = g.spoilt[n:]
		case g.refused == nil || g.inHead():
			err = io.EOF
		default:
			err = g.refused
		}
	}
	return n, err
}

const errBroken = formError("the head broke off")

// follow reads what comes, as far as it is good.
func (g *guard) follow(p []byte) (n int, err error) {
	if n = copy(p, g.read); n > 0 {
		g.read = g.read[n:]
	} else {
		n, err = g.Conn.Read(p)
	}
	if err == io.EOF && g.inHead() {
		g.refused = errBroken
		return 0, err
	}
	g.late.Store(errors.Is(err, os.ErrDeadlineExceeded) && g.inHead() && g.at != atReturn && !g.stirred.Load())
	if n, g.refused = g.take(p[:n]); g.refused != nil && g.inHead() {
		g.spoilt = []byte(spoils)
	}
	return n, err
}

// SetReadDeadline notices the time long ago by which net/http ends a read that waits behind a handler's back.
func (g *guard) SetReadDeadline(t time.Time) error {
	g.stirred.Store(!t.IsZero() && t.Before(time.Now().Add(-time.Hour)))
	return g.Conn.SetReadDeadline(t)
}

// Write notices what net/http refuses by itself. No handler's answer begins so: it has a Date. Of a head that is
// late net/http says 400 where it has read a part of it, and nothing else.
func (g *guard) Write(p []byte) (int, error) {
	head, text, ok := bytes.Cut(p[:min(len(p), 400)], []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"))
	if status, isOwn := bytes.CutPrefix(head, []byte("HTTP/1.1 ")); ok && isOwn && len(status) > 3 {
		if g.late.Swap(false) {
			g.listener.say(g.Conn, lateHead)
			return len(p), nil
		}
		if code, isCode := number(status[:3]); isCode {
			g.listener.refuse(g.Conn, code, g.why(string(text)))
		}
	}
	return g.Conn.Write(p)
}

// why tells why net/http refused what it read.
func (g *guard) why(otherwise string) string {
	if g.refused != nil {
		return g.refused.Error()
	}
	return otherwise
}

// CloseWrite lets net/http wait for a client to read an answer before it closes.
func (g *guard) CloseWrite() error {
	if c, ok := g.Conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return nil
}

// Close tells a client that was too slow why, where net/http did not.
func (g *guard) Close() error {
	if g.closed.Swap(true) {
		return net.ErrClosed
	}
	g.listener.leave()
	if g.late.Swap(false) {
		g.listener.say(g.Conn, lateHead)
	}
	return g.Conn.Close()
}
