//go:build unix

package leanhttp

import "syscall"

// quiet reports whether nothing has come on a link between two calls. Else it is of no use: the server has
// closed it, or said something that nobody asked for.
func (l *link) quiet() bool {
	if l.r.Buffered() > 0 {
		return false
	}
	if l.raw == nil {
		return true
	}
	quiet := false
	err := l.raw.Control(func(fd uintptr) {
		var b [1]byte
		_, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK) // the socket does not block
		quiet = err == syscall.EAGAIN
	})
	return err == nil && quiet
}
