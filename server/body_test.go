package server_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"seismark/server"
	"seismark/wssec"
)

func plain(t testing.TB, w way) server.Config {
	return server.Config{Lean: w.lean, Store: store(), MaxBytes: 4096, Endpoints: []server.Endpoint{
		{Policy: wssec.Plain(), Engine: w.make(t, wssec.Recipient, wssec.Plain())},
	}}
}

func deflate(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestBodies(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		url := start(t, plain(t, w)) + "/seismic/plain"
		padded := func(n int) string { return envelope + strings.Repeat(" ", n-len(envelope)) }
		deflated := deflate(t, envelope)
		for _, c := range []struct {
			name, body string
			header     []string
			status     int
		}{
			{"as large as may be", padded(4096), nil, 200},
			{"one more", padded(4097), nil, 413},
			{"much more", padded(1 << 20), nil, 413},
			{"gzip", deflated, []string{"Content-Encoding", "gzip"}, 200},
			{"x-gzip", deflated, []string{"Content-Encoding", "x-gzip"}, 200},
			{"identity", envelope, []string{"Content-Encoding", "identity"}, 200},
			{"gzip, one more inflated", deflate(t, padded(4097)), []string{"Content-Encoding", "gzip"}, 413},
			{"gzip bomb", deflate(t, padded(64 << 20)[:64<<20]), []string{"Content-Encoding", "gzip"}, 413},
			{"gzip bomb that fits as sent", deflate(t, padded(2<<20)), []string{"Content-Encoding", "gzip"}, 413},
			{"gzip, cut off", deflated[:len(deflated)-4], []string{"Content-Encoding", "gzip"}, 400},
			{"gzip, damaged", deflated[:20] + "xxxx" + deflated[24:], []string{"Content-Encoding", "gzip"}, 400},
			{"no gzip", envelope, []string{"Content-Encoding", "gzip"}, 400},
			{"deflate", envelope, []string{"Content-Encoding", "deflate"}, 415},
			{"twice gzip", envelope, []string{"Content-Encoding", "gzip, gzip"}, 415},
			{"no content type", envelope, []string{"Content-Type", ""}, 200},
			{"no charset", envelope, []string{"Content-Type", "text/xml"}, 200},
			{"quoted charset", envelope, []string{"Content-Type", `text/xml;charset="UTF-8"; action=x`}, 200},
			{"soap 1.2 type", envelope, []string{"Content-Type", `application/soap+xml; action="urn:x"`}, 200},
			{"xop type", envelope, []string{"Content-Type", "application/xop+xml"}, 200},
			{"latin 1", envelope, []string{"Content-Type", "text/xml; charset=iso-8859-1"}, 415},
			{"form", envelope, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
			{"multipart", envelope, []string{"Content-Type", "multipart/related; boundary=x"}, 415},
			{"no type at all", envelope, []string{"Content-Type", "///"}, 415},
		} {
			response, text := send(t, "POST", url, c.body, c.header...)
			if response.StatusCode != c.status {
				t.Errorf("%s: %d %s", c.name, response.StatusCode, text)
			}
			if response.ContentLength != int64(len(text)) {
				t.Errorf("%s: length %d of %d", c.name, response.ContentLength, len(text))
			}
			if c.status != 200 {
				if f := readFault(t, text); !strings.HasSuffix(f.code, ":Client") && !strings.HasSuffix(f.code, ":Sender") {
					t.Errorf("%s: %+v", c.name, f)
				}
			}
			if (c.status == 415) != (response.Header.Get("Accept-Encoding") != "") && strings.Contains(strings.Join(c.header, ""), "Encoding") {
				t.Errorf("%s: Accept-Encoding %q", c.name, response.Header.Get("Accept-Encoding"))
			}
		}
	})
}

// Chunked bodies have no length to check beforehand.
func TestChunked(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		url := start(t, plain(t, w)) + "/seismic/plain"
		for _, c := range []struct {
			padding, status int
		}{{0, 200}, {1 << 20, 413}} {
			body := io.MultiReader(strings.NewReader(envelope), strings.NewReader(strings.Repeat(" ", c.padding)))
			response, err := client.Post(url, "text/xml", body)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != c.status {
				t.Errorf("%d of padding: %d", c.padding, response.StatusCode)
			}
		}
	})
}

// dial opens a connection and writes a text.
func dial(t testing.TB, root, text string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(root, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(10 * time.Second))
	io.WriteString(c, text)
	return c
}

// A length that is merely claimed is refused before anything is read, and sets nothing aside.
func TestClaimedLength(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		root := start(t, plain(t, w))
		c := dial(t, root, "POST /seismic/plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 99999999999\r\n\r\n<")
		answer, err := io.ReadAll(c)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 413 ") {
			t.Errorf("%v, %s", err, answer)
		}
	})
}

func TestSlowClients(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		c := plain(t, w)
		c.Deadlines = server.Deadlines{Header: 800 * time.Millisecond, Read: 1200 * time.Millisecond} // a busy machine needs some
		root := start(t, c)
		for name, text := range map[string]string{
			"header": "POST /seismic/plain HTTP/1.1\r\nHost: x\r\n",
			"body":   "POST /seismic/plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 300\r\n\r\n<soap",
			"gzip":   "POST /seismic/plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Encoding: gzip\r\nContent-Length: 300\r\n\r\n\x1f\x8b\x08",
		} {
			began := time.Now()
			answer, err := io.ReadAll(dial(t, root, text))
			if took := time.Since(began); err != nil || took > 5*time.Second || took < 150*time.Millisecond {
				t.Errorf("%s: ended after %v: %v", name, took, err)
			}
			if name != "header" && !strings.HasPrefix(string(answer), "HTTP/1.1 408 ") {
				t.Errorf("%s: %s", name, answer)
			}
		}
	})
}

func TestEndlessHeader(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		root := start(t, plain(t, w))
		c := dial(t, root, "POST /seismic/plain HTTP/1.1\r\nHost: x\r\n")
		go func() {
			for {
				if _, err := io.WriteString(c, "X-More: "+strings.Repeat("x", 1000)+"\r\n"); err != nil {
					return
				}
			}
		}()
		answer := make([]byte, 12)
		if _, err := io.ReadFull(c, answer); err != nil || string(answer) != "HTTP/1.1 431" {
			t.Errorf("%v, %s", err, answer)
		}
	})
}

// A connection is used again after an answer of any kind that read its request.
func TestConnectionIsKept(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		root := start(t, plain(t, w))
		request := "POST /seismic/plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 5\r\n\r\nhello"
		c := dial(t, root, strings.Repeat(request, 3)+"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		answers, err := io.ReadAll(c)
		if err != nil || strings.Count(string(answers), "HTTP/1.1 500 ") != 3 || !strings.HasSuffix(string(answers), "ok\n") {
			t.Errorf("%v, %s", err, answers)
		}
	})
}

func TestPaths(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		root := start(t, plain(t, w))
		for _, c := range []struct {
			method, path string
			status       int
			text         string
		}{
			{"GET", "/healthz", 200, "ok\n"},
			{"HEAD", "/healthz", 200, ""},
			{"POST", "/healthz", 405, "GET it\n"},
			{"GET", "/", 404, "no service is here: the services are at /seismic/plain\n"},
			{"POST", "/seismic/sign", 404, "no service is here: the services are at /seismic/plain\n"},
			{"POST", "//seismic/plain", 404, "no service is here: the services are at /seismic/plain\n"},
			{"GET", "/seismic/plain", 405, "POST a SOAP message here, or GET /seismic/plain?wsdl for the contract\n"},
			{"PUT", "/seismic/plain", 405, "POST a SOAP message here, or GET /seismic/plain?wsdl for the contract\n"},
			{"HEAD", "/seismic/plain?wsdl", 200, ""},
		} {
			response, text := send(t, c.method, root+c.path, "")
			if response.StatusCode != c.status || text != c.text {
				t.Errorf("%s %s: %d %q", c.method, c.path, response.StatusCode, text)
			}
			if allow := response.Header.Get("Allow"); (c.status == http.StatusMethodNotAllowed) != (allow != "") {
				t.Errorf("%s %s: Allow %q", c.method, c.path, allow)
			}
		}
	})
}

func TestWSDL(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		root := start(t, plain(t, w))
		for _, query := range []string{"wsdl", "WSDL"} {
			response, text := send(t, "GET", root+"/seismic/plain?"+query, "")
			if response.StatusCode != 200 || response.Header.Get("Content-Type") != "text/xml; charset=utf-8" ||
				!strings.Contains(text, `location="`+root+`/seismic/plain"`) || !strings.Contains(text, "definitions") {
				t.Errorf("%d %s", response.StatusCode, text)
			}
		}
		r, _ := http.NewRequest("GET", root+"/seismic/plain?wsdl", nil)
		r.Host = "a&b'c"
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		if response.StatusCode == 200 && !strings.Contains(string(text), `location="http://a&amp;b`) {
			t.Errorf("%s", text)
		}
		answer, _ := io.ReadAll(dial(t, root, "GET /seismic/plain?wsdl HTTP/1.0\r\n\r\n"))
		if !strings.Contains(string(answer), root+"/seismic/plain") {
			t.Errorf("HTTP/1.0: %s", answer)
		}
	})
}
