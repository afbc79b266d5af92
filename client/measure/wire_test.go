package measure

import (
	"bytes"
	"encoding/hex"
	"io"
	"net"
	"strings"
	"testing"
)

// answering is a server of one connection that reads so many octets, then writes, for each turn.
func answering(t *testing.T, turns ...[2]string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		for _, turn := range turns {
			b := make([]byte, len(turn[0]))
			if _, err := io.ReadFull(c, b); err != nil || string(b) != turn[0] {
				t.Errorf("the server read %q, want %q", b, turn[0])
				return
			}
			io.WriteString(c, turn[1])
		}
	}()
	return "http://" + l.Addr().String() + "/seismic/plain"
}

// talk plays the client, and gives the last exchange.
func talk(t *testing.T, turns ...[2]string) exchange {
	t.Helper()
	w, url, err := tap(answering(t, turns...))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	host, path, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	if path != "seismic/plain" {
		t.Errorf("the path is %q", path)
	}
	c, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, turn := range turns {
		io.WriteString(c, turn[0])
		b := make([]byte, len(turn[1]))
		if _, err := io.ReadFull(c, b); err != nil || string(b) != turn[1] {
			t.Fatalf("the client read %q, want %q", b, turn[1])
		}
	}
	return w.exchanged()
}

const (
	getWSDL     = "GET /seismic/plain?wsdl HTTP/1.1\r\nHost: x\r\n\r\n"
	wsdlAnswer  = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n<w>"
	postHead    = "POST /seismic/plain HTTP/1.1\r\nhost: X\r\nTransfer-Encoding: chunked\r\n\r\n"
	chunkedBody = "3\r\n<a>\r\n4\r\n</a>\r\n0\r\n\r\n"
	faultHead   = "HTTP/1.1 500 Oh\r\nContent-Length: 4\r\n\r\n"
)

// TestWire passes octets on as they are, and keeps the last exchange of a connection with its head apart.
func TestWire(t *testing.T) {
	e := talk(t, [2]string{getWSDL, wsdlAnswer}, [2]string{postHead + chunkedBody, faultHead + "<f/>"})
	asked, answered := e.asked(), e.answered()
	if string(asked.head) != postHead || string(asked.body) != "<a></a>" || !asked.whole || !asked.posts {
		t.Errorf("asked %q, %q, %+v", asked.head, asked.body, asked)
	}
	if string(answered.head) != faultHead || string(answered.body) != "<f/>" || !answered.whole || answered.status != 500 {
		t.Errorf("answered %q, %q, %+v", answered.head, answered.body, answered)
	}
}

// TestWireContinues takes an interim answer for none.
func TestWireContinues(t *testing.T) {
	e := talk(t, [2]string{postHead, "HTTP/1.1 100 Continue\r\n\r\n"}, [2]string{chunkedBody, faultHead + "<f/>"})
	if asked := e.asked(); string(asked.body) != "<a></a>" || !asked.whole {
		t.Errorf("asked %+v", asked)
	}
	if answered := e.answered(); string(answered.head) != faultHead || answered.status != 500 {
		t.Errorf("answered %+v", answered)
	}
}

// TestWireAnsweredEarly keeps a request whose answer came before its end as one.
func TestWireAnsweredEarly(t *testing.T) {
	e := talk(t, [2]string{postHead, faultHead + "<f/>"}, [2]string{chunkedBody, "."}) // the client waits for it
	if asked := e.asked(); string(asked.head) != postHead {
		t.Errorf("asked %q", asked.head)
	}
	if answered := e.answered(); answered.status != 500 {
		t.Errorf("answered %+v", answered)
	}
}

// TestWireWithoutServer gives the client no answer, and ends with connections open.
func TestWireWithoutServer(t *testing.T) {
	w, url, err := tap("http://127.0.0.1:1/")
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(c, getWSDL)
	if n, err := c.Read(make([]byte, 1)); n > 0 || err == nil {
		t.Errorf("%d octets, %v", n, err)
	}
	w.close()
	if e := w.exchanged(); len(e.request) > 0 || e.answered().status != 0 || e.asked().posts {
		t.Errorf("%+v", e)
	}
}

// TestMessages reads what is not whole, and what is coded.
func TestMessages(t *testing.T) {
	gzipped, err := hex.DecodeString("1f8b0800000000000203b349d4b70300d41cd10104000000") // by Python's gzip
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, response, body string
		whole                bool
		status               int
	}{
		{"nothing", "", "", false, 0},
		{"half a head", "HTTP/1.1 200", "", false, 0},
		{"less than its length", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<a/>", "<a/>", false, 200},
		{"no last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<a/>\r\n", "<a/>", false, 200},
		{"up to the end", "HTTP/1.0 200 OK\r\n\r\n<a/>", "<a/>", true, 200},
		{"no HTTP", "hello\r\n\r\nyou", "you", false, 0},
		{"interim alone", "HTTP/1.1 100 Continue\r\n\r\n", "", false, 0},
		{"no gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n<a/>", "<a/>", true, 200},
		{"gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + string(gzipped), "<a/>", true, 200},
	} {
		m := exchange{response: []byte(c.response)}.answered()
		if string(m.body) != c.body || m.whole != c.whole || m.status != c.status {
			t.Errorf("%s: body %q, whole %v, status %d", c.what, m.body, m.whole, m.status)
		}
		if !bytes.Contains([]byte(c.response), m.head) {
			t.Errorf("%s: head %q", c.what, m.head)
		}
	}
}

// FuzzExchange holds that heads are octets that came, and that what is whole has a status or a method.
func FuzzExchange(f *testing.F) {
	f.Add([]byte(postHead+chunkedBody), []byte("HTTP/1.1 100 Continue\r\n\r\n"+faultHead+"<f/>"))
	f.Add([]byte(getWSDL), []byte(wsdlAnswer))
	f.Fuzz(func(t *testing.T, request, response []byte) {
		e := exchange{request, response}
		asked, answered := e.asked(), e.answered()
		if !bytes.HasPrefix(request, asked.head) || !bytes.Contains(response, answered.head) {
			t.Errorf("heads %q, %q", asked.head, answered.head)
		}
		if answered.whole && answered.status == 0 {
			t.Error("whole, without a status")
		}
	})
}
