package server

import "sync/atomic"

// room is what is left for the bodies of all requests that are being answered.
type room struct{ left atomic.Int64 }

// smallBody is not counted: a request of the contract takes at most 10 kB.
const smallBody = 16 << 10

// take takes room for a number of octets, if there is as much.
func (r *room) take(n int) bool {
	if r.left.Add(-int64(n)) >= 0 {
		return true
	}
	r.give(n)
	return false
}

func (r *room) give(n int) { r.left.Add(int64(n)) }

// share is what one body takes of the room.
type share struct {
	of *room
	n  int
}

// grow takes room for a body that has grown to a size, where there is some also ahead.
func (s *share) grow(size int) bool {
	if size <= max(s.n, smallBody) {
		return true
	}
	for _, ahead := range []int{startSize, 0} {
		if more := size + ahead - s.n; s.of.take(more) {
			s.n += more
			return true
		}
	}
	return false
}

// end gives the room back.
func (s *share) end() {
	s.of.give(s.n)
	s.n = 0
}
