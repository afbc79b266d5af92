package leanhttp_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"seismark/leanhttp"
)

func newCaller(t testing.TB, address string, timeout time.Duration) *leanhttp.Caller {
	t.Helper()
	u := &url.URL{Scheme: "http", Host: address, Path: "/seismic/plain"}
	c, err := leanhttp.NewCaller(&http.Request{Method: "POST", URL: u, Header: http.Header{"Content-Type": {"text/xml"}}}, timeout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.CloseIdleConnections)
	return c
}

// scripted is a server that answers the requests of its connections by a script: for each request of a
// connection a text, and after the last one the end.
func scripted(t *testing.T, script ...[]string) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for _, answers := range script {
			c, err := l.Accept()
			if err != nil {
				return
			}
			r := bufio.NewReader(c)
			for _, answer := range answers {
				if q, err := http.ReadRequest(r); err == nil {
					io.Copy(io.Discard, q.Body)
				}
				io.WriteString(c, answer)
			}
			c.Close()
		}
	}()
	return l.Addr().String()
}

const hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

// call expects hello, or an error.
func call(t *testing.T, c *leanhttp.Caller, want string) {
	t.Helper()
	var a leanhttp.Answer
	response, err := c.Call(t.Context(), []byte("<request/>"), &a, 1000)
	if err == nil && response != nil {
		a.Body, err = io.ReadAll(response.Body)
		response.Body.Close()
	}
	if err != nil && (want == "" || !strings.Contains(err.Error(), want)) || err == nil && (want != "" || string(a.Body) != "hello") {
		t.Errorf("%q, %v, want %q", a.Body, err, want)
	}
}

// A connection that is of no use any more is noticed before anything is sent on it.
func TestStaleConnections(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it cannot be known on Windows")
	}
	for name, first := range map[string]string{
		"closed":                 hello,
		"said to close":          "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello",
		"says more":              hello + hello,
		"says more, later":       hello,
		"until the end":          "HTTP/1.1 200 OK\r\n\r\nhello",
		"chunked, and says more": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\nx",
	} {
		script := [][]string{{first}, {hello, hello}}
		if name == "says more, later" {
			script = [][]string{{hello, ""}, {hello, hello}} // the second request would get an end
		}
		c := newCaller(t, scripted(t, script...), 5*time.Second)
		call(t, c, "")
		time.Sleep(20 * time.Millisecond)
		if name == "says more, later" {
			call(t, c, "EOF") // the end comes after the request was sent: that is not sent again
		}
		call(t, c, "")
		call(t, c, "")
	}
}

// What was not read of an answer is not taken for the next one.
func TestUnreadAnswers(t *testing.T) {
	c := newCaller(t, scripted(t, []string{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwrong\r\n0\r\n\r\n"}, []string{hello}), 5*time.Second)
	response, err := c.Call(t.Context(), nil, new(leanhttp.Answer), 1000)
	if err != nil || response == nil {
		t.Fatal(response, err)
	}
	response.Body.Close()
	call(t, c, "")
}

// A plain answer over the limit is not read.
func TestLimit(t *testing.T) {
	c := newCaller(t, scripted(t, []string{"HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n"}), 5*time.Second)
	response, err := c.Call(t.Context(), nil, new(leanhttp.Answer), 1000)
	if err != nil || response == nil || response.ContentLength != 1001 {
		t.Fatal(response, err)
	}
	response.Body.Close()
}

// An answer that comes before the request was read counts, but ends the connection.
func TestEarlyAnswer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			io.WriteString(c, hello)
			c.(*net.TCPConn).CloseWrite()
			io.Copy(io.Discard, c)
			c.Close()
		}
	}()
	c := newCaller(t, l.Addr().String(), 5*time.Second)
	for range 3 {
		var a leanhttp.Answer
		if _, err := c.Call(t.Context(), make([]byte, 8<<20), &a, 1000); err != nil || string(a.Body) != "hello" {
			t.Errorf("%q, %v", a.Body, err)
		}
	}
}

// Whatever a server keeps a call waiting for, the call ends in time and with its context.
func TestWaiting(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { c.Close() })
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Le")
		}
	}()
	for name, size := range map[string]int{"answer": 10, "request": 64 << 20} {
		body := make([]byte, size)
		c := newCaller(t, l.Addr().String(), 50*time.Millisecond)
		if _, err := c.Call(t.Context(), body, new(leanhttp.Answer), 1000); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		c = newCaller(t, l.Addr().String(), time.Minute)
		for want, with := range map[error]func(context.Context, time.Duration) (context.Context, context.CancelFunc){
			context.DeadlineExceeded: context.WithTimeout,
			context.Canceled: func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(ctx)
				time.AfterFunc(d, cancel)
				return ctx, cancel
			},
		} {
			ctx, cancel := with(t.Context(), 50*time.Millisecond)
			began := time.Now()
			if _, err := c.Call(ctx, body, new(leanhttp.Answer), 1000); !errors.Is(err, want) || time.Since(began) > 20*time.Second { // of a minute
				t.Errorf("%s: %v after %v", name, err, time.Since(began))
			}
			cancel()
		}
	}
}

// A call may take longer than its connection's deadline is set to at a time.
func TestPatience(t *testing.T) {
	_, address := start(t, true, func(c *leanhttp.Config) {
		answer := c.Answer
		c.Answer = func(r *leanhttp.Request) leanhttp.Response {
			time.Sleep(350 * time.Millisecond)
			return answer(r)
		}
	})
	c := newCaller(t, address, 10*time.Second)
	for range 2 {
		var a leanhttp.Answer
		if _, err := c.Call(t.Context(), []byte("a"), &a, 1000); err != nil || a.Status != 200 {
			t.Error(a.Status, err)
		}
	}
}

func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	c := newCaller(t, l.Addr().String(), time.Second)
	if _, err := c.Call(t.Context(), nil, new(leanhttp.Answer), 10); err == nil || errors.Is(err, os.ErrDeadlineExceeded) || !strings.Contains(err.Error(), "dial tcp "+l.Addr().String()) {
		t.Error(err)
	}
}

// Large requests and answers, plain and by net/http, through a caller that is used again.
func TestLargeCalls(t *testing.T) {
	for _, lean := range []bool{false, true} {
		_, address := start(t, lean, func(c *leanhttp.Config) { c.MaxBytes = 1 << 30 })
		c := newCaller(t, address, 10*time.Second)
		var a leanhttp.Answer
		for _, size := range []int{1, 4 << 10, 100 << 10, 5 << 20, 10} {
			body := strings.Repeat("x", size)
			response, err := c.Call(t.Context(), []byte(body), &a, 1<<30)
			if err == nil && response != nil {
				a.Body, err = io.ReadAll(response.Body)
			}
			if err != nil || string(a.Body) != fmt.Sprintf("POST /seismic/plain %q", body) {
				t.Errorf("lean %v, %d: %d octets, %v", lean, size, len(a.Body), err)
			}
		}
	}
}

// TestCallsTogether has sense with -race: 64 callers, as many connections, and no more.
func TestCallsTogether(t *testing.T) {
	e, address := start(t, true, nil)
	c := newCaller(t, address, 10*time.Second)
	var callers sync.WaitGroup
	for i := range 64 {
		callers.Go(func() {
			var a leanhttp.Answer
			body, want := fmt.Appendf(nil, "%d", i), fmt.Sprintf("POST /seismic/plain \"%d\"", i)
			for range 20 {
				if _, err := c.Call(t.Context(), body, &a, 1000); err != nil || string(a.Body) != want {
					t.Errorf("%q, %v", a.Body, err)
					return
				}
			}
		})
	}
	callers.Wait()
	if e.plain.Load() != 64*20 {
		t.Errorf("%d plain", e.plain.Load())
	}
}

// TestAllocations: a call over both ends allocates nothing.
func TestAllocations(t *testing.T) {
	if raced || runtime.GOOS != "linux" {
		t.Skip("sockets of package net allocate")
	}
	answer := leanhttp.Response{Status: 200, Media: "text/xml", Body: make([]byte, 300)}
	_, address := start(t, true, func(c *leanhttp.Config) {
		c.Answer = func(*leanhttp.Request) leanhttp.Response { return answer }
	})
	c, body := newCaller(t, address, 10*time.Second), make([]byte, 400)
	var a leanhttp.Answer
	n := testing.AllocsPerRun(200, func() {
		if _, err := c.Call(t.Context(), body, &a, 1000); err != nil {
			t.Fatal(err)
		}
	})
	if n > 0 {
		t.Errorf("%v allocations a call", n)
	}
}

// BenchmarkCall is a call of two goroutines, without anything to do.
func BenchmarkCall(b *testing.B) {
	answer := leanhttp.Response{Status: 200, Media: "text/xml", Body: make([]byte, 300)}
	_, address := start(b, true, func(c *leanhttp.Config) {
		c.Answer = func(*leanhttp.Request) leanhttp.Response { return answer }
	})
	c, body := newCaller(b, address, 10*time.Second), make([]byte, 400)
	var a leanhttp.Answer
	b.ReportAllocs()
	b.SetBytes(700)
	for b.Loop() {
		if _, err := c.Call(b.Context(), body, &a, 1000); err != nil {
			b.Fatal(err)
		}
	}
}
