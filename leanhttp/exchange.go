package leanhttp

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"strconv"
)

// maxInterim bounds how many answers may go before the final one (RFC 9110, section 15.2).
const maxInterim = 5

// exchange sends a request and reads the head of the answer. It reports whether the request was sent whole:
// a server may answer, and close, before it has read it.
func (l *link) exchange(r *http.Request) (_ *http.Response, whole bool, err error) {
	if l.out, err = appendRequest(l.out[:0], r); err != nil {
		return nil, false, err
	}
	_, failed := l.Write(l.out)
	if cap(l.out) > maxKept {
		l.out = nil
	}
	if _, err := l.r.Peek(1); err != nil {
		return nil, false, cmp.Or(failed, err) // io.EOF where nothing came
	}
	response, err := l.head(r)
	return response, failed == nil, err
}

// head reads the head of the final answer.
func (l *link) head(r *http.Request) (*http.Response, error) {
	for range maxInterim + 1 {
		response, err := http.ReadResponse(l.r, r)
		if err != nil {
			return nil, err
		}
		switch {
		case response.StatusCode == http.StatusSwitchingProtocols:
			return nil, fmt.Errorf("leanhttp: the server speaks %.40q, which was not asked for", response.Header.Get("Upgrade"))
		case response.StatusCode >= 200:
			l.left = -1
			return response, nil
		}
	}
	return nil, fmt.Errorf("leanhttp: more than %d interim answers", maxInterim)
}

// appendRequest appends a request, so that it goes out in one write.
func appendRequest(b []byte, r *http.Request) ([]byte, error) {
	b, err := appendRequestHead(b, r)
	if n := len(b); err == nil && r.ContentLength > 0 {
		b = append(b, make([]byte, r.ContentLength)...)
		if _, err := io.ReadFull(r.Body, b[n:]); err != nil {
			return b, fmt.Errorf("leanhttp: reading the body of the request: %w", err)
		}
	}
	return b, err
}

func appendRequestHead(b []byte, r *http.Request) ([]byte, error) {
	method, target, host := r.Method, r.URL.RequestURI(), r.Host
	if method == "" {
		method = http.MethodGet
	}
	if host == "" {
		host = r.URL.Host
	}
	if !isToken(method) || !isTarget(target) || !isHost(host) {
		return b, fmt.Errorf("leanhttp: %q of %q at host %q cannot be asked for", method, target, host)
	}
	b = append(append(b, method...), ' ')
	b = append(append(b, target...), " HTTP/1.1\r\nHost: "...)
	b = append(append(b, host...), "\r\n"...)
	for name, values := range r.Header {
		switch name {
		case "Host", "Content-Length", "Transfer-Encoding", "Trailer":
			continue
		}
		for _, value := range values {
			if !isToken(name) || !isValue(value) {
				return b, fmt.Errorf("leanhttp: %q: %q is no field of a request", name, value)
			}
			b = append(append(b, name...), ": "...)
			b = append(append(b, value...), "\r\n"...)
		}
	}
	if r.Close {
		b = append(b, "Connection: close\r\n"...)
	}
	if r.ContentLength > 0 || method == http.MethodPost {
		b = append(b, "Content-Length: "...)
		b = append(strconv.AppendInt(b, r.ContentLength, 10), "\r\n"...)
	}
	return append(b, "\r\n"...), nil
}

// isToken reports whether s is a token of RFC 9110, section 5.6.2.
func isToken(s string) bool {
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '-', c == '_', c == '.', c == '!', c == '#', c == '$', c == '%', c == '&', c == '\'', c == '*', c == '+', c == '^', c == '`', c == '|', c == '~':
		default:
			return false
		}
	}
	return s != ""
}

func isTarget(s string) bool {
	for _, c := range []byte(s) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return s != ""
}

func isValue(s string) bool {
	for _, c := range []byte(s) {
		if c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
