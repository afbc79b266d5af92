package server_test

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

	"seismark/server"
	"seismark/wssec"
)

// posting is a request to the plain endpoint, with its fields as they stand.
func posting(fields, body string) string {
	return "POST /seismic/plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n" + fields + "\r\n" + body
}

func measured(body string) string {
	return posting(fmt.Sprintf("Content-Length: %d\r\n", len(body)), body)
}

// statuses sends a text and gives the statuses of the answers, and whether the server ended the connection.
func statuses(t testing.TB, root, text string) (list []int, ended bool) {
	t.Helper()
	r := bufio.NewReader(dial(t, root, text))
	for {
		a, err := http.ReadResponse(r, nil)
		if err != nil {
			return list, err == io.ErrUnexpectedEOF || strings.Contains(err.Error(), "reset")
		}
		io.Copy(io.Discard, a.Body)
		list = append(list, a.StatusCode)
	}
}

// Requests that are not HTTP to the letter end their connection, and nothing behind them is answered. The log tells
// of each, where other refusals are told.
func TestToTheLetter(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		var log journal
		c := plain(t, w)
		c.Log = log.logger()
		c.Deadlines = server.Deadlines{Header: 800 * time.Millisecond, Read: 800 * time.Millisecond, Idle: 800 * time.Millisecond}
		root := start(t, c)
		chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(envelope), envelope)
		behind := "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
		for _, tc := range []struct {
			name, text, want, log string
		}{
			{"good", measured(envelope) + posting("Transfer-Encoding: chunked\r\n", chunked) + behind, "[200 200 200]", ""},
			{"length beside chunked", posting("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", chunked+behind), "[400]",
				`status=400 why="it has a Content-Length beside a Transfer-Encoding"`},
			{"folded", posting("Content-Length: 5\r\nTransfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n"+behind), "[400]", `status=400 why="a field is folded over lines"`},
			{"line feeds", strings.ReplaceAll(measured(envelope), "\r\n", "\n") + behind, "[400]", `status=400 why="a line does not end`},
			{"one behind a good one", measured(envelope) + strings.ReplaceAll(measured(envelope), "\r\n", "\n") + behind, "[200 400]", `status=400 why="a line does not end`},
			{"a bad chunk", posting("Transfer-Encoding: chunked\r\n", "+5\r\nhello\r\n0\r\n\r\n"+behind), "[400]",
				`status=400 code=Client why="server: the message cannot be read: the size of a chunk is no number"`},
			{"a long head", posting("X: "+strings.Repeat("x", server.MaxHeader)+"\r\nContent-Length: 5\r\n", "hello"+behind), "[431]", `status=431 why="its head is longer than 16384 bytes"`},
			{"a large body", measured(strings.Repeat(" ", 4097)), "[413]", "status=413"},
			{"half a head", "POST /seismic/plain HTTP/1.1\r\nHost: x\r\n", "[408]", `status=408 why="the head of the request did not come in time"`},
			{"half a body", posting("Content-Length: 5\r\n", "hel"), "[408]", "status=408"},
			{"no version of ours", "GET / HTTP/3.0\r\nHost: x\r\n\r\n", "[505]", "status=505"},
		} {
			before := len(log.String())
			list, ended := statuses(t, root, tc.text)
			line := log.String()[before:]
			if fmt.Sprint(list) != tc.want || !ended {
				t.Errorf("%s: %v, want %s; ended %v", tc.name, list, tc.want, ended)
			}
			if (tc.log == "") != (line == "") || tc.log != "" && (!strings.Contains(line, "level=INFO msg=refused ") || strings.Count(line, "\n") != 1 ||
				!strings.Contains(line, tc.log) || !strings.Contains(line, "from=127.0.0.1:")) {
				t.Errorf("%s: the log says %q, want %s", tc.name, line, tc.log)
			}
		}
	})
}

// The head of a request may have MaxHeader octets on both transports.
func TestMaxHeader(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		root := start(t, plain(t, w))
		head := posting(fmt.Sprintf("Connection: close\r\nContent-Length: %d\r\nX: \r\n", len(envelope)), "")
		for extra, want := range []string{"[200]", "[431]"} {
			fill := strings.Repeat("x", server.MaxHeader-len(head)+extra)
			if list, _ := statuses(t, root, strings.Replace(head, "X: ", "X: "+fill, 1)+envelope); fmt.Sprint(list) != want {
				t.Errorf("%d octets: %v, want %s", len(head)+len(fill), list, want)
			}
		}
	})
}

// A flood of bad requests, of both kinds, is told of in few lines, and counted.
func TestFloodOfRefusals(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		var log journal
		c := plain(t, w)
		c.Log = log.logger()
		root, stop := startStoppable(t, c)
		const each, clients = 40, 10
		began := time.Now()
		var all sync.WaitGroup
		for range clients {
			all.Go(func() {
				statuses(t, root, strings.Repeat(measured("<a/>"), each)+"bad\r\n\r\n")
			})
		}
		all.Wait()
		seconds := int(time.Since(began)/time.Second) + 2
		if err := stop(); err != nil {
			t.Error(err)
		}
		lines, untold := strings.Count(log.String(), "msg=refused "), 0
		for rest := log.String(); ; {
			_, after, ok := strings.Cut(rest, "requests=")
			if !ok {
				break
			}
			var n int
			fmt.Sscan(after, &n)
			untold, rest = untold+n, after
		}
		if lines+untold != (each+1)*clients || lines > 50*seconds || untold == 0 {
			t.Errorf("%d lines and %d untold in %d seconds, of %d", lines, untold, seconds, (each+1)*clients)
		}
	})
}

// What an engine's limits refuse is told without the names of settings that no operator has.
func TestLimitsAreNotAdvised(t *testing.T) {
	onEach(t, crossed(), func(t *testing.T, w way) {
		var log journal
		c := plain(t, w)
		c.Log, c.MaxBytes = log.logger(), 0
		root := start(t, c)
		in := func(content string) string { return strings.Replace(envelope, "<min-mag>", content+"<min-mag>", 1) }
		attributes, ids := "", ""
		for i := range 1000 {
			attributes += fmt.Sprintf(` a%d=""`, i)
		}
		for i := range 5000 {
			ids += fmt.Sprintf(`<a xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" u:Id="a%d"/>`, i)
		}
		for name, body := range map[string]string{
			"depth":      in(strings.Repeat("<a>", 1000) + strings.Repeat("</a>", 1000)),
			"attributes": in("<a" + attributes + "/>"),
			"names":      in("<" + strings.Repeat("a", 5000) + "/>"),
			"ids":        strings.Replace(envelope, "<s:Body>", "<s:Header>"+ids+"</s:Header><s:Body>", 1),
		} {
			before := len(log.String())
			response, text := send(t, "POST", root+"/seismic/plain", body, "Content-Type", "text/xml")
			line := log.String()[before:]
			if response.StatusCode != 500 || !strings.Contains(line, "msg=refused") {
				t.Errorf("%s: %d %.300s; the log says %q", name, response.StatusCode, text, line)
			}
			for _, word := range []string{"Limits", "raise"} {
				if strings.Contains(line+text, word) {
					t.Errorf("%s: %s in %q, %q", name, word, line, text)
				}
			}
		}
	})
}

// 200 clients who claim large bodies and do not send them get what MaxPending has room for, the others 503; small
// messages are answered meanwhile, and large ones when they are gone.
func TestMaxPending(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		c := plain(t, w)
		c.MaxBytes, c.MaxPending = 100_000, 500_000
		root := start(t, c)
		large := measured(envelope + strings.Repeat(" ", 90_000))
		claims := make([]net.Conn, 200)
		for i := range claims {
			claims[i] = dial(t, root, large[:len(large)-10]) // waits for the rest where there is room
		}
		refused, waiting := 0, []net.Conn(nil)
		var all sync.WaitGroup
		var mu sync.Mutex
		for _, conn := range claims {
			all.Go(func() {
				conn.SetReadDeadline(time.Now().Add(1500 * time.Millisecond))
				a, err := http.ReadResponse(bufio.NewReader(conn), nil)
				mu.Lock()
				defer mu.Unlock()
				switch e, ok := err.(net.Error); {
				case err == nil && a.StatusCode == 503 && a.Header.Get("Retry-After") != "":
					refused++
				case ok && e.Timeout():
					waiting = append(waiting, conn)
				default:
					t.Error(a, err)
				}
			})
		}
		all.Wait()
		if len(waiting) == 0 || len(waiting) > 5 || refused+len(waiting) != len(claims) {
			t.Errorf("%d wait, %d refused", len(waiting), refused)
		}
		if response, text := send(t, "POST", root+"/seismic/plain", envelope); response.StatusCode != 200 {
			t.Errorf("a small one: %d %s", response.StatusCode, text)
		}
		if response, text := send(t, "POST", root+"/seismic/plain", envelope+strings.Repeat(" ", 90_000)); response.StatusCode != 503 ||
			readFault(t, text) != (fault{"1.1", "soap:Client", "too many large messages are being answered: try again"}) {
			t.Errorf("a large one: %d %s", response.StatusCode, text)
		}
		for _, conn := range waiting {
			io.WriteString(conn, large[len(large)-10:])
			conn.SetReadDeadline(time.Now().Add(10 * time.Second))
			if a, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || a.StatusCode != 200 {
				t.Error("one that waited: ", a, err)
			}
		}
		for range 3 { // one after the other, which take and give the same room; chunked and in gzip too
			padded := envelope + strings.Repeat(" ", 90_000)
			for _, body := range []struct {
				reader io.Reader
				gzip   string
			}{{strings.NewReader(padded), ""}, {io.MultiReader(strings.NewReader(padded)), ""}, {strings.NewReader(deflate(t, padded)), "gzip"}} {
				r, _ := http.NewRequest("POST", root+"/seismic/plain", body.reader)
				if body.gzip != "" {
					r.Header.Set("Content-Encoding", body.gzip)
				}
				response, err := client.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
				if response.StatusCode != 200 {
					t.Errorf("when they are gone: %d", response.StatusCode)
				}
			}
		}
	})
}

// 300 connections, of which 50 may be there.
func TestMaxConnections(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		var log journal
		c := plain(t, w)
		c.MaxConnections, c.Log = 50, log.logger()
		root := start(t, c)
		answered := map[int]int{}
		conns := make([]net.Conn, 300)
		for i := range conns {
			conns[i] = dial(t, root, measured(envelope))
		}
		for _, conn := range conns {
			if a, err := http.ReadResponse(bufio.NewReader(conn), nil); err == nil {
				answered[a.StatusCode]++
			}
		}
		if answered[200] != 50 || answered[503] < 50 || len(answered) != 2 {
			t.Errorf("%v", answered)
		}
		if !strings.Contains(log.String(), `status=503 why="there are too many connections: try again"`) {
			t.Error(log.String())
		}
	})
}

func TestNewRefusesBounds(t *testing.T) {
	for _, c := range []struct {
		text   string
		change func(*server.Config)
	}{
		{"server: Config.MaxConnections is negative: zero means the default", func(c *server.Config) { c.MaxConnections = -1 }},
		{"server: Config.MaxPending is negative: zero means the default", func(c *server.Config) { c.MaxPending = -1 }},
		{"server: Config.MaxPending is 4095, less than one body of 4096: raise it, or lower MaxBytes", func(c *server.Config) { c.MaxPending = 4095 }},
		{"", func(c *server.Config) { c.MaxPending = 4096 }},
		{"", func(c *server.Config) { c.MaxBytes = 1 << 30 }},
	} {
		config := server.Config{Store: store(), MaxBytes: 4096, Endpoints: []server.Endpoint{
			{Policy: wssec.Plain(), Engine: engine(t, wssec.Recipient, wssec.Plain())},
		}}
		c.change(&config)
		if _, err := server.New(config); fmt.Sprint(err) != c.text && (c.text != "" || err != nil) {
			t.Errorf("got %v, want %s", err, c.text)
		}
	}
}
