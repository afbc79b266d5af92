package leanhttp_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"seismark/leanhttp"
)

// refusals collects what is refused.
type refusals struct {
	mu   sync.Mutex
	list []string
}

func (r *refusals) tell(from net.Addr, status int, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, fmt.Sprint(status, " ", why))
}

func (r *refusals) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.list, "; ")
}

// both tests a Listener that answers plain requests, and one that leaves all to net/http.
func both(t *testing.T, test func(t *testing.T, change func(*leanhttp.Config))) {
	t.Run("lean", func(t *testing.T) { test(t, func(*leanhttp.Config) {}) })
	t.Run("net", func(t *testing.T) { test(t, func(c *leanhttp.Config) { c.Paths = nil }) })
}

// What no handler sees is told, once and with why.
func TestRefusedIsTold(t *testing.T) {
	both(t, func(t *testing.T, way func(*leanhttp.Config)) {
		for _, c := range []struct{ text, want string }{
			{good, ""},
			{"GET /x HTTP/1.1\r\nHost: a\r\n\r\n", ""},
			{strings.Replace(good, "Host", "Transfer-Encoding: chunked\r\nHost", 1), "400 it has a Content-Length beside a Transfer-Encoding"},
			{good + strings.ReplaceAll(good, "\r\n", "\n"), "400 a line does not end with a return and a line feed"},
			{"hello\r\n\r\n", "400 the first line is not a method, a target and a version with a blank between each"},
			{strings.Replace(good, "Host: a", "Host: a/b", 1), "400 400 Bad Request: malformed Host header"},
			{strings.Replace(good, "Content-Length: 5", "Transfer-Encoding: gzip", 1), "501 Unsupported transfer encoding"},
			{strings.Replace(good, "1.1", "2.0", 1), "505 505 HTTP Version Not Supported: unsupported protocol version"},
			{strings.Replace(good, "Host: a", "Host: a\r\nAccept: "+strings.Repeat("a", 64<<10), 1), "431 its head is longer than 16384 bytes"},
			{good[:40], "400 the head broke off"},
		} {
			var told refusals
			_, address := start(t, true, func(c *leanhttp.Config) { way(c); c.Refused = told.tell })
			answers := talk(t, address, c.text)
			if got := told.String(); got != c.want || got != "" && !strings.HasPrefix(answers[len(answers)-1], got[:3]) {
				t.Errorf("%.100q: %v, told %q, want %q", c.text, answers, got, c.want)
			}
		}
	})
}

// A head that begins and does not come is refused, be it the first of its connection or not, whoever waits for it. A
// connection that says nothing is only closed.
func TestLateHeads(t *testing.T) {
	get := "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"
	both(t, func(t *testing.T, way func(*leanhttp.Config)) {
		for _, c := range []struct {
			first, late string
			want        string
		}{
			{"", "", ""},
			{"", "P", "408"}, // the first octet
			{"", good[:40], "408"},
			{"", "GET /x HTTP/1.1\r\nHost: a\r\n", "408"},
			{good, "", ""},
			{good, good[:40], "408"},
			{get, "", ""},
			{get, get[:20], "408"},
		} {
			var told refusals
			_, address := start(t, true, func(c *leanhttp.Config) {
				way(c)
				c.Refused, c.Header, c.Idle = told.tell, 300*time.Millisecond, 300*time.Millisecond
			})
			conn := dial(t, address)
			io.WriteString(conn, c.first)
			r := bufio.NewReader(conn)
			if c.first != "" {
				a, err := http.ReadResponse(r, nil)
				if err != nil {
					t.Fatal(err)
				}
				io.Copy(io.Discard, a.Body)
			}
			began := time.Now()
			io.WriteString(conn, c.late)
			rest, err := io.ReadAll(r)
			want := ""
			if c.want != "" {
				want = "HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 45\r\nConnection: close\r\n\r\nthe head of the request did not come in time\n"
			}
			if took := time.Since(began); err != nil || took > 5*time.Second || string(rest) != want {
				t.Errorf("%.20q, %.20q: %q after %v, %v", c.first, c.late, rest, took, err)
			}
			if got := told.String(); !strings.HasPrefix(got, c.want) || (got != "") != (c.want != "") {
				t.Errorf("%.20q, %.20q: told %q", c.first, c.late, got)
			}
		}
	})
}

// The beginning of a request that waits for the answer of the one before is not late.
func TestHeadBehindAnother(t *testing.T) {
	both(t, func(t *testing.T, way func(*leanhttp.Config)) {
		_, address := start(t, true, way)
		conn := dial(t, address)
		get := "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"
		io.WriteString(conn, get+get[:20])
		r := bufio.NewReader(conn)
		for i := range 2 {
			a, err := http.ReadResponse(r, nil)
			if err != nil || a.StatusCode != 200 {
				t.Fatal(i, a, err)
			}
			io.Copy(io.Discard, a.Body)
			time.Sleep(50 * time.Millisecond)
			io.WriteString(conn, get[20:])
		}
	})
}

// 300 connections at once, of which 100 may be there: the others are told so, and those that are there go on. When
// they are gone there is room again.
func TestMaxConns(t *testing.T) {
	const most, all = 100, 300
	both(t, func(t *testing.T, way func(*leanhttp.Config)) {
		var told refusals
		e, address := start(t, true, func(c *leanhttp.Config) { way(c); c.MaxConns, c.Refused = most, told.tell })
		ask := func(c net.Conn) string {
			io.WriteString(c, good)
			a, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				return err.Error()
			}
			body, _ := io.ReadAll(a.Body)
			return fmt.Sprint(a.StatusCode, " ", string(body))
		}
		const welcome, away = `200 POST /seismic/plain "hello"`, "503 there are too many connections: try again\n"
		conns := make([]net.Conn, all)
		for i := range conns {
			conns[i] = dial(t, address)
			if i == most-1 { // all of them are counted
				for _, c := range conns[:most] {
					if got := ask(c); got != welcome {
						t.Fatal(got)
					}
				}
			}
		}
		var clear, other int
		for _, c := range conns[most:] {
			switch got := ask(c); {
			case got == away:
				clear++
			case got == welcome:
				t.Error("one too many was let in")
			default:
				other++ // closed outright: too many were being turned away
			}
		}
		if clear < 50 || clear+other != all-most {
			t.Errorf("%d were told, %d closed", clear, other)
		}
		for _, c := range conns[:most] {
			if got := ask(c); got != welcome {
				t.Fatal("one that is there: ", got)
			}
		}
		if n := strings.Count(told.String(), "503 "); n != all-most {
			t.Errorf("%d refusals told, want %d", n, all-most)
		}
		for _, c := range conns {
			c.Close()
		}
		for got := ""; got != welcome; got = ask(dial(t, address)) { // as soon as it has noticed
			time.Sleep(10 * time.Millisecond)
		}
		e.server.Close()
	})
}

// A body for which there is no room is net/http's, and Done comes once for every one that was answered.
func TestRoom(t *testing.T) {
	var mu sync.Mutex
	var asked, ended []int
	e, address := start(t, true, func(c *leanhttp.Config) {
		c.Room = func(n int) bool {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, n)
			return n < 10
		}
		c.Done = func(r *leanhttp.Request) {
			mu.Lock()
			defer mu.Unlock()
			ended = append(ended, r.Length)
		}
		answer := c.Answer
		c.Answer = func(r *leanhttp.Request) leanhttp.Response {
			if string(r.Body) == "panic" {
				panic("as it shall")
			}
			return answer(r)
		}
	})
	large := "POST /seismic/plain HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789"
	got := talk(t, address, good+large)
	if len(got) != 2 || got[1] != `200 POST /seismic/plain "0123456789"` || e.plain.Load() != 1 {
		t.Errorf("%v, %d plain", got, e.plain.Load())
	}
	talk(t, address, strings.Replace(good, "hello", "panic", 1))
	talk(t, address, good[:len(good)-1])
	mu.Lock()
	defer mu.Unlock()
	if fmt.Sprint(asked, ended) != "[5 10 5 5] [5 5 5]" {
		t.Error(asked, ended)
	}
}
