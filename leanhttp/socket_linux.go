//go:build !race

package leanhttp

import (
	"io"
	"net"
	"syscall"
	"unsafe"
)

// socket reads and writes a connection. The scheduler does not hear of its small system calls: as the socket
// does not block they are short, and hearing of them it wakes its watching thread whenever that sleeps, which
// is nearly always where two processes wait for each other. That takes 1.5 to 3 us of the 23 that a small call
// takes (EPYC, 2 cores, November 2026). With the race detector it is left to package net, which tells the
// detector that what was written before an octet was sent comes before what is read after it has come.
type socket struct {
	net.Conn
	raw           syscall.RawConn // nil where the connection has none
	reads, writes operation

	look  func(fd uintptr) // of quiet
	one   [1]byte
	waits bool
}

// operation is a system call on the next octets.
type operation struct {
	octets []byte
	n      int
	err    syscall.Errno
	try    func(fd uintptr) bool // is false where it would have to wait
}

// small bounds what may keep the scheduler waiting. To copy it takes some 10 us.
const small = 64 << 10

func newSocket(c net.Conn) *socket {
	s := &socket{Conn: c}
	if sc, ok := c.(syscall.Conn); ok {
		s.raw, _ = sc.SyscallConn()
	}
	s.reads.is(syscall.SYS_READ)
	s.writes.is(syscall.SYS_WRITE)
	s.look = func(fd uintptr) { s.waits = !s.reads.try(fd) }
	return s
}

// is makes the operation read(2) or write(2), which have the same form.
func (o *operation) is(call uintptr) {
	o.try = func(fd uintptr) bool {
		for {
			n, _, err := syscall.RawSyscall(call, fd, uintptr(unsafe.Pointer(&o.octets[0])), uintptr(len(o.octets)))
			if o.n, o.err = int(n), err; err != syscall.EINTR {
				return err != syscall.EAGAIN
			}
		}
	}
}

func (s *socket) Read(b []byte) (int, error) {
	o := &s.reads
	if s.raw == nil || len(b) == 0 || len(b) > small {
		return s.Conn.Read(b)
	}
	o.octets = b
	err := s.raw.Read(o.try)
	o.octets = nil // else they would hold all that b is a part of
	if err != nil {
		return 0, err
	}
	switch {
	case o.err != 0:
		return 0, o.err
	case o.n == 0:
		return 0, io.EOF
	}
	return o.n, nil
}

func (s *socket) Write(b []byte) (written int, err error) {
	o := &s.writes
	if s.raw == nil || len(b) == 0 || len(b) > small {
		return s.Conn.Write(b)
	}
	for written < len(b) {
		o.octets = b[written:]
		err := s.raw.Write(o.try)
		o.octets = nil
		if err != nil {
			return written, err
		}
		if o.err != 0 {
			return written, o.err
		}
		written += o.n
	}
	return written, nil
}

// quiet reports whether nothing has come, neither octets nor an end. Else the connection is of no use: an octet
// may be lost.
func (s *socket) quiet() bool {
	if s.raw == nil {
		return true
	}
	s.reads.octets = s.one[:]
	return s.raw.Control(s.look) == nil && s.waits
}
