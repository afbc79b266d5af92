package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// withDefaults puts the defaults in the place of zeros.
func (d Deadlines) withDefaults() Deadlines {
	defaults := DefaultDeadlines()
	for _, f := range []struct{ have, want *time.Duration }{
		{&d.Header, &defaults.Header}, {&d.Read, &defaults.Read}, {&d.Write, &defaults.Write},
		{&d.Idle, &defaults.Idle}, {&d.Stop, &defaults.Stop},
	} {
		if *f.have == 0 {
			*f.have = *f.want
		}
	}
	return d
}

// Serve answers the connections of a listener, which it closes, until ctx is done. Requests that run then
// are finished, within Deadlines.Stop. It is nil after such an end.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.config.Header,
		ReadTimeout:       s.config.Read,
		WriteTimeout:      s.config.Write,
		IdleTimeout:       s.config.Idle,
		MaxHeaderBytes:    MaxHeader,
		ErrorLog:          slog.NewLogLogger(s.config.Log.Handler(), slog.LevelInfo),
	}
	defer s.refusals.end()
	watched := s.watched(l)
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(watched) }()
	select {
	case err := <-ended:
		return fmt.Errorf("server: %w", err)
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.Stop)
	defer cancel()
	err := errors.Join(h.Shutdown(stop), watched.Shutdown(stop))
	if errors.Is(err, context.DeadlineExceeded) {
		h.Close()
		return fmt.Errorf("server: stopping: requests still ran after %v and were cut off", s.config.Stop)
	}
	return err
}
