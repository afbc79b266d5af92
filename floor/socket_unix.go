//go:build unix

package floor

import (
	"net"
	"syscall"
)

// loop is a connection with both ends here. It goes by the system's calls: through package net a small
// message takes a fifth more (BenchmarkLoop).
type loop struct {
	ends        [2]*net.TCPConn // keep the descriptors open
	descriptors [2]int
}

func newLoop(ends [2]*net.TCPConn) (*loop, error) {
	l := &loop{ends: ends}
	for i, end := range ends {
		raw, err := end.SyscallConn()
		if err != nil {
			return nil, err
		}
		if err := raw.Control(func(fd uintptr) { l.descriptors[i] = int(fd) }); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// carry writes octets at one end and reads as many at the other. Neither call waits.
func (l *loop) carry(from int, octets, into []byte) error {
	out, in := l.descriptors[from], l.descriptors[1-from]
	for written, read := 0, 0; read < len(octets); {
		if written < len(octets) {
			n, err := some(syscall.Write(out, octets[written:]))
			if err != nil {
				return err
			}
			written += n
		}
		n, err := some(syscall.Read(in, into[read:]))
		if err != nil {
			return err
		}
		read += n
	}
	return nil
}

// some takes a call that would have to wait, or was interrupted, for one that did nothing yet.
func some(n int, err error) (int, error) {
	if err == syscall.EAGAIN || err == syscall.EINTR {
		return 0, nil
	}
	return n, err
}
