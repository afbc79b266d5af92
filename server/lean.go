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

// lean answers the messages of plain requests itself.
func (s *Server) lean(l net.Listener) *leanhttp.Listener {
	return leanhttp.Listen(l, leanhttp.Config{
		Paths: slices.Sorted(maps.Keys(s.endpoints)), Answer: s.plain, MaxBytes: s.config.MaxBytes, Log: s.config.Log,
		Header: s.config.Header, Read: s.config.Read, Write: s.config.Write, Idle: s.config.Idle,
	})
}

// plain answers a message. The memory of the call stays with the connection.
func (s *Server) plain(r *leanhttp.Request) leanhttp.Response {
	c, ok := r.Memory.(*call)
	if !ok || !c.fit() {
		c = s.newCall()
		r.Memory = c
	}
	answer := s.reply(c, sent{r}, s.endpoints[r.Path])
	return leanhttp.Response{Status: answer.status, Media: answer.media, Body: answer.body}
}
