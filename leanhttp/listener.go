package leanhttp

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Config is what a Listener is made from.
type Config struct {
	Paths    []string                // whose plain POSTs are answered; none leaves all to net/http
	Answer   func(*Request) Response // is called by many goroutines, one a connection
	Done     func(*Request)          // is called when an answer of Answer is written; may be nil
	Room     func(length int) bool   // whether a body may be read; without room net/http has it; nil for always
	MaxBytes int                     // of a plain request's body
	MaxConns int                     // at a time, those of net/http too; zero for any number

	Header time.Duration // for the head of a request
	Read   time.Duration // for a request as a whole
	Write  time.Duration // for an answer, once it is made
	Idle   time.Duration // between two requests of one connection

	Log     *slog.Logger                                // learns of panics
	Refused func(from net.Addr, status int, why string) // learns of what no handler sees; may be nil
}

// Request is a plain request. All but Memory holds until Done only.
type Request struct {
	Path   string
	Media  string // the Content-Type
	Body   []byte
	Err    error // why the body is not whole
	Remote net.Addr
	Length int // of the body, as the head has it
	Memory any // of Answer for itself; stays with the connection, unless Done takes it
}

// Response answers a request. Its body is not used after it was written.
type Response struct {
	Status int
	Media  string
	Body   []byte
}

// Listener answers the plain requests of its connections itself. Accept gives the connections on which
// something else came, with all that was read of it; they do not come back. Their requests are watched: see guard.
type Listener struct {
	net.Listener
	config   Config
	handed   chan net.Conn
	failures chan error
	stopping atomic.Bool
	stop     chan struct{} // closed when stopping
	mu       sync.Mutex
	conns    map[*conn]bool
	running  sync.WaitGroup // a connection each

	open, turned atomic.Int64 // connections
}

// Listen answers the connections of l.
func Listen(l net.Listener, c Config) *Listener {
	w := &Listener{
		Listener: l, config: c,
		handed: make(chan net.Conn), failures: make(chan error), stop: make(chan struct{}),
		conns: map[*conn]bool{},
	}
	go w.accept()
	return w
}

func (l *Listener) accept() {
	for {
		c, err := l.Listener.Accept()
		if err == nil {
			l.welcome(c)
			continue
		}
		select {
		case l.failures <- err: // also those that pass: the caller of Accept knows how to wait
		case <-l.stop:
		}
		if errors.Is(err, net.ErrClosed) {
			return
		}
	}
}

// Accept waits for a connection that is for others to answer.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.handed:
		return c, nil
	case err := <-l.failures:
		return nil, err
	case <-l.stop:
		return nil, net.ErrClosed
	}
}

// Close ends the listening and closes the connections that wait for a request. Requests that run go on.
func (l *Listener) Close() error {
	if l.stopping.Swap(true) {
		return nil
	}
	close(l.stop)
	err := l.Listener.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		c.closeIdle()
	}
	return err
}

// Shutdown is Close, and waits until the requests that run are answered. When ctx is done before, their
// connections are closed and its error is given.
func (l *Listener) Shutdown(ctx context.Context) error {
	err := l.Close()
	ended := make(chan struct{})
	go func() {
		l.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return err
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		c.Conn.Close()
	}
	return ctx.Err()
}

func (l *Listener) welcome(c net.Conn) {
	switch {
	case !l.enter():
		l.turnAway(c)
	case len(l.config.Paths) == 0:
		l.hand(c, nil, false)
	default:
		l.begin(c)
	}
}

// begin serves a connection.
func (l *Listener) begin(nc net.Conn) {
	c := newConn(l, nc)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stopping.Load() {
		l.leave()
		nc.Close()
		return
	}
	l.conns[c] = true
	l.running.Go(c.serve)
}

// end forgets a connection.
func (l *Listener) end(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
	if !c.handed {
		l.leave()
	}
}

// hand gives a connection to Accept, with what was read from it, and whether a plain request was answered on it.
func (l *Listener) hand(c net.Conn, read []byte, answered bool) {
	c.SetDeadline(time.Time{})
	g := &guard{Conn: c, listener: l, read: read, framing: framing{blank: answered}}
	select {
	case l.handed <- g:
	case <-l.stop:
		g.Close()
	}
}
