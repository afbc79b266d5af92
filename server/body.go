package server

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"strings"

	"seismark/wssec"
)

// httpError is a request that is no SOAP message yet. It is answered by its status.
type httpError struct {
	status int
	text   string
}

func (e *httpError) Error() string { return "server: " + e.text }

func notHTTP(status int, format string, args ...any) error {
	return &httpError{status, fmt.Sprintf(format, args...)}
}

// requestVersion judges a content type leniently: any XML will do, and none. It gives the version of SOAP
// that the type is of.
func requestVersion(contentType string) (wssec.Version, error) {
	if contentType == textXML || contentType == "" {
		return wssec.SOAP11, nil
	}
	media, parameters, err := mime.ParseMediaType(contentType)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return wssec.SOAP11, notHTTP(http.StatusUnsupportedMediaType, "the content type cannot be read: send text/xml")
	}
	version := wssec.SOAP11
	switch {
	case media == "application/soap+xml":
		version = wssec.SOAP12
	case media == "text/xml", media == "application/xml", strings.HasSuffix(media, "+xml"):
	default:
		return version, notHTTP(http.StatusUnsupportedMediaType, "the content type is not XML: send text/xml")
	}
	switch strings.ToLower(parameters["charset"]) {
	case "", "utf-8", "us-ascii":
		return version, nil
	}
	return version, notHTTP(http.StatusUnsupportedMediaType, "the charset is not UTF-8: send UTF-8")
}

// inflater reads bodies, also those in gzip.
type inflater struct{ gzip *gzip.Reader }

// inflate appends the body of a request to dst, at most limit bytes as sent and as inflated.
func (f *inflater) inflate(dst []byte, w http.ResponseWriter, r *http.Request, limit int, room *share) ([]byte, error) {
	if r.ContentLength > int64(limit) {
		return dst, tooLarge(limit)
	}
	if !room.grow(int(r.ContentLength)) { // before anything is read
		return dst, explain(errNoRoom, limit)
	}
	body := http.MaxBytesReader(w, r.Body, int64(limit))
	switch encoding := r.Header.Get("Content-Encoding"); strings.ToLower(encoding) {
	case "", "identity":
		dst = slices.Grow(dst, min(int(r.ContentLength), startSize)+1)
		dst, err := readAll(dst, body, limit, room)
		return dst, explain(err, limit)
	case "gzip", "x-gzip":
		if err := f.reset(body); err != nil {
			return dst, explain(err, limit)
		}
		dst, err := readAll(dst, f.gzip, limit, room)
		return dst, explain(err, limit)
	default:
		w.Header().Set("Accept-Encoding", "gzip, identity")
		return dst, notHTTP(http.StatusUnsupportedMediaType, "the content encoding is none of gzip and identity")
	}
}

func (f *inflater) reset(body io.Reader) (err error) {
	if f.gzip == nil {
		f.gzip, err = gzip.NewReader(body)
		return err
	}
	return f.gzip.Reset(body)
}

// startSize is what a length that a client merely claims makes us set aside.
const startSize = 64 << 10

// readAll appends what r gives to dst, and fails with errTooLarge past the limit, with errNoRoom where all
// bodies together are past theirs.
func readAll(dst []byte, r io.Reader, limit int, room *share) ([]byte, error) {
	for {
		if len(dst) == cap(dst) {
			dst = slices.Grow(dst, 512)
		}
		n, err := r.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		switch {
		case len(dst) > limit:
			return dst, errTooLarge
		case !room.grow(len(dst)):
			return dst, errNoRoom
		case err == io.EOF:
			return dst, nil
		case err != nil:
			return dst, err
		}
	}
}

var (
	errTooLarge = errors.New("too large")
	errNoRoom   = errors.New("no room")
)

func tooLarge(limit int) error {
	return notHTTP(http.StatusRequestEntityTooLarge, "the message is larger than %d bytes", limit)
}

// explain gives an error of reading its status.
func explain(err error, limit int) error {
	if err == nil {
		return nil
	}
	var past *http.MaxBytesError
	switch {
	case errors.Is(err, errTooLarge), errors.As(err, &past):
		return tooLarge(limit)
	case errors.Is(err, errNoRoom):
		return notHTTP(http.StatusServiceUnavailable, "too many large messages are being answered: try again")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return notHTTP(http.StatusRequestTimeout, "the message did not come in time")
	}
	return notHTTP(http.StatusBadRequest, "the message cannot be read: %v", err)
}
