package server

import (
	"maps"
	"net"
	"slices"

	"seismark/leanhttp"
)

// sent is a message that leanhttp brought.
type sent struct{ *leanhttp.Request }

func (m sent) media() string { return m.Media }
func (m sent) from() string  { return m.Remote.String() }

func (m sent) read(_ *call, s *Server) ([]byte, error) {
	return m.Body, explain(m.Err, s.config.MaxBytes)
}

// watched is a listener whose requests are HTTP to the letter. With Config.Lean it answers the messages of plain
// requests itself.
func (s *Server) watched(l net.Listener) *leanhttp.Listener {
	c := leanhttp.Config{
		Answer: s.plain, Done: s.done, Room: s.hasRoom, MaxBytes: s.config.MaxBytes, MaxConns: s.config.MaxConnections,
		Header: s.config.Header, Read: s.config.Read, Write: s.config.Write, Idle: s.config.Idle,
		Log: s.config.Log, Refused: s.refusals.early,
	}
	if s.config.Lean {
		c.Paths = slices.Sorted(maps.Keys(s.endpoints))
	}
	return leanhttp.Listen(l, c)
}

// hasRoom takes the room for a body, which done gives back.
func (s *Server) hasRoom(length int) bool { return length <= smallBody || s.room.take(length) }

// plain answers a message.
func (s *Server) plain(r *leanhttp.Request) leanhttp.Response {
	c := s.calls.Get().(*call)
	r.Memory = c
	answer := s.reply(c, sent{r}, s.endpoints[r.Path])
	return leanhttp.Response{Status: answer.status, Media: answer.media, Body: answer.body}
}

// done keeps the memory of a call for the next one, of whatever connection: one that is idle holds none.
func (s *Server) done(r *leanhttp.Request) {
	if r.Length > smallBody {
		s.room.give(r.Length)
	}
	if c, ok := r.Memory.(*call); ok && c.fit() {
		s.calls.Put(c)
	}
	r.Memory = nil
}
