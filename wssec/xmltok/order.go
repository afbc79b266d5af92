package xmltok

import (
	"bytes"
	"slices"
)

// compare orders attributes as canonical XML does: by namespace, then by local name.
func compare(a, b *Attr) int {
	if a.Space != b.Space {
		if a.Space < b.Space {
			return -1
		}
		return 1
	}
	return bytes.Compare(a.Local, b.Local)
}

// unique sorts, which takes n log n steps, and then compares neighbours.
func (t *Tokenizer) unique() error {
	t.ownOrder = t.ownOrder[:0]
	for i := range t.attrs {
		t.ownOrder = append(t.ownOrder, int32(i))
	}
	t.order = t.ownOrder
	slices.SortFunc(t.order, func(i, j int32) int { return compare(&t.attrs[i], &t.attrs[j]) })
	for i := 1; i < len(t.order); i++ {
		if a := &t.attrs[t.order[i]]; compare(&t.attrs[t.order[i-1]], a) == 0 {
			return t.fail(t.from+int(a.at), "the attribute "+string(a.Local)+" stands twice", "remove one")
		}
	}
	return nil
}

// Sorted calls yield with the attributes of the current Start in the order of canonical XML: by the
// namespace's URI, then by the local name.
func (t *Tokenizer) Sorted(yield func(*Attr) bool) {
	if len(t.order) != len(t.attrs) { // they stand in that order
		for i := range t.attrs {
			if !yield(&t.attrs[i]) {
				return
			}
		}
		return
	}
	for _, i := range t.order {
		if !yield(&t.attrs[i]) {
			return
		}
	}
}
