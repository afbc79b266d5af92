package leanhttp

import (
	"fmt"
	"net/http"
)

// appendHead appends the head of a POST like r, up to the value of its Content-Length.
func appendHead(b []byte, r *http.Request) ([]byte, error) {
	target, host := r.URL.RequestURI(), r.Host
	if host == "" {
		host = r.URL.Host
	}
	if r.Method != http.MethodPost || !isTarget(target) || !isHost([]byte(host)) {
		return nil, fmt.Errorf("leanhttp: %s %.100q of host %.100q cannot be asked for: use the transport of net/http", r.Method, target, host)
	}
	b = append(append(b, "POST "...), target...)
	b = append(append(b, " HTTP/1.1\r\nHost: "...), host...)
	for name, values := range r.Header {
		for _, value := range values {
			if !isName(name) || !isText([]byte(value)) {
				return nil, fmt.Errorf("leanhttp: %.100q: %.100q cannot be a field of a request", name, value)
			}
			b = append(append(b, "\r\n"...), name...)
			b = append(append(b, ": "...), value...)
		}
	}
	return append(b, "\r\nContent-Length: "...), nil
}

func isTarget(s string) bool {
	for _, c := range []byte(s) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return s != ""
}

// isName reports whether a field may be named so by a caller, who has no say in how a message is framed.
func isName(s string) bool {
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	switch http.CanonicalHeaderKey(s) {
	case "", "Host", "Content-Length", "Transfer-Encoding", "Trailer", "Connection", "Expect", "Upgrade":
		return false
	}
	return true
}
