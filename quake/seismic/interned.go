package seismic

// interned keeps one string of each text, over several answers: areas, regions and methods are few.
type interned struct {
	table map[string]string
	bytes int
}

func (n *interned) of(b []byte) string {
	if s, ok := n.table[string(b)]; ok {
		return s
	}
	if n.table == nil {
		n.table = make(map[string]string)
	}
	s := string(b)
	n.table[s] = s
	n.bytes += len(s) + 64 // what an entry takes besides
	return s
}

// bound forgets all where answers brought so much that keeping it is no gain.
func (n *interned) bound() {
	if n.bytes > 1<<20 {
		n.table, n.bytes = nil, 0
	}
}
