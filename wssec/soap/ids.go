package soap

// ids are the elements that have an id, in the order of their beginning. Zero is empty.
type ids struct {
	list  []identified
	index map[string]int32 // of list, where there are many
}

// identified is an element by an id. To is zero until it has ended.
type identified struct {
	id       []byte
	from, to int
}

// few ids are found faster one by one than in a map.
const few = 16

func (d *ids) reset() {
	clear(d.list) // lets go of the message
	d.list = d.list[:0]
	if len(d.index) > 0 {
		d.index = nil
	}
}

// find is where in list an id is, or -1.
func (d *ids) find(id []byte) int {
	if d.index != nil {
		if i, ok := d.index[string(id)]; ok {
			return int(i)
		}
		return -1
	}
	for i := range d.list {
		if string(d.list[i].id) == string(id) {
			return i
		}
	}
	return -1
}

func (d *ids) add(el identified) {
	d.list = append(d.list, el)
	switch n := len(d.list); {
	case d.index != nil:
		d.index[string(el.id)] = int32(n - 1)
	case n > few:
		d.index = make(map[string]int32, 4*few)
		for i := range d.list {
			d.index[string(d.list[i].id)] = int32(i)
		}
	}
}

// before is how many of them begin before an offset where the last ones begin.
func (d *ids) before(from int) int {
	n := len(d.list)
	for n > 0 && d.list[n-1].from == from {
		n--
	}
	return n
}

// cut forgets all but the first n.
func (d *ids) cut(n int) {
	for i := n; i < len(d.list) && d.index != nil; i++ {
		delete(d.index, string(d.list[i].id))
	}
	d.list = d.list[:n]
}
