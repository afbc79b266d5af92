package leanhttp_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"seismark/leanhttp"
)

// echo is a service that says what it was asked, by net/http and plainly.
type echo struct {
	leanhttp.Config
	mu     sync.Mutex
	plain  atomic.Int32
	log    strings.Builder
	listen net.Listener
	server http.Server
}

func (e *echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	status, text := said(r.Method, r.URL.Path, body, err)
	w.Header().Set("Content-Type", "text/plain")
	w.WriteHeader(status)
	io.WriteString(w, text)
}

func (e *echo) answer(r *leanhttp.Request) leanhttp.Response {
	e.plain.Add(1)
	status, text := said("POST", r.Path, r.Body, r.Err)
	return leanhttp.Response{Status: status, Media: "text/plain", Body: []byte(text)}
}

func said(method, path string, body []byte, err error) (int, string) {
	if err != nil {
		return 400, "not read"
	}
	return 200, fmt.Sprintf("%s %s %q", method, path, body)
}

func (e *echo) Write(b []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.log.Write(b)
}

// start serves until the test ends, on a Listener or, without lean, by net/http alone.
func start(t testing.TB, lean bool, change func(*leanhttp.Config)) (e *echo, address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e = &echo{listen: l}
	e.Config = leanhttp.Config{
		Paths: []string{"/seismic/plain"}, Answer: e.answer, MaxBytes: 4096, Log: slog.New(slog.NewTextHandler(e, nil)),
		Header: 5 * time.Second, Read: 5 * time.Second, Write: 5 * time.Second, Idle: 5 * time.Second,
	}
	if change != nil {
		change(&e.Config)
	}
	if lean {
		e.listen = leanhttp.Listen(l, e.Config)
	}
	e.server.Handler, e.server.MaxHeaderBytes, e.server.ErrorLog = e, leanhttp.MaxHead, slog.NewLogLogger(slog.DiscardHandler, 0)
	e.server.ReadHeaderTimeout, e.server.ReadTimeout, e.server.WriteTimeout, e.server.IdleTimeout = e.Config.Header, e.Config.Read, e.Config.Write, e.Config.Idle
	go e.server.Serve(e.listen)
	t.Cleanup(func() { e.server.Close() })
	return e, l.Addr().String()
}

// dial connects, for ten seconds at most.
func dial(t testing.TB, address string) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(10 * time.Second))
	return c.(*net.TCPConn)
}

// talk sends a text and an end, and gives all that is answered: statuses and bodies.
func talk(t testing.TB, address, text string) []string {
	t.Helper()
	c := dial(t, address)
	go func() {
		io.WriteString(c, text)
		c.CloseWrite()
	}()
	var answers []string
	for r := bufio.NewReader(c); ; {
		a, err := http.ReadResponse(r, nil)
		if err != nil {
			return answers
		}
		body, err := io.ReadAll(a.Body)
		if err != nil {
			body = []byte(err.Error())
		}
		answers = append(answers, fmt.Sprintf("%d %s", a.StatusCode, body))
	}
}

const good = "POST /seismic/plain HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: 5\r\n\r\nhello"

// TestHostile: what is not plain is answered as net/http alone does, which is as it stands in the table, or refused.
// It is the same whether plain requests are answered here or, without paths, all are left to net/http.
func TestHostile(t *testing.T) {
	_, direct := start(t, false, nil)
	_, watched := start(t, true, func(c *leanhttp.Config) { c.Paths = nil })
	e, lean := start(t, true, nil)
	for _, c := range leanhttp.Heads() {
		want, before := talk(t, direct, c.Text), e.plain.Load()
		got, other := talk(t, lean, c.Text), talk(t, watched, c.Text)
		if status(want, 0) != c.Status {
			t.Errorf("%s: net/http says %.200q, not %d", c.Name, want, c.Status)
		}
		if c.Plain != (e.plain.Load() == before+1) {
			t.Errorf("%s: plain %v, want %v", c.Name, !c.Plain, c.Plain)
		}
		if told(got) != told(other) {
			t.Errorf("%s: %.200q, without paths %.200q", c.Name, got, other)
		}
		bad := len(want) // the first answer that is a refusal of net/http's
		for i := range want {
			if status(want, i) >= 400 {
				bad = min(bad, i)
			}
		}
		refused := len(got) > 0 && status(got, len(got)-1) == 400
		switch {
		case c.Stricter && (!refused || len(got) > bad+1):
			t.Errorf("%s: %.200q, and should be refused; net/http %.200q", c.Name, got, want)
		case c.Stricter:
		case len(got) != len(want), bad < len(want) && status(got, bad) != status(want, bad) && status(got, bad) != 400:
			t.Errorf("%s: %.200q, net/http %.200q", c.Name, got, want)
		case fmt.Sprint(got[:bad]) != fmt.Sprint(want[:bad]):
			t.Errorf("%s: %.200q, net/http %.200q", c.Name, got, want)
		}
	}
}

// told is what answers say, but for why something is refused: a reset may take that away.
func told(answers []string) (text string) {
	for i, a := range answers {
		if status(answers, i) >= 400 {
			a = a[:3]
		}
		text += a + "; "
	}
	return text
}

// status is that of an answer, zero for none.
func status(answers []string, n int) (status int) {
	if n < len(answers) {
		fmt.Sscan(answers[n], &status)
	}
	return status
}

// Plain requests may come in any pieces, and many at once.
func TestPieces(t *testing.T) {
	e, address := start(t, true, nil)
	c := dial(t, address)
	go func() {
		for i := range len(good) {
			io.WriteString(c, good[i:i+1])
			time.Sleep(100 * time.Microsecond)
		}
		io.WriteString(c, strings.Repeat(good, 20)+good[:30])
		time.Sleep(5 * time.Millisecond)
		io.WriteString(c, good[30:])
		c.CloseWrite()
	}()
	text, err := io.ReadAll(c)
	if n := strings.Count(string(text), "\r\n\r\nPOST /seismic/plain \"hello\""); err != nil || n != 22 || e.plain.Load() != 22 {
		t.Errorf("%d answers, %d plain, %v: %s", n, e.plain.Load(), err, text)
	}
}

// What follows a plain request on its connection may be anything.
func TestHandedOver(t *testing.T) {
	e, address := start(t, true, nil)
	chunked := "POST /seismic/plain HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nworld\r\n0\r\n\r\n"
	got := talk(t, address, good+chunked+good+"GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
	want := `[200 POST /seismic/plain "hello" 200 POST /seismic/plain "world" 200 POST /seismic/plain "hello" 200 GET /x ""]`
	if fmt.Sprint(got) != want || e.plain.Load() != 1 {
		t.Errorf("%v, %d plain", got, e.plain.Load())
	}
}

// TestAnswer reads an answer to the letter.
func TestAnswer(t *testing.T) {
	_, address := start(t, true, nil)
	c := dial(t, address)
	io.WriteString(c, good)
	b := make([]byte, 1000)
	n, err := c.Read(b)
	head, date, _ := strings.Cut(string(b[:n]), "Date: ")
	date, rest, _ := strings.Cut(date, "\r\n")
	if when, err := http.ParseTime(date); err != nil || time.Since(when).Abs() > 10*time.Second {
		t.Errorf("date %q: %v", date, err)
	}
	if want := "Content-Type: text/plain\r\nContent-Length: 27\r\n\r\nPOST /seismic/plain \"hello\""; err != nil || head != "HTTP/1.1 200 OK\r\n" || rest != want {
		t.Errorf("%s%s, %v", head, rest, err)
	}
}

// Large bodies both ways, which do not fit into one read or write.
func TestLargeBodies(t *testing.T) {
	for _, size := range []int{1, 8 << 10, 64 << 10, 1 << 20, 8 << 20} {
		body := strings.Repeat("x", size)
		_, address := start(t, true, func(c *leanhttp.Config) { c.MaxBytes = 8 << 20 })
		got := talk(t, address, fmt.Sprintf("POST /seismic/plain HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s", size, body)+good)
		if len(got) != 2 || got[0] != `200 POST /seismic/plain "`+body+`"` || got[1] != `200 POST /seismic/plain "hello"` {
			t.Errorf("%d: %d answers", size, len(got))
		}
	}
}

// Whoever is slow is cut off: before a request, in its head, in its body, between two, and when it does not read.
func TestSlow(t *testing.T) {
	const patience = 100 * time.Millisecond
	large := make([]byte, 64<<20)
	for _, c := range []struct {
		name, text, answer string
		change             func(*leanhttp.Config)
	}{
		{"silent", "", "", func(c *leanhttp.Config) { c.Header = patience }},
		{"in the head", good[:40], "HTTP/1.1 408 Request Timeout", func(c *leanhttp.Config) { c.Header = patience }},
		{"in the body", good[:len(good)-1], "HTTP/1.1 400 Bad Request", func(c *leanhttp.Config) { c.Read = patience }},
		{"between", good, "HTTP/1.1 200 OK", func(c *leanhttp.Config) { c.Idle = patience }},
		{"in the second head", good + good[:40], "HTTP/1.1 200 OK", func(c *leanhttp.Config) { c.Header = patience }},
		{"reading", good, "HTTP/1.1 200 OK", func(c *leanhttp.Config) {
			c.Write = patience
			c.Answer = func(*leanhttp.Request) leanhttp.Response { return leanhttp.Response{Status: 200, Body: large} }
		}},
	} {
		e, address := start(t, true, c.change)
		began := time.Now() // before the server's patience begins, on a busy machine too
		conn := dial(t, address)
		io.WriteString(conn, c.text)
		if c.name == "reading" {
			time.Sleep(3 * patience)
		}
		text, err := io.ReadAll(conn)
		if took := time.Since(began); err != nil || took < patience*9/10 || took > 4*time.Second || len(text) >= len(large) {
			t.Errorf("%s: cut off after %v with %d octets, %v", c.name, took, len(text), err)
		}
		if line, _, _ := strings.Cut(string(text), "\r\n"); line != c.answer {
			t.Errorf("%s: answered %q", c.name, line)
		}
		if c.name == "in the body" && !strings.Contains(string(text), "\r\nConnection: close\r\n") {
			t.Errorf("the client is not told of the end: %s", text)
		}
		e.server.Close()
	}
}

// One octet now and then does not keep a connection open.
func TestSlowLoris(t *testing.T) {
	_, address := start(t, true, func(c *leanhttp.Config) { c.Header, c.Read = 200*time.Millisecond, 300*time.Millisecond })
	for _, text := range []string{
		"POST /seismic/plain HTTP/1.1\r\nHost: a\r\nAccept: " + strings.Repeat("a", 1000),
		"POST /seismic/plain HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n" + strings.Repeat("a", 999),
	} {
		c, ended := dial(t, address), make(chan time.Duration, 1)
		began := time.Now()
		go func() {
			io.Copy(io.Discard, c)
			ended <- time.Since(began)
		}()
		for i := range len(text) {
			if _, err := io.WriteString(c, text[i:i+1]); err != nil {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		if took := <-ended; took < 180*time.Millisecond || took > 3*time.Second {
			t.Errorf("kept for %v: %.50s", took, text)
		}
	}
}

// slow is an answer that waits until it is let go.
type slow struct{ entered, leave chan struct{} }

func (s slow) answer(*leanhttp.Request) leanhttp.Response {
	s.entered <- struct{}{}
	<-s.leave
	return leanhttp.Response{Status: 200, Media: "text/plain", Body: []byte("done")}
}

func TestShutdown(t *testing.T) {
	s := slow{make(chan struct{}), make(chan struct{})}
	e, address := start(t, true, func(c *leanhttp.Config) { c.Answer = s.answer })
	idle, running := dial(t, address), dial(t, address)
	io.WriteString(running, good)
	<-s.entered
	ended := make(chan error, 1)
	go func() { ended <- e.listen.(*leanhttp.Listener).Shutdown(context.Background()) }()
	if b, err := io.ReadAll(idle); err != nil || len(b) > 0 {
		t.Errorf("an idle connection: %q, %v", b, err)
	}
	select {
	case err := <-ended:
		t.Fatal("ended with a request under way: ", err)
	case <-time.After(50 * time.Millisecond):
	}
	if c, err := net.Dial("tcp", address); err == nil {
		c.Close()
		t.Error("it still listens")
	}
	close(s.leave)
	text, err := io.ReadAll(running)
	if err != nil || !strings.HasSuffix(string(text), "\r\nConnection: close\r\n\r\ndone") {
		t.Errorf("%s, %v", text, err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestShutdownHasAnEnd(t *testing.T) {
	s := slow{make(chan struct{}), make(chan struct{})}
	e, address := start(t, true, func(c *leanhttp.Config) { c.Answer = s.answer })
	c := dial(t, address)
	io.WriteString(c, good)
	<-s.entered
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if err := e.listen.(*leanhttp.Listener).Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if _, err := io.ReadAll(c); err != nil && !strings.Contains(err.Error(), "reset") {
		t.Error(err)
	}
	close(s.leave)
}

// A panic ends its connection, and no other.
func TestPanic(t *testing.T) {
	e, address := start(t, true, func(c *leanhttp.Config) {
		answer := c.Answer
		c.Answer = func(r *leanhttp.Request) leanhttp.Response {
			switch string(r.Body) {
			case "panic":
				panic("secret")
			case "abort":
				panic(http.ErrAbortHandler)
			}
			return answer(r)
		}
	})
	for _, word := range []string{"panic", "abort"} {
		if got := talk(t, address, strings.Replace(good, "hello", word, 1)+good); len(got) > 0 {
			t.Errorf("%s: %v", word, got)
		}
	}
	if got := talk(t, address, good); len(got) != 1 {
		t.Error("it does not go on: ", got)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if log := e.log.String(); strings.Count(log, "secret") != 1 || strings.Count(log, "level=ERROR") != 1 {
		t.Error(log)
	}
}

// failing is a listener that fails in passing, as with too many open files.
type failing struct {
	net.Listener
	failures int
}

type passing struct{ error }

func (passing) Timeout() bool   { return false }
func (passing) Temporary() bool { return true }

func (f *failing) Accept() (net.Conn, error) {
	if f.failures > 0 {
		f.failures--
		return nil, passing{errors.New("too many open files")}
	}
	return f.Listener.Accept()
}

func TestFailuresInPassing(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e := &echo{}
	e.Config = leanhttp.Config{Paths: []string{"/seismic/plain"}, Answer: e.answer, MaxBytes: 100}
	e.server.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	go e.server.Serve(leanhttp.Listen(&failing{l, 3}, e.Config))
	defer e.server.Close()
	if got := talk(t, l.Addr().String(), good); len(got) != 1 {
		t.Error(got)
	}
}

// TestTogether has sense with -race: 64 clients at once.
func TestTogether(t *testing.T) {
	e, address := start(t, true, nil)
	var clients sync.WaitGroup
	for range 64 {
		clients.Go(func() {
			c := dial(t, address)
			r := bufio.NewReader(c)
			for range 20 {
				io.WriteString(c, good)
				a, err := http.ReadResponse(r, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if body, err := io.ReadAll(a.Body); err != nil || string(body) != `POST /seismic/plain "hello"` {
					t.Errorf("%q, %v", body, err)
				}
			}
		})
	}
	clients.Wait()
	if e.plain.Load() != 64*20 {
		t.Errorf("%d plain", e.plain.Load())
	}
}
