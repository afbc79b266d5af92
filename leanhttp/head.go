package leanhttp

import (
	"bytes"
	"strconv"
)

// maxHead bounds the head of a plain request. Longer ones are net/http's, which has a bound of its own.
const maxHead = 4 << 10

// head is what counts of a plain request's head.
type head struct {
	path   string // one of the Listener's
	media  []byte // the Content-Type, "" for none
	size   int    // of the head
	length int    // of the body
}

// verdict is what a beginning of a request turns out to be.
type verdict uint8

const (
	other verdict = iota // not plain: net/http shall look at it
	plain                // a whole plain head
	more                 // the beginning of what may be one
)

// readHead reads the head at the beginning of b. It takes less than RFC 9112 allows: a POST of HTTP/1.1 to a
// path as it is in the list, one Host, one Content-Length within limit, and else only fields that it knows
// not to bear on how the message is read.
func readHead(b []byte, paths []string, limit int) (h head, v verdict) {
	line, at, v := cutLine(b, 0)
	if v != plain {
		return h, v
	}
	if h.path, v = requestPath(line, paths); v != plain {
		return h, v
	}
	var seen [lastField]bool
	for {
		if line, at, v = cutLine(b, at); v != plain {
			return h, v
		}
		if len(line) == 0 {
			h.size = at
			if !seen[host] || !seen[contentLength] {
				return h, other
			}
			return h, plain
		}
		f, value, ok := cutField(line)
		if !ok || seen[f] && f != harmless {
			return h, other
		}
		seen[f] = true
		if !h.set(f, value, limit) {
			return h, other
		}
	}
}

// cutLine gives the line of b at a place, without its end, and the place after it.
func cutLine(b []byte, at int) (line []byte, after int, v verdict) {
	n := bytes.IndexByte(b[at:], '\n')
	after = at + n + 1
	switch {
	case n < 0 && len(b) < maxHead:
		return nil, at, more
	case n < 1 || after > maxHead || b[after-2] != '\r':
		return nil, at, other
	}
	return b[at : after-2], after, plain
}

// requestPath finds the path of a request line.
func requestPath(line []byte, paths []string) (string, verdict) {
	const method, version = "POST ", " HTTP/1.1"
	target, ok := bytes.CutPrefix(line, []byte(method))
	if target, ok = cutSuffix(target, version, ok); !ok {
		return "", other
	}
	for _, path := range paths {
		if string(target) == path {
			return path, plain
		}
	}
	return "", other
}

func cutSuffix(b []byte, suffix string, ok bool) ([]byte, bool) {
	if !ok {
		return nil, false
	}
	return bytes.CutSuffix(b, []byte(suffix))
}

// field is a field of a head.
type field uint8

const (
	host field = iota
	contentLength
	contentType
	connection
	harmless // says nothing that we go by
	lastField
)

// fields are those of a plain request, in lower case.
var fields = [...]struct {
	name string
	field
}{
	{"host", host},
	{"content-length", contentLength},
	{"content-type", contentType},
	{"connection", connection},
	{"soapaction", harmless},
	{"user-agent", harmless},
	{"accept", harmless},
	{"accept-encoding", harmless},
	{"accept-language", harmless},
	{"cache-control", harmless},
	{"pragma", harmless},
	{"date", harmless},
}

// cutField reads the line of a field: one of the list, with a value of printable ASCII.
func cutField(line []byte) (f field, value []byte, ok bool) {
	name, value, ok := bytes.Cut(line, []byte{':'})
	if !ok {
		return f, nil, false
	}
	for i := range fields {
		if foldsTo(name, fields[i].name) {
			return fields[i].field, bytes.Trim(value, " \t"), isText(value)
		}
	}
	return f, nil, false
}

// foldsTo reports whether a name is a lower-case one, but for the case of ASCII letters.
func foldsTo(name []byte, lower string) bool {
	if len(name) != len(lower) {
		return false
	}
	for i, c := range name {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

func isText(value []byte) bool {
	for _, c := range value {
		if (c < ' ' || c > '~') && c != '\t' {
			return false
		}
	}
	return true
}

// set takes the value of a field. It is false for a value that net/http shall look at.
func (h *head) set(f field, value []byte, limit int) bool {
	switch f {
	case host:
		return isHost(value)
	case contentLength:
		return h.setLength(value, limit)
	case contentType:
		h.media = value
	case connection:
		return foldsTo(value, "keep-alive")
	}
	return true
}

func (h *head) setLength(value []byte, limit int) bool {
	for _, c := range value {
		if c < '0' || c > '9' {
			return false
		}
	}
	n, err := strconv.Atoi(string(value))
	h.length = n
	return err == nil && n <= limit
}

// isHost reports whether a value is a host as nearly all are: a name or number, and a port.
func isHost[T string | []byte](value T) bool {
	for _, c := range []byte(value) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '.', c == '-', c == '_', c == ':', c == '[', c == ']':
		default:
			return false
		}
	}
	return len(value) > 0
}
