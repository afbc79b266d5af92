package xmltok

// interned keeps one string for each URI and prefix, over several documents: for the first ones, where a
// document has very many.
type interned struct {
	table map[string]string
	bytes int
}

// The most bytes that are kept, in one document and from one to the next.
const (
	mostInterned = 256 << 10
	mostKept     = 16 << 10
)

// bound forgets all where a document brought so much that keeping it is no gain.
func (n *interned) bound() {
	if n.bytes > mostKept {
		n.table, n.bytes = nil, 0
	}
}

func (n *interned) of(b []byte) string {
	if s, ok := n.table[string(b)]; ok {
		return s
	}
	s := string(b)
	if n.bytes > mostInterned {
		return s
	}
	if n.table == nil {
		n.table = map[string]string{}
	}
	n.table[s] = s
	n.bytes += len(s) + 64 // what an entry takes besides
	return s
}
