package measure

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"slices"
)

// exchange is the octets of a request and of its answer.
type exchange struct{ request, response []byte }

// link tells the exchanges of a connection apart.
type link struct {
	wire *wire
	now  *exchange
}

// asks notes octets of the client. They begin an exchange where the one before has an answer. What follows an
// answer that came before the end of its request does not look like a request.
func (l *link) asks(b []byte) {
	l.wire.mu.Lock()
	defer l.wire.mu.Unlock()
	if l.now == nil || len(l.now.response) > 0 && requests(b) {
		l.now = new(exchange)
		l.wire.last = l.now
	}
	l.now.request = note(l.now.request, b)
}

// answers notes octets of the server.
func (l *link) answers(b []byte) {
	l.wire.mu.Lock()
	defer l.wire.mu.Unlock()
	if l.now != nil {
		l.now.response = note(l.now.response, b)
	}
}

// note appends as far as an answer may be long.
func note(kept, b []byte) []byte { return append(kept, b[:min(len(b), maxAnswer-len(kept))]...) }

// requests reports whether octets begin as a request does.
func requests(b []byte) bool {
	for _, method := range []string{"POST ", "GET "} {
		if n := min(len(b), len(method)); string(b[:n]) == method[:n] {
			return true
		}
	}
	return false
}

// exchanged is the last exchange as it stands now.
func (w *wire) exchanged() exchange {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last == nil {
		return exchange{}
	}
	return exchange{slices.Clone(w.last.request), slices.Clone(w.last.response)}
}

// message is one side of an exchange: its head as it went, its body without the codings of HTTP.
type message struct {
	head, body []byte
	whole      bool // it came to its end
	posts      bool // a request that is a POST
	status     int  // of a response
}

// asked is the request.
func (e exchange) asked() message {
	m := split(e.request)
	r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(e.request)))
	if err != nil {
		return m
	}
	m.posts = r.Method == http.MethodPost
	m.decode(r.Header, r.Body)
	return m
}

// answered is the response. Interim ones, as "100 Continue", are none.
func (e exchange) answered() message {
	octets := e.response
	for bytes.HasPrefix(octets, []byte("HTTP/1.1 1")) {
		octets = split(octets).body
	}
	m := split(octets)
	r, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(octets)), nil)
	if err != nil || r.StatusCode < 200 {
		return m
	}
	m.status = r.StatusCode
	m.decode(r.Header, r.Body)
	return m
}

// endOfHead stands between head and body.
const endOfHead = "\r\n\r\n"

func split(octets []byte) message {
	head, body, ended := bytes.Cut(octets, []byte(endOfHead))
	if ended {
		head = octets[:len(head)+len(endOfHead)]
	}
	return message{head: head, body: body}
}

// decode reads the body, as far as it came.
func (m *message) decode(h http.Header, coded io.ReadCloser) {
	body, err := io.ReadAll(coded)
	m.body, m.whole = body, err == nil
	if h.Get("Content-Encoding") != "gzip" {
		return
	}
	if text, err := gunzip(body); err == nil {
		m.body = text
	}
}

func gunzip(text []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, maxAnswer))
}
