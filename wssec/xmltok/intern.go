package xmltok

// interned keeps one string for each URI and prefix, over several documents.
type interned struct {
	table map[string]string
	bytes int
}

// bound forgets all where a document brought so much that keeping it is no gain.
func (n *interned) bound() {
	if n.bytes > 16<<10 {
		n.table, n.bytes = nil, 0
	}
}

func (n *interned) of(b []byte) string {
	if s, ok := n.table[string(b)]; ok {
		return s
	}
	if n.table == nil {
		n.table = map[string]string{}
	}
	s := string(b)
	n.table[s] = s
	n.bytes += len(s) + 64 // what an entry takes besides
	return s
}
