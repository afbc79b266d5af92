//go:build unix && (!linux || race)

package leanhttp

import "syscall"

// quiet reports whether nothing has come, neither octets nor an end. Else the connection is of no use: an octet
// may be lost.
func (s *socket) quiet() bool {
	sc, ok := s.Conn.(syscall.Conn)
	if !ok {
		return true
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return false
	}
	waits := false
	err = raw.Control(func(fd uintptr) {
		_, err := syscall.Read(int(fd), make([]byte, 1)) // the socket does not block
		waits = err == syscall.EAGAIN
	})
	return err == nil && waits
}
