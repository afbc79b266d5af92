package server

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// incoming is a SOAP message, whatever brought it.
type incoming interface {
	media() string                           // its content type
	read(c *call, s *Server) ([]byte, error) // may use the memory of the call
	from() string                            // for the log
}

// reply is what goes back.
type reply struct {
	status int
	media  string
	body   []byte // may be in the memory of the call
}

// call is what answering one message needs. It is used again, so that answering allocates little.
type call struct {
	write     func(dst []byte) []byte  // appends the quakes of matches
	recognize func(element []byte) int // reads the query, while the message is checked
	query     quake.Query
	inflater
	share
	posted                   posted
	request, payload, answer []byte
	matches                  quake.Matches
	broken                   bool // by a panic
}

// maxKept bounds the memory of a call that is kept for the next one. An answer of 1767 quakes takes 0.25 MB.
const maxKept = 2 << 20

func (s *Server) newCall() *call {
	c := &call{share: share{of: &s.room}}
	c.recognize = func(element []byte) int { return seismic.RecognizeRequest(element, &c.query) }
	c.write = func(dst []byte) []byte { return seismic.AppendResults(dst, s.config.Store, &c.matches) }
	return c
}

// fit reports whether a call can be used again.
func (c *call) fit() bool {
	return !c.broken && cap(c.request)+cap(c.payload)+cap(c.answer) <= maxKept
}

// reply answers a message.
func (s *Server) reply(c *call, m incoming, e *Endpoint) (r reply) {
	defer s.recover(c, m, e, &r)
	answer, version, err := s.answer(c, m, e)
	if err != nil {
		return s.refuse(m, e, version, err)
	}
	return reply{http.StatusOK, contentType(version), answer}
}

// answer gives the octets of the answer and their version of SOAP. With an error the version is that of
// the message, as far as it is known. The answer is in the memory of the call.
func (s *Server) answer(c *call, m incoming, e *Endpoint) ([]byte, wssec.Version, error) {
	version, err := requestVersion(m.media())
	if err != nil {
		return nil, version, err
	}
	octets, err := m.read(c, s)
	if err != nil {
		return nil, version, err
	}
	message, err := c.open(e.Engine, octets)
	if err != nil {
		return nil, versionOf(octets, version), err
	}
	if message.Body != nil { // the query was not read in passing
		if c.query, err = seismic.ParseRequest(message.Body); err != nil {
			return nil, message.Version, &queryError{err, len(e.Policy.Request.Encrypt) > 0}
		}
	}
	s.config.Store.Match(c.query, &c.matches)
	if err := c.seal(e.Engine, message); err != nil {
		return nil, message.Version, &ownError{err}
	}
	return c.answer, message.Version, nil
}

// open opens a request. An engine that can lets the query be read meanwhile.
func (c *call) open(e wssec.Engine, octets []byte) (*wssec.Message, error) {
	if direct, ok := e.(wssec.Direct); ok {
		return direct.OpenWith(octets, c.recognize)
	}
	return e.Open(octets)
}

// seal makes the answer of the matches. An engine that can lets them be written into the envelope itself.
func (c *call) seal(e wssec.Engine, request *wssec.Message) (err error) {
	if direct, ok := e.(wssec.Direct); ok {
		c.answer, err = direct.ReplyWith(c.answer[:0], request, c.write)
		return err
	}
	c.payload = c.write(c.payload[:0])
	c.answer, err = e.Reply(c.answer[:0], c.payload, request)
	return err
}

// recover makes a fault of a panic.
func (s *Server) recover(c *call, m incoming, e *Endpoint, r *reply) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler {
		panic(p)
	}
	c.broken = true
	s.config.Log.Error("panic", slog.Any("value", p), slog.String("stack", string(debug.Stack())))
	*r = s.refuse(m, e, wssec.SOAP11, &ownError{fmt.Errorf("panic: %v", p)})
}

func contentType(v wssec.Version) string {
	if v == wssec.SOAP12 {
		return soapXML
	}
	return textXML
}
