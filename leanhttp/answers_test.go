package leanhttp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// answers are what a server may send, with what a call makes of it. Each is a seed of FuzzAnswer.
var answers = []struct {
	name, text string
	verdict    verdict
	want       string // status, media and body; or the error
}{
	{"ours", ok("Content-Type: text/xml", "Content-Length: 5") + "hello", plain, "200 text/xml hello"},
	{"nothing in it", ok("Content-Length: 0"), plain, "200  "},
	{"a peer's", "HTTP/1.1 500 Internal Server Error\r\nserver: gSOAP/2.8\r\nCONTENT-TYPE: text/xml; charset=utf-8\r\ncontent-length:5\r\nConnection: Keep-Alive\r\n\r\nhello", plain, "500 text/xml; charset=utf-8 hello"},
	{"no reason", "HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\nhello", plain, "200  hello"},

	{"chunked", ok("Transfer-Encoding: chunked") + "5\r\nhello\r\n6;a=b\r\n world\r\n0\r\nTrailer: x\r\n\r\n", other, "200  hello world"},
	{"until the end", ok("Content-Type: text/xml") + "hello", other, "200 text/xml hello"},
	{"close", ok("Connection: close", "Content-Length: 5") + "hello", other, "200  hello"},
	{"HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello", other, "200  hello"},
	{"no content", "HTTP/1.1 204 No Content\r\n\r\n", other, "204  "},
	{"not modified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", other, "304  "},
	{"a field of another's", ok("X-Powered-By: a", "Content-Length: 5") + "hello", other, "200  hello"},
	{"continue", "HTTP/1.1 100 Continue\r\n\r\n" + ok("Content-Length: 5") + "hello", other, "200  hello"},
	{"early hints", strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n", 5) + ok("Content-Length: 5") + "hello", other, "200  hello"},
	{"hints without end", strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 6) + ok("Content-Length: 5") + "hello", other, "leanhttp: more than 5 interim answers"},
	{"another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n", other, `leanhttp: the server speaks "h2c", which was not asked for`},
	{"lines without returns", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", other, "200  hello"},
	{"folded", ok("Server: a\r\n b", "Content-Length: 5") + "hello", other, "200  hello"},
	{"chunked, with a length", ok("Content-Length: 3", "Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n", other, "200  hello"},
	{"the same length twice", ok("Content-Length: 5", "Content-Length: 5") + "hello", other, "200  hello"},

	{"two lengths", ok("Content-Length: 5", "Content-Length: 4") + "hello", other, "Content-Length"},
	{"negative", ok("Content-Length: -5") + "hello", other, "bad Content-Length"},
	{"huge", ok("Content-Length: 99999999999999999999") + "hello", other, "bad Content-Length"},
	{"nearly chunked", ok("Transfer-Encoding: xchunked", "Content-Length: 5") + "hello", other, "unsupported transfer encoding"},
	{"a blank before the colon", ok("Content-Length : 5") + "hello", other, "200  hello"}, // no length, to net/http
	{"NUL", ok("Server: a\x00", "Content-Length: 5") + "hello", other, "malformed MIME header"},
	{"a return for a hyphen", ok("Content\rLength: 5") + "hello", other, "malformed MIME header"},
	{"no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", other, "malformed HTTP"},
	{"no status", "HTTP/1.1 OK\r\n\r\n", other, "malformed HTTP"},
	{"a long status", "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n", other, "malformed HTTP"},
	{"an endless head", ok("Server: " + strings.Repeat("a", 2*maxAnswerHead)), other, "leanhttp: the head of the answer is longer than 65536 bytes"},
	{"many fields", ok(strings.Repeat("Server: a\r\n", 10000)), other, "leanhttp: the head of the answer is longer than 65536 bytes"},

	{"nothing", "", more, "EOF"},
	{"half a line", "HTTP/1.1 2", more, "malformed HTTP"},
	{"half a head", "HTTP/1.1 200 OK\r\nContent-Le", more, "malformed MIME header"},
	{"half a body", ok("Content-Length: 5") + "hel", plain, "unexpected EOF"},
	{"half a chunk", ok("Transfer-Encoding: chunked") + "5\r\nhel", other, "unexpected EOF"},
}

func ok(fields ...string) string {
	return "HTTP/1.1 200 OK\r\n" + strings.Join(fields, "\r\n") + "\r\n\r\n"
}

// canned is a connection on which an answer has come before anything was asked, and then the end.
type canned struct {
	net.Conn
	io.Reader
	sent bytes.Buffer
}

func (c *canned) Read(b []byte) (int, error)  { return c.Reader.Read(b) }
func (c *canned) Write(b []byte) (int, error) { return c.sent.Write(b) }
func (c *canned) SetDeadline(time.Time) error { return nil }
func (c *canned) Close() error                { return nil }

// answered is what a call gets that is answered by a text, as answers tells it.
func answered(t testing.TB, text io.Reader) string {
	u, err := url.Parse("http://a/b")
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCaller(&http.Request{Method: "POST", URL: u}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	c.idle = []*link{newLink(&canned{Reader: text})}
	a := Answer{Body: []byte("from before")}
	response, err := c.Call(context.Background(), nil, &a, testLimit)
	if err == nil && response != nil {
		a.Status, a.Media = response.StatusCode, response.Header.Get("Content-Type")
		a.Body, err = io.ReadAll(response.Body)
		response.Body.Close()
	}
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d %s %s", a.Status, a.Media, a.Body)
}

func TestAnswers(t *testing.T) {
	for _, c := range answers {
		if _, _, v := readAnswer([]byte(c.text), testLimit); v != c.verdict {
			t.Errorf("%s: verdict %d, want %d", c.name, v, c.verdict)
		}
		for _, source := range []io.Reader{strings.NewReader(c.text), &crumbs{c.text}} {
			if got := answered(t, source); got != c.want && (c.want == "" || c.want[0] == '2' || !strings.Contains(got, c.want)) {
				t.Errorf("%s: %.200q, want %q", c.name, got, c.want)
			}
		}
	}
}

// crumbs gives a text octet by octet.
type crumbs struct{ text string }

func (c *crumbs) Read(b []byte) (int, error) {
	if c.text == "" {
		return 0, io.EOF
	}
	n := copy(b, c.text[:1])
	c.text = c.text[n:]
	return n, nil
}

// FuzzAnswer: a plain answer is one to net/http too, and the same.
func FuzzAnswer(f *testing.F) {
	for _, c := range answers {
		if len(c.text) < 1000 { // long ones take the fuzzer minutes to shorten
			f.Add([]byte(c.text))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got := answered(t, bytes.NewReader(b))
		if _, _, v := readAnswer(b, testLimit); v != plain {
			return
		}
		want := ""
		r, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(b)), nil)
		if err != nil {
			t.Fatalf("%q, net/http: %v", got, err)
		}
		body, err := io.ReadAll(r.Body)
		if want = fmt.Sprintf("%d %s %s", r.StatusCode, r.Header.Get("Content-Type"), body); err != nil {
			want = err.Error()
		}
		if got != want || r.Close || len(r.TransferEncoding) > 0 || r.Header["Content-Encoding"] != nil {
			t.Errorf("%q, net/http %q, %+v", got, want, r)
		}
	})
}

func TestNewCallerRefuses(t *testing.T) {
	for _, c := range []struct {
		request http.Request
		text    string
	}{
		{http.Request{Method: "POST", URL: &url.URL{Scheme: "https", Host: "a"}}, "leanhttp: https is not spoken here"},
		{http.Request{Method: "GET", URL: &url.URL{Scheme: "http", Host: "a"}}, `leanhttp: GET "/" of host "a" cannot be asked for`},
		{http.Request{Method: "POST", URL: &url.URL{Scheme: "http", Host: "a\r\nb"}}, `leanhttp: POST "/" of host "a\r\nb" cannot be asked for`},
		{http.Request{Method: "POST", URL: &url.URL{Scheme: "http", Host: "a", RawQuery: "b c"}}, `leanhttp: POST "/?b c" of host "a" cannot`},
		{http.Request{Method: "POST", URL: &url.URL{Scheme: "http", Host: "a"}, Header: http.Header{"A": {"b\r\nc: d"}}}, `leanhttp: "A": "b\r\nc: d" cannot be a field`},
		{http.Request{Method: "POST", URL: &url.URL{Scheme: "http", Host: "a"}, Header: http.Header{"A b": {"c"}}}, `leanhttp: "A b": "c" cannot be a field`},
		{http.Request{Method: "POST", URL: &url.URL{Scheme: "http", Host: "a"}, Header: http.Header{"transfer-encoding": {"chunked"}}}, `leanhttp: "transfer-encoding": "chunked" cannot be a field`},
	} {
		if _, err := NewCaller(&c.request, time.Second); err == nil || !strings.HasPrefix(err.Error(), c.text) {
			t.Errorf("%v, want %s", err, c.text)
		}
	}
}

// A request is written as it stands here, and is plain.
func TestRequest(t *testing.T) {
	u, _ := url.Parse("http://example.org/seismic/plain")
	c, err := NewCaller(&http.Request{Method: "POST", URL: u, Header: http.Header{"Content-Type": {"text/xml"}}}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	conn := &canned{Reader: strings.NewReader(ok("Content-Length: 0"))}
	c.idle = []*link{newLink(conn)}
	if _, err := c.Call(context.Background(), []byte("hello"), new(Answer), 10); err != nil {
		t.Fatal(err)
	}
	want := "POST /seismic/plain HTTP/1.1\r\nHost: example.org\r\nContent-Type: text/xml\r\nContent-Length: 5\r\n\r\nhello"
	if got := conn.sent.String(); got != want {
		t.Errorf("%q", got)
	}
	if _, _, v := readRequest(conn.sent.Bytes(), []string{testPath}, testLimit); v != plain {
		t.Error("it is not plain")
	}
}

func TestCallsEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	u, _ := url.Parse("http://127.0.0.1:1/")
	c, _ := NewCaller(&http.Request{Method: "POST", URL: u}, time.Minute)
	if _, err := c.Call(ctx, nil, new(Answer), 10); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
