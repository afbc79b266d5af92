package client

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"syscall"

	"seismark/leanhttp"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// answer is what came back. Its memory is used again.
type answer struct {
	leanhttp.Answer
	inflate *gzip.Reader
	engine  wssec.Engine // for one call at a time

	results   *seismic.Results
	recognize func(element []byte) int // reads into results
}

func newAnswer(e wssec.Engine) *answer {
	a := &answer{engine: wssec.Exchange(e, new(wssec.Request))}
	a.recognize = func(element []byte) int { return a.results.Recognize(element) }
	return a
}

// maxKept bounds the memory that is kept from a call for the next one. An answer of 1767 quakes takes 0.25 MB.
const maxKept = 4 << 20

func (c *Client) keep(a *answer) {
	if a.results = nil; cap(a.Body) <= maxKept {
		c.answers.Put(a)
	}
}

// read reads an answer, with a body of at most limit bytes as sent and as inflated.
func (a *answer) read(response *http.Response, limit int) (err error) {
	defer response.Body.Close()
	a.Status, a.Media = response.StatusCode, response.Header.Get("Content-Type")
	a.Body = slices.Grow(a.Body[:0], int(min(max(response.ContentLength, 0), startSize))+1)
	if response.ContentLength > int64(limit) {
		return tooLarge(limit)
	}
	var source io.Reader = io.LimitReader(response.Body, int64(limit)+1)
	switch encoding := response.Header.Get("Content-Encoding"); strings.ToLower(encoding) {
	case "", "identity":
	case "gzip", "x-gzip":
		if source, err = a.inflated(source); err != nil {
			return err
		}
	default:
		return fmt.Errorf("the answer is encoded as %.40q, which was not asked for", encoding)
	}
	a.Body, err = readAll(a.Body, source, limit, response.ContentLength)
	return err
}

func (a *answer) inflated(source io.Reader) (_ io.Reader, err error) {
	if a.inflate == nil {
		a.inflate, err = gzip.NewReader(source)
	} else {
		err = a.inflate.Reset(source)
	}
	if err != nil {
		return nil, fmt.Errorf("inflating the answer: %w", err)
	}
	return a.inflate, nil
}

// startSize is what a length that a server merely claims makes us set aside.
const startSize = 1 << 20

// readAll appends what r gives to dst. A length that is claimed, where it is not negative, bounds the memory that
// is set aside for more.
func readAll(dst []byte, r io.Reader, limit int, claimed int64) ([]byte, error) {
	for {
		if len(dst) == cap(dst) {
			dst = larger(dst, claimed)
		}
		n, err := r.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		switch {
		case len(dst) > limit:
			return dst, tooLarge(limit)
		case err == io.EOF:
			return dst, nil
		case err == io.ErrUnexpectedEOF, errors.Is(err, syscall.ECONNRESET):
			return dst, errors.New("the answer was cut off")
		case err != nil:
			return dst, fmt.Errorf("reading the answer: %w", err)
		}
	}
}

// larger is dst with twice the room, or with as much as the claimed length needs to be read to its end. For a
// large answer that is less than what append sets aside, most of all in the last step: 100,000 quakes that are
// signed and encrypted, 20 MB, so need 8 MiB of heap less.
func larger(dst []byte, claimed int64) []byte {
	size := max(2*cap(dst), 512)
	if all := claimed + 1; all > int64(len(dst)) && all < int64(size) {
		size = int(all)
	}
	return append(make([]byte, 0, size), dst...)
}

func tooLarge(limit int) error {
	return fmt.Errorf("the answer is larger than %d bytes: set Config.MaxBytes", limit)
}
