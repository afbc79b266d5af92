package leanhttp

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
)

const (
	testPath  = "/seismic/plain"
	testLimit = 4096
)

// heads are requests as clients send them, with what readRequest makes of them. Each is a seed of FuzzRequest,
// and is sent to servers by TestHostile where it says what net/http answers.
var heads = []struct {
	name, text string
	verdict    verdict
	length     int
	media      string
	status     int // of net/http; zero for no answer
}{
	{"shortest", "POST /seismic/plain HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", plain, 0, "", 200},
	{"ours", post("User-Agent: seismark", "Content-Type: text/xml; charset=utf-8", `SOAPAction: "urn:matchQuakes"`, "Content-Length: 5") + "hello", plain, 5, "text/xml; charset=utf-8", 200},
	{"a peer's", "POST /seismic/plain HTTP/1.1\r\nContent-Type: text/xml; charset=UTF-8\r\nAccept: */*\r\nSOAPAction: \"\"\r\nUser-Agent: Apache-CXF/4.2\r\nCache-Control: no-cache\r\nPragma: no-cache\r\nHost: 127.0.0.1:8800\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello", plain, 5, "text/xml; charset=UTF-8", 200},
	{"names in any case", "POST /seismic/plain HTTP/1.1\r\nhOST: [::1]:80\r\ncONTENT-lENGTH:5\r\nCONTENT-TYPE:\t text/xml \t\r\n\r\nhello", plain, 5, "text/xml", 200},
	{"noughts", post("Content-Length: 000000005") + "hello", plain, 5, "", 200},
	{"largest", post("Content-Length: 4096") + strings.Repeat("x", 4096), plain, 4096, "", 200},

	{"too large", post("Content-Length: 4097") + strings.Repeat("x", 4097), other, 0, "", 200},
	{"huge", post("Content-Length: 99999999999999999999999") + "hello", other, 0, "", 400},
	{"2 to the 64, and 5", post("Content-Length: 18446744073709551621") + "hello", other, 0, "", 400},
	{"ten digits", post("Content-Length: 0000000005") + "hello", other, 0, "", 200},
	{"negative", post("Content-Length: -5") + "hello", other, 0, "", 400},
	{"plus", post("Content-Length: +5") + "hello", other, 0, "", 400},
	{"hexadecimal", post("Content-Length: 0x5") + "hello", other, 0, "", 400},
	{"no number", post("Content-Length: ") + "hello", other, 0, "", 400},
	{"length within", post("Content-Length: 5 5") + "hello", other, 0, "", 400},
	{"two lengths", post("Content-Length: 5", "Content-Length: 4") + "hello", other, 0, "", 400},
	{"the same length twice", post("Content-Length: 5", "Content-Length: 5") + "hello", other, 0, "", 200},
	{"a list of lengths", post("Content-Length: 5, 5") + "hello", other, 0, "", 400},
	{"no length", post(), other, 0, "", 200},

	{"chunked", post("Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n", other, 0, "", 200},
	{"chunked, with a length", post("Content-Length: 5", "Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n\r\n", other, 0, "", 200},
	{"chunked twice", post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + "0\r\n\r\n", other, 0, "", 501},
	{"nearly chunked", post("Transfer-Encoding: xchunked", "Content-Length: 5") + "hello", other, 0, "", 501},
	{"identity", post("Transfer-Encoding: identity", "Content-Length: 5") + "hello", other, 0, "", 501},
	{"chunked, hidden by a blank", post("Transfer-Encoding : chunked", "Content-Length: 5") + "hello", other, 0, "", 400},
	{"chunked, hidden by a tab", post("Content-Length: 5", "Transfer-Encoding\t: chunked") + "hello", other, 0, "", 400},
	{"chunked, hidden by a return", post("Content-Length: 5", "Transfer-Encoding:\rchunked") + "hello", other, 0, "", 400},
	{"chunked, folded", post("Content-Length: 5", "Transfer-Encoding:\r\n chunked") + "0\r\n\r\n", other, 0, "", 200},
	{"a negative chunk", post("Transfer-Encoding: chunked") + "-5\r\nhello\r\n0\r\n\r\n", other, 0, "", 400},
	{"a huge chunk", post("Transfer-Encoding: chunked") + "ffffffffffffffff5\r\nhello\r\n0\r\n\r\n", other, 0, "", 400},

	{"chunked, with a length, and another behind", post("Transfer-Encoding: chunked", "Content-Length: 5") + "0\r\n\r\n" + get, other, 0, "", 200},
	{"chunked in HTTP/1.0", "POST /seismic/plain HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", other, 0, "", 200},
	{"chunked, a tab within", post("Transfer-Encoding: \x0bchunked") + "0\r\n\r\n", other, 0, "", 400},
	{"gzip and chunked", post("Transfer-Encoding: gzip, chunked") + "0\r\n\r\n", other, 0, "", 501},
	{"chunked and identity", post("Transfer-Encoding: chunked", "Transfer-Encoding: identity") + "0\r\n\r\n", other, 0, "", 501},
	{"CHUNKED", post("Transfer-Encoding: CHUNKED") + "A\r\n0123456789\r\n0\r\n\r\n" + get, other, 0, "", 200},
	{"chunks with extensions", post("Transfer-Encoding: chunked") + "5;a;b=\"c\"\r\nhello\r\n0;d\r\n\r\n" + get, other, 0, "", 200},
	{"a long extension", post("Transfer-Encoding: chunked") + "5;" + strings.Repeat("a", 300) + "\r\nhello\r\n0\r\n\r\n" + get, other, 0, "", 200},
	{"an endless extension", post("Transfer-Encoding: chunked") + "5;" + strings.Repeat("a", 100<<10) + "\r\nhello\r\n0\r\n\r\n" + get, other, 0, "", 400},
	{"extensions without end", post("Transfer-Encoding: chunked") + strings.Repeat("1;"+strings.Repeat("a", 200)+"\r\nx\r\n", 1000), other, 0, "", 400},
	{"a trailer", post("Transfer-Encoding: chunked", "Trailer: Digest") + "5\r\nhello\r\n0\r\nDigest: a\r\n\r\n" + get, other, 0, "", 200},
	{"a length in a trailer", post("Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\nContent-Length: 7\r\n\r\n" + get, other, 0, "", 200},
	{"a folded trailer", post("Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\nDigest: a\r\n b\r\n\r\n" + get, other, 0, "", 200},
	{"a trailer without returns", post("Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\nDigest: a\n\n" + get, other, 0, "", 200},
	{"an endless trailer", post("Transfer-Encoding: chunked") + "5\r\nhello\r\n0\r\n" + strings.Repeat("A: b\r\n", 10000), other, 0, "", 400},
	{"a blank behind a size", post("Transfer-Encoding: chunked") + "5 \r\nhello\r\n0\r\n\r\n" + get, other, 0, "", 200},
	{"a blank before a size", post("Transfer-Encoding: chunked") + " 5\r\nhello\r\n0\r\n\r\n" + get, other, 0, "", 400},
	{"a size with a plus", post("Transfer-Encoding: chunked") + "+5\r\nhello\r\n0\r\n\r\n" + get, other, 0, "", 400},
	{"a size with 0x", post("Transfer-Encoding: chunked") + "0x5\r\nhello\r\n0\r\n\r\n" + get, other, 0, "", 400},
	{"no size", post("Transfer-Encoding: chunked") + "\r\nhello\r\n0\r\n\r\n" + get, other, 0, "", 400},
	{"15 digits of size", post("Transfer-Encoding: chunked") + "000000000000005\r\nhello\r\n0\r\n\r\n" + get, other, 0, "", 200},
	{"16 digits of size", post("Transfer-Encoding: chunked") + "0000000000000005\r\nhello\r\n0\r\n\r\n" + get, other, 0, "", 200},
	{"a size without a return", post("Transfer-Encoding: chunked") + "5\nhello\r\n0\r\n\r\n" + get, other, 0, "", 400},
	{"a chunk without a return", post("Transfer-Encoding: chunked") + "5\r\nhello\n0\r\n\r\n" + get, other, 0, "", 400},
	{"a chunk longer than its size", post("Transfer-Encoding: chunked") + "5\r\nhello!\r\n0\r\n\r\n" + get, other, 0, "", 400},

	{"folded", post("User-Agent: a\r\n b", "Content-Length: 5") + "hello", other, 0, "", 200},
	{"a folded length", post("Content-Length:\r\n 5") + "hello", other, 0, "", 200},
	{"a blank first", "POST /seismic/plain HTTP/1.1\r\n Host: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 400},
	{"lines without returns", strings.ReplaceAll(post("Content-Length: 5"), "\r\n", "\n") + "hello", other, 0, "", 200},
	{"one line without a return", post("Accept: a\nContent-Length: 5") + "hello", other, 0, "", 200},
	{"an end without a return", "POST /seismic/plain HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\nhello", other, 0, "", 200},
	{"a return within", post("Accept: a\rb", "Content-Length: 5") + "hello", other, 0, "", 400},
	{"two returns", post("Accept: a\r", "Content-Length: 5") + "hello", other, 0, "", 400},
	{"NUL in a value", post("Accept: a\x00b", "Content-Length: 5") + "hello", other, 0, "", 400},
	{"NUL in a name", post("Acc\x00ept: a", "Content-Length: 5") + "hello", other, 0, "", 400},
	{"a return for a hyphen", post("Content\rLength: 5") + "hello", other, 0, "", 400},
	{"DEL in a value", post("Accept: \x7f", "Content-Length: 5") + "hello", other, 0, "", 400},
	{"Latin 1", post("Accept: \xe4", "Content-Length: 5") + "hello", other, 0, "", 200},
	{"a long s", post("U\u017fer-Agent: a", "Content-Length: 5") + "hello", other, 0, "", 400},
	{"a blank before the colon", post("Content-Length : 5") + "hello", other, 0, "", 400},
	{"no colon", post("Accept", "Content-Length: 5") + "hello", other, 0, "", 400},
	{"no name", post(": a", "Content-Length: 5") + "hello", other, 0, "", 400},

	{"no host", "POST /seismic/plain HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 400},
	{"two hosts", post("Host: b", "Content-Length: 5") + "hello", other, 0, "", 400},
	{"an empty host", "POST /seismic/plain HTTP/1.1\r\nHost:\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 200},
	{"a host with a path", "POST /seismic/plain HTTP/1.1\r\nHost: a/b\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 400},
	{"two types", post("Content-Type: text/xml", "Content-Type: text/html", "Content-Length: 5") + "hello", other, 0, "", 200},
	{"a field of another's", post("X-Forwarded-For: a", "Content-Length: 5") + "hello", other, 0, "", 200},
	{"gzip", post("Content-Encoding: gzip", "Content-Length: 5") + "hello", other, 0, "", 200},
	{"close", post("Connection: close", "Content-Length: 5") + "hello", other, 0, "", 200},
	{"a list for connection", post("Connection: keep-alive, Content-Length", "Content-Length: 5") + "hello", other, 0, "", 200},
	{"upgrade", post("Connection: Upgrade", "Upgrade: h2c", "Content-Length: 5") + "hello", other, 0, "", 200},
	{"another expectation", post("Expect: cake", "Content-Length: 5") + "hello", other, 0, "", 417},

	{"the same host twice", post("Host: a", "Content-Length: 5") + "hello", other, 0, "", 400},
	{"a method of no letters", "P@ST /seismic/plain HTTP/1.1\r\nHost: a\r\n\r\n", other, 0, "", 400},
	{"a newer HTTP/1", strings.Replace(get, "1.1", "1.2", 1), other, 0, "", 200},
	{"letters past ASCII in the path", "GET /\xe4 HTTP/1.1\r\nHost: a\r\n\r\n", other, 0, "", 200},
	{"no version", "GET /x HTTP/one\r\nHost: a\r\n\r\n", other, 0, "", 400},
	{"a blank behind the version", "GET /x HTTP/1.1 \r\nHost: a\r\n\r\n", other, 0, "", 400},
	{"empty lines first", strings.Repeat("\r\n", 3) + get, other, 0, "", 400},
	{"empty lines without end", strings.Repeat("\r\n", 100000) + get, other, 0, "", 400},
	{"a return first", "\r" + get, other, 0, "", 400},
	{"a line feed first", "\n" + get, other, 0, "", 400},
	{"an empty line after a POST", post("Transfer-Encoding: chunked") + "0\r\n\r\n" + "\r\n" + get, other, 0, "", 200},
	{"an empty line after a plain POST", post("Content-Length: 5") + "hello\r\n" + get, plain, 5, "", 200},
	{"two empty lines after a POST", post("Transfer-Encoding: chunked") + "0\r\n\r\n" + "\r\n\r\n" + get, other, 0, "", 200},
	{"half an empty line after a POST", post("Transfer-Encoding: chunked") + "0\r\n\r\n" + "\r" + get, other, 0, "", 200},
	{"an empty line after a GET", get + "\r\n" + get, other, 0, "", 200},
	{"bad behind good", get + strings.Replace(get, "Host: a", "Host: a\r\n b", 1) + get, other, 0, "", 200},
	{"bad behind plain", post("Content-Length: 5") + "hello" + strings.Replace(get, "\r\n", "\n", 1), plain, 5, "", 200},

	{"GET", "GET /seismic/plain HTTP/1.1\r\nHost: a\r\n\r\n", other, 0, "", 200},
	{"HTTP/1.0", "POST /seismic/plain HTTP/1.0\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 200},
	{"HTTP/2.0", "POST /seismic/plain HTTP/2.0\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 505},
	{"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", other, 0, "", 200},
	{"HTTP/0.9", "POST /seismic/plain\r\n\r\n", other, 0, "", 400},
	{"another path", "POST /seismic/sign HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 200},
	{"a query", "POST /seismic/plain?a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 200},
	{"a path with dots", "POST /a/../seismic/plain HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 200},
	{"an escaped path", "POST /seismic/pl%61in HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 200},
	{"a whole URL", "POST http://a/seismic/plain HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 200},
	{"two blanks", "POST  /seismic/plain HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 400},
	{"tabs", "POST\t/seismic/plain\tHTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 400},
	{"a blank in the path", "POST /seismic/plain b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", other, 0, "", 400},
	{"an empty line first", "\r\n" + post("Content-Length: 5") + "hello", other, 0, "", 400},
	{"method and version only", "POST HTTP/1.1\r\nHost: a\r\n\r\n", other, 0, "", 400},
	{"TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n", other, 0, "", 400},
	{"a long head", post("Accept: "+strings.Repeat("a", maxPlain), "Content-Length: 5") + "hello", other, 0, "", 200},
	{"many fields", post(strings.Repeat("Accept: a\r\n", 500)+"Content-Length: 5") + "hello", other, 0, "", 200},
	{"an endless head", post("Accept: " + strings.Repeat("a", 64<<10)), other, 0, "", 431},

	{"nothing", "", more, 0, "", 0},
	{"half a line", "POST /seismic/pl", more, 0, "", 400},
	{"a line", "POST /seismic/plain HTTP/1.1\r\n", more, 0, "", 400},
	{"all but the end", "POST /seismic/plain HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r", more, 0, "", 400},
}

// get is a request behind another. Its answer tells that it was taken for one.
const get = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"

// stricter are the heads, and what follows them, that net/http takes and RFC 9112 lets us refuse: in section 2.2
// (returns), 3 (targets), 3.2 (Host), 5.2 (folding), 6.1 (Transfer-Encoding beside Content-Length, and in HTTP/1.0),
// 6.3 (lengths), 7.1 (chunks), 9.3 (HTTP/2, where nobody agreed on it); RFC 9110, section 6.5.1 (trailers).
var stricter = []string{
	"the same length twice", "chunked, with a length", "chunked, with a length, and another behind", "chunked in HTTP/1.0",
	"chunked, folded", "folded", "a folded length", "lines without returns", "one line without a return",
	"an end without a return", "HTTP/2", "a long extension", "a blank behind a size", "16 digits of size",
	"a length in a trailer", "a folded trailer", "a trailer without returns", "letters past ASCII in the path",
	"two empty lines after a POST", "half an empty line after a POST", "bad behind good", "bad behind plain",
}

// post is a head with a Host, and with the fields given.
func post(fields ...string) string {
	lines := append([]string{"POST /seismic/plain HTTP/1.1", "Host: a"}, fields...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

// size is that of a head.
func size(text string) int { return strings.Index(text, "\r\n\r\n") + 4 }

func TestReadRequest(t *testing.T) {
	for _, c := range heads {
		path, h, v := readRequest([]byte(c.text), []string{"/a", testPath}, testLimit)
		if v != c.verdict {
			t.Errorf("%s: verdict %d, want %d", c.name, v, c.verdict)
		}
		if v == plain && (path != testPath || h.length != c.length || string(h.media) != c.media || h.size != size(c.text)) {
			t.Errorf("%s: %s %+v", c.name, path, h)
		}
	}
}

// A plain head is plain however it comes, and never something else before it is whole.
func TestReadRequestInPieces(t *testing.T) {
	for _, c := range heads {
		if c.verdict != plain {
			continue
		}
		for n := range size(c.text) {
			if _, _, v := readRequest([]byte(c.text[:n]), []string{testPath}, testLimit); v != more {
				t.Errorf("%s: verdict %d after %d octets", c.name, v, n)
			}
		}
	}
}

// FuzzRequest: what readRequest takes, net/http takes, and reads in the same way.
func FuzzRequest(f *testing.F) {
	for _, c := range heads {
		if len(c.text) < 1000 { // long ones take the fuzzer minutes to shorten
			f.Add([]byte(c.text))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		path, h, v := readRequest(b, []string{testPath}, testLimit)
		if v != plain {
			return
		}
		source := bufio.NewReader(bytes.NewReader(b))
		r, err := http.ReadRequest(source)
		if err != nil {
			t.Fatalf("net/http: %v", err)
		}
		if r.Method != "POST" || r.RequestURI != path || r.URL.Path != path || r.Proto != "HTTP/1.1" || r.Host == "" || r.Close ||
			r.ContentLength != int64(h.length) || len(r.TransferEncoding) > 0 || r.Header.Get("Content-Type") != string(h.media) {
			t.Errorf("%s %+v, net/http: %+v", path, h, r)
		}
		for _, name := range []string{"Content-Encoding", "Expect", "Upgrade", "Trailer", "Te", "Transfer-Encoding"} {
			if r.Header[name] != nil {
				t.Errorf("%s went unseen", name)
			}
		}
		body, err := io.ReadAll(r.Body)
		if rest := b[h.size:]; err == nil && !bytes.Equal(body, rest[:min(h.length, len(rest))]) || (err == nil) != (len(rest) >= h.length) {
			t.Errorf("body %q, net/http %q, %v", rest, body, err)
		}
	})
}
