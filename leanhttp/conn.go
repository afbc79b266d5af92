package leanhttp

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"sync/atomic"
	"time"
)

// conn is a connection of which only plain requests came so far.
//
//	in: | head | body | what came after it |
//	                                       ^ len: read until here; up to cap there is room
type conn struct {
	*socket
	listener      *Listener
	state         atomic.Int32
	reads, writes deadline
	began         time.Time // the request, where it did not come at once
	now           time.Time // the last answer was written, or the connection opened
	answered      bool      // a request
	handed        bool      // to net/http

	in, out []byte
	vector  [2][]byte
	request Request

	second int64 // of date
	date   []byte
}

// The states of a connection. Who closes an idle one takes it from idle to closed first, the connection's own
// goroutine from idle to active: so no request is cut off that was noticed.
const (
	idle int32 = iota
	active
	closed
)

const (
	startSize = 8 << 10  // of in: the largest request of the contract is about that
	joined    = 16 << 10 // a body up to this is copied behind its head, to be written at once
	maxKept   = 64 << 10 // of in and out, between requests
)

func newConn(l *Listener, c net.Conn) *conn {
	return &conn{
		socket: newSocket(c), listener: l, in: make([]byte, 0, startSize),
		reads: deadline{set: c.SetReadDeadline}, writes: deadline{set: c.SetWriteDeadline}, now: time.Now(),
		request: Request{Remote: c.RemoteAddr()},
	}
}

// closeIdle closes the connection if no request runs on it. One that runs sees to it itself.
func (c *conn) closeIdle() {
	if c.state.CompareAndSwap(idle, closed) {
		c.Conn.Close()
	}
}

// serve answers plain requests until another comes, which is handed on, or the connection ends.
func (c *conn) serve() {
	defer c.listener.end(c)
	defer c.recover()
	patience := c.listener.config.Header // of the first wait
	for c.wait(patience) {
		path, h, v := c.head()
		if v == plain && !c.room(h.length) {
			v = other
		}
		if v == other {
			c.handed = true
			c.listener.hand(c.Conn, c.in, c.answered)
			return
		}
		if v == more {
			c.listener.say(c.Conn, lateHead)
			break
		}
		if !c.answer(path, h) {
			break
		}
		c.answered = true
		c.drop(h.size + h.length)
		c.state.Store(idle)
		if c.listener.stopping.Load() {
			c.closeIdle()
			return
		}
		patience = c.listener.config.Idle
	}
	c.Conn.Close()
}

// recover ends the connection of a request whose answering panicked, as net/http does.
func (c *conn) recover() {
	p := recover()
	if p == nil {
		return
	}
	if p != http.ErrAbortHandler {
		c.listener.config.Log.Error("panic", slog.Any("value", p), slog.String("stack", string(debug.Stack())))
	}
	c.Conn.Close()
}

// wait waits for the first octets of a request. It is false at the connection's end.
func (c *conn) wait(patience time.Duration) bool {
	if len(c.in) == 0 {
		c.reads.in(c.now, patience)
		if c.more() != nil {
			return false
		}
	}
	return c.state.CompareAndSwap(idle, active)
}

// more reads what has come.
func (c *conn) more() error {
	if len(c.in) == cap(c.in) {
		c.in = slices.Grow(c.in, max(len(c.in), startSize)) // a length that is merely claimed sets nothing aside
	}
	n, err := c.Read(c.in[len(c.in):cap(c.in)])
	c.in = c.in[:len(c.in)+n]
	if n > 0 {
		return nil
	}
	return err
}

// head reads a head. Its verdict is more where that did not come in time.
func (c *conn) head() (string, head, verdict) {
	c.began = time.Time{}
	for {
		path, h, v := readRequest(c.in, c.listener.config.Paths, c.listener.config.MaxBytes)
		if v != more {
			return path, h, v
		}
		if err := c.rest(c.listener.config.Header); errors.Is(err, os.ErrDeadlineExceeded) {
			return "", h, more
		} else if err != nil {
			return "", h, other // net/http says that the head broke off
		}
	}
}

// rest reads more of a request that may take so long.
func (c *conn) rest(d time.Duration) error {
	if c.began.IsZero() {
		c.began = time.Now()
	}
	c.reads.in(c.began, d)
	return c.more()
}

// room reports whether a body may be read. Without room it is net/http that says so.
func (c *conn) room(length int) bool {
	return c.listener.config.Room == nil || c.listener.config.Room(length)
}

// done ends a request.
func (c *conn) done() {
	if c.listener.config.Done != nil {
		c.listener.config.Done(&c.request)
	}
}

// answer reads the body of a request and answers it. It is false where the connection is of no use then.
func (c *conn) answer(path string, h head) bool {
	defer c.done()
	r, whole := &c.request, h.size+h.length
	r.Path, r.Err, r.Length = path, nil, h.length
	if string(h.media) != r.Media { // mostly it is that of the request before
		r.Media = string(h.media)
	}
	for len(c.in) < whole && r.Err == nil {
		if r.Err = c.rest(c.listener.config.Read); r.Err == io.EOF {
			r.Err = io.ErrUnexpectedEOF
		}
	}
	r.Body = c.in[h.size:min(whole, len(c.in))]
	response := c.listener.config.Answer(r)
	last := r.Err != nil || c.listener.stopping.Load()
	return c.write(response, last) == nil && !last
}

// drop forgets a request of n octets. What came after it stays.
func (c *conn) drop(n int) {
	c.in = c.in[:copy(c.in, c.in[n:])]
	if len(c.in) == 0 && cap(c.in) > maxKept {
		c.in = nil
	}
	if cap(c.out) > maxKept {
		c.out = nil
	}
}

// write writes an answer in one system call.
func (c *conn) write(r Response, last bool) error {
	c.now = time.Now()
	c.writes.in(c.now, c.listener.config.Write)
	c.out = c.appendAnswer(c.out[:0], r, last)
	if len(r.Body) <= joined {
		c.out = append(c.out, r.Body...)
		_, err := c.Write(c.out)
		return err
	}
	c.vector = [2][]byte{c.out, r.Body}
	both := net.Buffers(c.vector[:])
	_, err := both.WriteTo(c.Conn)
	return err
}

func (c *conn) appendAnswer(b []byte, r Response, last bool) []byte {
	if r.Status == http.StatusOK {
		b = append(b, "HTTP/1.1 200 OK"...)
	} else {
		b = append(strconv.AppendInt(append(b, "HTTP/1.1 "...), int64(r.Status), 10), ' ')
		b = append(b, http.StatusText(r.Status)...)
	}
	if s := c.now.Unix(); s != c.second {
		c.second, c.date = s, c.now.UTC().AppendFormat(c.date[:0], http.TimeFormat)
	}
	b = append(append(b, "\r\nDate: "...), c.date...)
	b = append(append(b, "\r\nContent-Type: "...), r.Media...)
	b = strconv.AppendInt(append(b, "\r\nContent-Length: "...), int64(len(r.Body)), 10)
	if last {
		b = append(b, "\r\nConnection: close"...)
	}
	return append(b, "\r\n\r\n"...)
}
