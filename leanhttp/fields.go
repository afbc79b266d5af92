package leanhttp

import "bytes"

// MaxHead bounds the head of a request, whoever answers it. A longer one is refused with 431.
const MaxHead = 16 << 10

// maxPlain bounds the head of a plain message. Longer ones are net/http's.
const maxPlain = 4 << 10

// verdict is what a beginning of a message turns out to be.
type verdict uint8

const (
	other verdict = iota // not plain: net/http shall look at it
	plain                // a whole plain head
	more                 // the beginning of what may be one
)

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

// known is a field that a plain message may have.
type known struct {
	name string // in lower case
	field
}

var requestFields = []known{
	{"host", host},
	{"user-agent", harmless},
	{"content-type", contentType},
	{"soapaction", harmless},
	{"content-length", contentLength},
	{"connection", connection},
	{"accept", harmless},
	{"accept-encoding", harmless},
	{"accept-language", harmless},
	{"cache-control", harmless},
	{"pragma", harmless},
	{"date", harmless},
}

var answerFields = []known{
	{"date", harmless},
	{"content-type", contentType},
	{"content-length", contentLength},
	{"connection", connection},
	{"server", harmless},
}

// head is what counts of a plain message's head.
type head struct {
	media  []byte // the Content-Type, "" for none
	length int    // of the body
	size   int    // of the head
	seen   [lastField]bool
}

// read reads the fields of b from a place on, up to the empty line behind them.
func (h *head) read(b []byte, at int, list []known) verdict {
	for {
		line, after, v := cutLine(b, at)
		if v != plain {
			return v
		}
		if at = after; len(line) == 0 {
			h.size = at
			return plain
		}
		f, value, ok := cutField(line, list)
		if !ok || h.seen[f] && f != harmless || !h.set(f, value) {
			return other
		}
		h.seen[f] = true
	}
}

// set takes the value of a field. It is false for a value that net/http shall look at.
func (h *head) set(f field, value []byte) (ok bool) {
	switch f {
	case host:
		return isHost(value)
	case contentLength:
		h.length, ok = number(value)
		return ok
	case contentType:
		h.media = value
	case connection:
		return foldsTo(value, "keep-alive")
	}
	return true
}

// cutLine gives the line of b at a place, without its end, and the place after it.
func cutLine(b []byte, at int) (line []byte, after int, v verdict) {
	n := bytes.IndexByte(b[at:], '\n')
	after = at + n + 1
	switch {
	case n < 0 && len(b) < maxPlain:
		return nil, at, more
	case n < 1 || after > maxPlain || b[after-2] != '\r':
		return nil, at, other
	}
	return b[at : after-2], after, plain
}

// cutField reads the line of a field: one of a list, with a value of printable ASCII.
func cutField(line []byte, list []known) (f field, value []byte, ok bool) {
	name, value, ok := bytes.Cut(line, []byte{':'})
	if !ok {
		return f, nil, false
	}
	for i := range list {
		if foldsTo(name, list[i].name) {
			return list[i].field, bytes.Trim(value, " \t"), isText(value)
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

// isText reports whether all is printable ASCII.
func isText(value []byte) bool {
	for _, c := range value {
		if (c < ' ' || c > '~') && c != '\t' {
			return false
		}
	}
	return true
}

// isHost reports whether a value is a host as nearly all are: a name or number, and a port.
func isHost(value []byte) bool {
	for _, c := range value {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '.', c == '-', c == '_', c == ':', c == '[', c == ']':
		default:
			return false
		}
	}
	return len(value) > 0
}

// number reads a length of up to nine digits.
func number(value []byte) (n int, ok bool) {
	for _, c := range value {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, 0 < len(value) && len(value) <= 9
}
