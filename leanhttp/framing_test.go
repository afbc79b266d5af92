package leanhttp

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// ends are where requests end in b, as framing follows it octet by octet, what it lets through, and what is wrong
// behind that.
func ends(b []byte) (list []int, read []byte, err error) {
	f := framing{}
	for i := 0; i < len(b) && err == nil && f.at != atNothing; i++ {
		var n int
		before, one := f.at, []byte{b[i]}
		n, err = f.take(one)
		read = append(read, one[:n]...)
		if f.at == atStart && before > atReturn {
			list = append(list, len(read))
		}
	}
	return list, read, err
}

// together is what framing lets through of b in one piece.
func together(b []byte) (read []byte, err error) {
	f, read := framing{}, bytes.Clone(b)
	n, err := f.take(read)
	return read[:n], err
}

func TestFraming(t *testing.T) {
	chunked := post("Transfer-Encoding: chunked")
	body := "5\r\nhello\r\n00a;b=c\r\n0123456789\r\n0\r\nDigest: d\r\n\r\n"
	for _, c := range []struct {
		name, text string
		ends       []int
		err        error
	}{
		{"none", get, []int{len(get)}, nil},
		{"length", post("Content-Length: 5") + "hello" + get, []int{65, 65 + len(get)}, nil},
		{"chunked", chunked + body + get, []int{len(chunked) + len(body), len(chunked) + len(body) + len(get)}, nil},
		{"an empty line behind", chunked + body + "\r\n" + get, []int{len(chunked) + len(body), len(chunked) + len(body) + len(get)}, nil},
		{"two", get + "\r\n" + get, []int{len(get)}, formError("the first line is not a method, a target and a version with a blank between each")},
		{"both", post("Content-Length: 5", "Transfer-Encoding: chunked"), nil, formError("it has a Content-Length beside a Transfer-Encoding")},
		{"old", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", nil, formError("it has a Transfer-Encoding in HTTP/1.0")},
		{"lengths", post("Content-Length: 5", "Content-Length: 5"), nil, formError("it has more than one Content-Length")},
		{"plus", post("Content-Length: +5"), nil, formError("the Content-Length is no number")},
		{"huge", post("Content-Length: 9223372036854775808"), nil, formError("the Content-Length is no number")},
		{"hosts", post("Host: a"), nil, formError("it has more than one Host")},
		{"host", "GET / HTTP/1.1\r\n\r\n", nil, formError("it has no Host")},
		{"folded", post("Accept: a\r\n b"), nil, formError("a field is folded over lines")},
		{"line feed", "GET / HTTP/1.1\n", nil, formError("a line does not end with a return and a line feed")},
		{"return", post("Accept: a\rb"), nil, formError("there is a return within a line")},
		{"NUL", post("Accept: a\x00b"), nil, formError("the value of a field has control characters")},
		{"blank", post("Accept : a"), nil, formError("the name of a field has a blank behind it, or is no name")},
		{"chunk", chunked + "g\r\n", nil, formError("the size of a chunk is no number")},
		{"longer", chunked + "1\r\nab\r\n", nil, formError("a chunk is longer than its size")},
		{"extension", chunked + "1;" + strings.Repeat("a", 255), nil, formError("the line of a chunk's size, or the trailer, is too long")},
		{"long", post("Accept: " + strings.Repeat("a", MaxHead)), nil, formError("its head is longer than 16384 bytes")},
		{"HTTP/2", "PRI * HTTP/2.0\r\n", nil, formError("it is the beginning of HTTP/2")},
		{"not ours", post("Transfer-Encoding: gzip, chunked") + "0\r\n\r\n" + get, nil, nil},
		{"another version", strings.Replace(get, "1.1", "3.0", 1) + get, nil, nil},
	} {
		list, read, err := ends([]byte(c.text))
		if got := fmt.Sprint(list, err); got != fmt.Sprint(c.ends, c.err) {
			t.Errorf("%s: %s, want %v %v", c.name, got, c.ends, c.err)
		}
		if whole, err2 := together([]byte(c.text)); err2 != err || c.name != "long" && c.name != "extension" && string(whole) != string(read) {
			t.Errorf("%s: %q, %v; octet by octet %q, %v", c.name, whole, err2, read, err)
		}
	}
}

// A head of MaxHead is good, and one more is not, however it comes.
func TestFramingMaxHead(t *testing.T) {
	for extra := range 2 {
		text := post("Accept: " + strings.Repeat("a", MaxHead-len(post("Accept: "))+extra))
		for _, size := range []int{1, 1000, 1 << 20} {
			f := framing{}
			var err error
			for b := []byte(text); len(b) > 0 && err == nil; b = b[min(size, len(b)):] {
				_, err = f.take(b[:min(size, len(b))])
			}
			if (err != nil) != (extra > 0) {
				t.Errorf("%d octets: %v", len(text), err)
			}
		}
	}
}

// FuzzFraming: what net/http takes of the octets that framing lets through ends where framing says, so that nothing
// can be hidden in a request from either.
func FuzzFraming(f *testing.F) {
	for _, c := range heads {
		if len(c.text) < 1000 {
			f.Add([]byte(c.text))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		list, read, bad := ends(b)
		if whole, err := together(b); err != bad || err != errLongLine && err != errLongRequest && !bytes.Equal(whole, read) {
			t.Fatalf("%q, %v; octet by octet %q, %v", whole, err, read, bad)
		}
		octets := bytes.NewReader(read)
		for source, i := bufio.NewReader(octets), 0; ; i++ {
			r, err := http.ReadRequest(source)
			if err != nil {
				return
			}
			if _, err = io.Copy(io.Discard, r.Body); err != nil {
				return
			}
			end := len(read) - octets.Len() - source.Buffered()
			if i == len(list) {
				if end < len(read) && r.ProtoMajor == 1 { // else it is refused
					t.Fatalf("net/http sees an end at %d that is none: %q", end, read)
				}
				return
			}
			if end != list[i] {
				t.Fatalf("an end at %d, of net/http at %d: %q", list[i], end, read)
			}
		}
	})
}
