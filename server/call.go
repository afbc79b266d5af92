package server

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// call is what answering one request needs. It is used again, so that answering allocates little.
type call struct {
	inflater
	request, payload, answer []byte
	matches                  quake.Matches
}

// maxKept bounds the memory of a call that is kept for the next one. An answer of 1767 quakes takes 0.25 MB.
const maxKept = 2 << 20

// post answers a SOAP message.
func (s *Server) post(w http.ResponseWriter, r *http.Request, e *Endpoint) {
	defer s.recover(w, r, e)
	c := s.calls.Get().(*call)
	answer, version, err := s.answer(c, w, r, e)
	if err != nil {
		s.refuse(w, r, e, version, err)
	} else {
		write(w, http.StatusOK, contentType(version), answer)
	}
	if cap(c.request)+cap(c.payload)+cap(c.answer) <= maxKept {
		s.calls.Put(c)
	}
}

// answer gives the octets of the answer and their version of SOAP. With an error the version is that of
// the request, as far as it is known. The answer is in the memory of the call.
func (s *Server) answer(c *call, w http.ResponseWriter, r *http.Request, e *Endpoint) ([]byte, wssec.Version, error) {
	version, err := requestVersion(r.Header.Get("Content-Type"))
	if err != nil {
		return nil, version, err
	}
	if c.request, err = c.read(c.request[:0], w, r, s.config.MaxBytes); err != nil {
		return nil, version, err
	}
	message, err := e.Engine.Open(c.request)
	if err != nil {
		return nil, versionOf(c.request, version), err
	}
	query, err := seismic.ParseRequest(message.Body)
	if err != nil {
		return nil, message.Version, &queryError{err, len(e.Policy.Request.Encrypt) > 0}
	}
	s.config.Store.Match(query, &c.matches)
	c.payload = seismic.AppendResults(c.payload[:0], s.config.Store, &c.matches)
	if c.answer, err = e.Engine.Reply(c.answer[:0], c.payload, message); err != nil {
		return nil, message.Version, &ownError{err}
	}
	return c.answer, message.Version, nil
}

// recover answers a request whose answering panicked. The call is not used again.
func (s *Server) recover(w http.ResponseWriter, r *http.Request, e *Endpoint) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler {
		panic(p)
	}
	s.config.Log.Error("panic", slog.Any("value", p), slog.String("stack", string(debug.Stack())))
	s.refuse(w, r, e, wssec.SOAP11, &ownError{fmt.Errorf("panic: %v", p)})
}

func contentType(v wssec.Version) string {
	if v == wssec.SOAP12 {
		return soapXML
	}
	return textXML
}

func write(w http.ResponseWriter, status int, contentType string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body) // a client that went away is no concern of ours
}
