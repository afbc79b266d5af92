package leanhttp

import (
	"fmt"
	"net"
	"net/http"
	"time"
)

// refusal is an answer to what is no request, or none that there is time or room for.
type refusal struct {
	status int
	text   string
}

var (
	lateHead = refusal{http.StatusRequestTimeout, "the head of the request did not come in time"}
	crowded  = refusal{http.StatusServiceUnavailable, "there are too many connections: try again"}
)

// say refuses a connection that is closed next. A new one, and one that waits for a head, has room for so little.
func (l *Listener) say(c net.Conn, r refusal) {
	l.refuse(c, r.status, r.text)
	c.SetWriteDeadline(time.Now().Add(time.Second))
	fmt.Fprintf(c, "HTTP/1.1 %d %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s\n",
		r.status, http.StatusText(r.status), len(r.text)+1, r.text)
}

// refuse tells of a refusal.
func (l *Listener) refuse(c net.Conn, status int, why string) {
	if l.config.Refused != nil {
		l.config.Refused(c.RemoteAddr(), status, why)
	}
}

// enter counts a connection. It is false where there are too many.
func (l *Listener) enter() bool {
	if n := l.open.Add(1); l.config.MaxConns <= 0 || n <= int64(l.config.MaxConns) {
		return true
	}
	l.leave()
	return false
}

func (l *Listener) leave() { l.open.Add(-1) }

// maxTurned bounds how many connections are being turned away.
const maxTurned = 64

// turnAway answers a connection that is one too many. It waits a little for the client to read that: a close with
// octets unread would take the answer away.
func (l *Listener) turnAway(c net.Conn) {
	if l.turned.Add(1) > maxTurned {
		l.turned.Add(-1)
		l.refuse(c, crowded.status, crowded.text)
		c.Close()
		return
	}
	go func() {
		defer l.turned.Add(-1)
		defer c.Close()
		l.say(c, crowded)
		g := guard{Conn: c}
		g.CloseWrite()
		c.SetReadDeadline(time.Now().Add(patience))
		for b := make([]byte, 4<<10); ; {
			if _, err := c.Read(b); err != nil {
				return
			}
		}
	}()
}

// patience is for a client that is turned away.
const patience = 500 * time.Millisecond
