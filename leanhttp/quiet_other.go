//go:build !unix

package leanhttp

// quiet is not known here without waiting: a connection that the server has closed shows when it is used.
func (s *socket) quiet() bool { return true }
