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

// exchange sends a request and reads its answer, or the head of one that is not plain. It reports whether the
// request was sent whole: a server may answer, and close, before it has read it.
func (l *link) exchange(head, body []byte, a *Answer, limit int) (_ *http.Response, whole bool, err error) {
	failed := l.send(head, body)
	status, h, v, err := l.answer(limit)
	if err != nil {
		return nil, false, cmp.Or(failed, err)
	}
	if v != plain {
		response, err := l.other()
		return response, failed == nil, err
	}
	a.Status = status
	if string(h.media) != l.media { // mostly it is that of the answer before
		l.media = string(h.media)
	}
	a.Media = l.media
	return nil, failed == nil, l.body(h, a)
}

// send writes a request in one system call.
func (l *link) send(head, body []byte) error {
	l.out = strconv.AppendInt(append(l.out[:0], head...), int64(len(body)), 10)
	l.out = append(append(l.out, "\r\n\r\n"...), body...)
	_, err := l.Write(l.out)
	if cap(l.out) > maxKept {
		l.out = nil
	}
	return err
}

// answer waits for an answer and looks at its head. The error is io.EOF where nothing came.
func (l *link) answer(limit int) (status int, h head, v verdict, err error) {
	if _, err := l.r.Peek(1); err != nil {
		return 0, h, other, err
	}
	for {
		n := l.r.Buffered()
		b, _ := l.r.Peek(n)
		if status, h, v = readAnswer(b, limit); v != more {
			return status, h, v, nil
		}
		if _, err := l.r.Peek(n + 1); err != nil {
			return 0, h, other, nil // net/http says what is wrong
		}
	}
}

// body reads the body of a plain answer.
func (l *link) body(h head, a *Answer) error {
	l.r.Discard(h.size)
	l.left = -1
	a.Body = a.Body[:0]
	for len(a.Body) < h.length {
		if len(a.Body) == cap(a.Body) {
			// Not slices.Grow, which sets aside a quarter more than is asked for.
			size := min(h.length, len(a.Body)+max(len(a.Body), claimed))
			a.Body = append(make([]byte, 0, size), a.Body...)
		}
		n, err := l.r.Read(a.Body[len(a.Body):min(cap(a.Body), h.length)])
		a.Body = a.Body[:len(a.Body)+n]
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// claimed is what a length that a server merely claims makes us set aside.
const claimed = 1 << 20

// other reads the head of a final answer that is not plain.
func (l *link) other() (*http.Response, error) {
	for range maxInterim + 1 {
		response, err := http.ReadResponse(l.r, nil)
		if err != nil {
			return nil, cmp.Or(l.failed, err) // net/http sees a head that breaks off, and not why
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
