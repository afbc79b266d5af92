package floor

import (
	"fmt"
	"net"
)

// chunk is how many octets are written before they are read: what the buffers of a connection take.
const chunk = 128 << 10

// transfer sends every envelope from one end of a connection to the other. One thread writes and reads, so
// that the time is that of the system's calls and copies, not of waking another process.
func transfer(s *subject) ([]work, error) {
	l, err := connect()
	if err != nil {
		return nil, fmt.Errorf("the loopback: %w", err)
	}
	list := s.each(func(*direction) bool { return true })
	into := make([]byte, chunk)
	return []work{{by: "system", count: list.messages(), do: func(i int) error {
		d, payload := list.at(i)
		for left := d.wire(len(payload)); left > 0; left -= chunk {
			n := min(left, chunk)
			if err := l.carry(i%2, s.octets[:n], into[:n]); err != nil {
				return fmt.Errorf("the loopback: %w", err)
			}
		}
		return nil
	}}}, nil
}

// connect makes a connection over the loopback. It is closed with the process.
func connect() (*loop, error) {
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, err
	}
	defer l.Close()
	client, err := net.DialTCP("tcp", nil, l.Addr().(*net.TCPAddr))
	if err != nil {
		return nil, err
	}
	server, err := l.AcceptTCP()
	if err != nil {
		return nil, err
	}
	ends := [2]*net.TCPConn{client, server}
	for _, end := range ends {
		end.SetWriteBuffer(16 * chunk) // as much as the system gives
		end.SetReadBuffer(16 * chunk)
	}
	return newLoop(ends)
}
