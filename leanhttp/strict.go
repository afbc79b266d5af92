package leanhttp

import (
	"bytes"
	"math"
)

// formError is why a request is none of HTTP/1.1.
type formError string

func (e formError) Error() string { return string(e) }

// outline is what a head says of where its request ends.
type outline struct {
	post      bool
	old       bool // HTTP/1.0
	last      bool // net/http refuses it, so that nothing comes after it
	hosts     int
	lengths   int
	length    uint64
	encodings int
	chunked   bool
}

// line judges the first line of a request.
func (o *outline) line(b []byte) error {
	method, rest, ok := bytes.Cut(b, []byte{' '})
	target, version, ok2 := bytes.Cut(rest, []byte{' '})
	switch {
	case !ok || !ok2 || !isToken(method) || !isVisible(target):
		return formError("the first line is not a method, a target and a version with a blank between each")
	case len(version) != len("HTTP/1.1") || string(version[:5]) != "HTTP/" || !isDigit(version[5]) || version[6] != '.' || !isDigit(version[7]):
		return formError("the version of HTTP cannot be read")
	case string(method) == "PRI":
		return formError("it is the beginning of HTTP/2")
	}
	o.post = string(method) == "POST"
	o.old, o.last = string(version) == "HTTP/1.0", version[5] != '1'
	return nil
}

// field judges the line of a field, in a head or in a trailer.
func (o *outline) field(b []byte, trailer bool) error {
	if b[0] == ' ' || b[0] == '\t' {
		return formError("a field is folded over lines")
	}
	name, value, ok := bytes.Cut(b, []byte{':'})
	if !ok || !isToken(name) {
		return formError("the name of a field has a blank behind it, or is no name")
	}
	if !isValue(value) {
		return formError("the value of a field has control characters")
	}
	value = bytes.Trim(value, " \t")
	switch {
	case foldsTo(name, "host"):
		o.hosts++
	case foldsTo(name, "content-length"):
		o.lengths++
		if o.length, ok = length(value); !ok {
			return formError("the Content-Length is no number")
		}
	case foldsTo(name, "transfer-encoding"):
		o.encodings++
		o.chunked = foldsTo(value, "chunked")
	default:
		return nil
	}
	if trailer {
		return formError("a trailer has a field that says where the request ends, or whose it is")
	}
	return nil
}

// end judges a head as a whole. RFC 9112, sections 3.2, 6.1 and 6.3.
func (o *outline) end() error {
	switch {
	case o.encodings > 0 && o.lengths > 0:
		return formError("it has a Content-Length beside a Transfer-Encoding")
	case o.encodings > 0 && o.old:
		return formError("it has a Transfer-Encoding in HTTP/1.0")
	case o.lengths > 1:
		return formError("it has more than one Content-Length")
	case o.hosts > 1:
		return formError("it has more than one Host")
	case o.hosts == 0 && !o.old && !o.last:
		return formError("it has no Host")
	}
	o.last = o.last || o.encodings > 0 && (!o.chunked || o.encodings > 1)
	return nil
}

// chunkSize reads the first line of a chunk: its size, and extensions, which say nothing to us.
func chunkSize(b []byte) (n uint64, err error) {
	digits, extension, _ := bytes.Cut(b, []byte{';'})
	if len(digits) == 0 || len(digits) > 15 || !isValue(extension) {
		return 0, formError("the size of a chunk is no number")
	}
	for _, c := range digits {
		switch {
		case isDigit(c):
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, formError("the size of a chunk is no number")
		}
		n = n<<4 | uint64(c)
	}
	return n, nil
}

// length reads a Content-Length.
func length(value []byte) (n uint64, ok bool) {
	for _, c := range value {
		if !isDigit(c) || n > math.MaxInt64/10-1 {
			return 0, false
		}
		n = n*10 + uint64(c-'0')
	}
	return n, len(value) > 0
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isToken reports whether all is of a token (RFC 9110, section 5.6.2).
func isToken(b []byte) bool {
	for _, c := range b {
		if !isLetter(c) && !isDigit(c) && bytes.IndexByte([]byte("!#$%&'*+-.^_`|~"), c) < 0 {
			return false
		}
	}
	return len(b) > 0
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// isVisible reports whether all is visible ASCII.
func isVisible(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return len(b) > 0
}

// isValue reports whether nothing is a control character but for tabs.
func isValue(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
