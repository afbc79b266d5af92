package measure

import (
	"fmt"
	"net"
	"net/url"
	"sync"
)

// wire is a relay between a client and a server, which keeps the last exchange. It passes octets on just as they
// come: a proxy that speaks HTTP would cut chunks anew and name another host, and a pairing would pass or fail by
// what the proxy makes of it.
type wire struct {
	listener net.Listener
	server   string // its address

	mu     sync.Mutex
	last   *exchange
	conns  map[net.Conn]bool
	closed bool
}

// tap puts a wire before a server, and gives the URL at which it listens.
func tap(address string) (*wire, string, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, "", fmt.Errorf("address of the server: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", fmt.Errorf("no port to listen on: %w", err)
	}
	w := &wire{listener: listener, server: target.Host, conns: map[net.Conn]bool{}}
	go w.accept()
	target.Host = listener.Addr().String()
	return w, target.String(), nil
}

func (w *wire) accept() {
	for {
		client, err := w.listener.Accept()
		if err != nil {
			return
		}
		go w.join(client)
	}
}

// join relays a connection until both sides have ended it.
func (w *wire) join(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", w.server)
	if err != nil {
		return // the client sees what it would see: nobody answers
	}
	defer server.Close()
	if !w.hold(client, server) {
		return
	}
	defer w.drop(client, server)
	l := &link{wire: w}
	var both sync.WaitGroup
	both.Go(func() { relay(client, server, l.asks) })
	both.Go(func() { relay(server, client, l.answers) })
	both.Wait()
}

// relay passes octets on to their end; each is noted before it is passed on. It reads on where nobody takes them
// any more: a client may go away having seen only that the answer is a fault.
func relay(from, to net.Conn, note func([]byte)) {
	defer to.(*net.TCPConn).CloseWrite()
	var gone error
	for b := make([]byte, 32<<10); ; {
		n, err := from.Read(b)
		if n > 0 {
			note(b[:n])
			if gone == nil {
				_, gone = to.Write(b[:n])
			}
		}
		if err != nil {
			return
		}
	}
}

// hold keeps connections to be closed with the wire, unless it is closed already.
func (w *wire) hold(conns ...net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range conns {
		w.conns[c] = true
	}
	return !w.closed
}

func (w *wire) drop(conns ...net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range conns {
		delete(w.conns, c)
	}
}

func (w *wire) close() {
	w.listener.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	for c := range w.conns {
		c.Close()
	}
}
