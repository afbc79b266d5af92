package server

import (
	"net/http"
	"strconv"
)

// posted is a message that net/http brought.
type posted struct {
	w http.ResponseWriter
	r *http.Request
}

func (p *posted) media() string { return p.r.Header.Get("Content-Type") }
func (p *posted) from() string  { return p.r.RemoteAddr }

func (p *posted) read(c *call, s *Server) (_ []byte, err error) {
	c.request, err = c.inflate(c.request[:0], p.w, p.r, s.config.MaxBytes, &c.share)
	return c.request, err
}

// post answers a message.
func (s *Server) post(w http.ResponseWriter, r *http.Request, e *Endpoint) {
	c := s.calls.Get().(*call)
	c.posted = posted{w, r}
	answer := s.reply(c, &c.posted, e)
	switch answer.status {
	case http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "1")
		fallthrough
	case http.StatusRequestEntityTooLarge, http.StatusRequestTimeout:
		w.Header().Set("Connection", "close") // else net/http waits for the rest of the body before it answers
	}
	write(w, answer)
	c.posted = posted{}
	c.share.end()
	if c.fit() {
		s.calls.Put(c)
	}
}

func write(w http.ResponseWriter, r reply) {
	h := w.Header()
	h.Set("Content-Type", r.media)
	h.Set("Content-Length", strconv.Itoa(len(r.body)))
	w.WriteHeader(r.status)
	w.Write(r.body) // a client that went away is no concern of ours
}
