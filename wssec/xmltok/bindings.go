package xmltok

// Bindings is a stack of namespace declarations, in which a later one hides earlier ones of its prefix.
// Zero is empty. Push, Lookup and Cut take constant time for each declaration, however many there are.
type Bindings struct {
	stack    []binding
	prefixes []prefix
	index    map[string]int32 // of prefixes, where there are many
	pushed   uint32
}

type binding struct {
	serial uint32 // of all that were ever pushed
	prefix int32  // in prefixes
	under  int32  // what it hides: one more than its place in stack, zero for nothing
	uri    string
}

type prefix struct {
	name string
	top  int32 // the binding in force: one more than its place in stack, zero for none
}

// few prefixes are found faster one by one than in a map.
const few = 12

// Reset empties the stack.
func (b *Bindings) Reset() {
	if len(b.prefixes) > few {
		b.index = nil
	}
	b.stack, b.prefixes, b.pushed = b.stack[:0], b.prefixes[:0], 0
}

// state is a number that is equal as long as nothing changes, and again when all changes were undone.
func (b *Bindings) state() uint32 {
	if len(b.stack) == 0 {
		return 0
	}
	return b.stack[len(b.stack)-1].serial
}

// Len is the height of the stack.
func (b *Bindings) Len() int { return len(b.stack) }

// Push binds a prefix, the empty one for the default namespace, to a URI, the empty one for none.
func (b *Bindings) Push(name, uri string) {
	id := b.find([]byte(name))
	if id < 0 {
		id = b.add(name)
	}
	p := &b.prefixes[id]
	b.pushed++
	b.stack = append(b.stack, binding{b.pushed, int32(id), p.top, uri})
	p.top = int32(len(b.stack))
}

func (b *Bindings) add(name string) int {
	id := len(b.prefixes)
	b.prefixes = append(b.prefixes, prefix{name: name})
	switch {
	case id > few:
		b.index[name] = int32(id)
	case id == few:
		b.index = make(map[string]int32, 4*few)
		for i, p := range b.prefixes {
			b.index[p.name] = int32(i)
		}
	}
	return id
}

// Cut takes bindings off the stack until n are left.
func (b *Bindings) Cut(n int) {
	for i := len(b.stack) - 1; i >= n; i-- {
		id := b.stack[i].prefix
		b.prefixes[id].top = b.stack[i].under
		if id > few && b.stack[i].under == 0 {
			b.remove(int(id))
		}
	}
	b.stack = b.stack[:n]
}

// remove forgets a prefix that is bound no more, lest siblings that each declare another one fill the memory. It
// is the last one: those that came later were bound later, and so were removed before.
func (b *Bindings) remove(id int) {
	delete(b.index, b.prefixes[id].name)
	b.prefixes = b.prefixes[:id]
}

// Lookup is what a prefix is bound to.
func (b *Bindings) Lookup(name []byte) (uri string, ok bool) {
	at := b.place(name)
	if at < 0 {
		return "", false
	}
	return b.stack[at].uri, true
}

// place is where in the stack the binding of a prefix is, or -1.
func (b *Bindings) place(name []byte) int {
	id := b.find(name)
	if id < 0 {
		return -1
	}
	return int(b.prefixes[id].top) - 1
}

func (b *Bindings) find(name []byte) int {
	if len(b.prefixes) > few {
		if id, ok := b.index[string(name)]; ok {
			return int(id)
		}
		return -1
	}
	for i := range b.prefixes {
		if b.prefixes[i].name == string(name) {
			return i
		}
	}
	return -1
}
