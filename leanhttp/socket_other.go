//go:build !linux || race

package leanhttp

import "net"

// socket reads and writes a connection.
type socket struct{ net.Conn }

func newSocket(c net.Conn) *socket { return &socket{c} }
