package xmltok

import (
	"encoding/binary"
)

// shape is a start tag with its values taken out, which siblings mostly repeat:
//
//	<quake depth="12.1" region="r7"></quake>
//	|-- 0 -----|    |--- 1 ---|  |-- 2 ----|
//
// A tag that has the pieces of a shape, and between them values that need no look, needs no second look at
// its names, its namespaces, its order. The end tag of an element without content is part of the last piece.
//
// A large answer is read three times as fast with shapes as without, at 1.9 GB/s (BenchmarkScan/form=canonical,
// AMD EPYC, November 2026).
type shape struct {
	name   []byte  // of the last element on the level
	pieces []piece // one more than there are attributes; none where nothing was learned
	attrs  []Attr  // what Attrs gives: all but Raw stays
	order  []int32
	frame         // name, colon and end count from the <; ambient is not the shape's
	state  uint32 // of the bindings in which the names were resolved
	reach  int
	tidy   bool
	empty  bool // a <a/>
	leaf   int  // bytes of the end tag in the last piece
}

// piece is a part of the source that is to be met again, with its first and last eight bytes as numbers.
type piece struct {
	text              []byte
	first, mask, last uint64
}

func newPiece(text []byte) piece {
	p := piece{text: text, mask: ^uint64(0)}
	if n := len(text); n >= word {
		p.first = binary.LittleEndian.Uint64(text)
		p.last = binary.LittleEndian.Uint64(text[n-word:])
	} else {
		var full [word]byte
		copy(full[:], text)
		p.first = binary.LittleEndian.Uint64(full[:])
		p.mask >>= 8 * (word - n)
	}
	return p
}

// leads reports whether src, of at least eight bytes, begins with the piece.
func (p *piece) leads(src []byte) bool {
	if binary.LittleEndian.Uint64(src)&p.mask != p.first {
		return false
	}
	n := len(p.text)
	switch {
	case n <= word:
		return true
	case n > len(src):
		return false
	case n <= 2*word:
		return binary.LittleEndian.Uint64(src[n-word:]) == p.last
	}
	return string(src[word:n]) == string(p.text[word:])
}

// forget drops what was learned, and the source with it.
func (s *shape) forget() {
	clear(s.pieces[:cap(s.pieces)])
	clear(s.attrs[:cap(s.attrs)])
	s.name, s.pieces, s.attrs = nil, s.pieces[:0], s.attrs[:0]
}

const (
	maxShapes = 16 // levels of a document that have shapes
	maxPieces = 64
)

// repeated reads a start tag that has the shape of the last one on its level. Where it has not, nothing
// was read.
func (t *Tokenizer) repeated() bool {
	if len(t.open) >= len(t.shapes) {
		return false
	}
	s := &t.shapes[len(t.open)]
	if len(s.pieces) == 0 || s.state != t.binds.state() {
		return false
	}
	rest := t.src[t.pos:]
	for i := range s.pieces {
		p := &s.pieces[i]
		if len(rest) < word || !p.leads(rest) {
			return false
		}
		rest = rest[len(p.text):]
		if i < len(s.attrs) {
			n := plainValue(rest)
			s.attrs[i].Raw = rest[:n:n]
			rest = rest[n:]
		}
	}
	t.take(s, len(t.src)-len(rest))
	return true
}

// take makes the tag that ends at an offset the current token.
func (t *Tokenizer) take(s *shape, end int) {
	f := s.frame
	f.name, f.colon, f.end = f.name+t.pos, f.colon+t.pos, f.end+t.pos
	f.ambient = len(t.ambient)
	t.open = append(t.open, f)
	t.attrs, t.order, t.decls = s.attrs, s.order, t.decls[:0]
	t.tidy, t.reach, t.empty = s.tidy, s.reach, s.empty
	t.pos, t.leaf = end-s.leaf, s.leaf
}

// learn makes the current start tag the shape of its level, where the tag before on that level had the
// same name, and the next may well be equal too.
func (t *Tokenizer) learn() {
	level := len(t.open) - 1
	if level >= maxShapes || len(t.attrs) > maxPieces {
		return
	}
	if level >= len(t.shapes) {
		t.shapes = append(t.shapes, make([]shape, level+1-len(t.shapes))...)
	}
	s, f := &t.shapes[level], t.open[level]
	name := t.src[f.name:f.end]
	again := string(name) == string(s.name)
	s.name, s.pieces = name, s.pieces[:0]
	if !again || len(t.attrs) == 0 || len(t.decls) > 0 || f.ambient < len(t.ambient) || !t.cutPieces(s) {
		return
	}
	f.name, f.colon, f.end = f.name-t.from, f.colon-t.from, f.end-t.from
	s.frame, s.state, s.reach, s.tidy, s.empty = f, t.binds.state(), t.reach, t.tidy, t.empty
	s.attrs = append(s.attrs[:0], t.attrs...)
	s.order = append(s.order[:0], t.order...)
}

// cutPieces cuts the values out of the current start tag, which must stand in double quotes.
func (t *Tokenizer) cutPieces(s *shape) bool {
	from := t.from
	for i := range t.attrs {
		a := &t.attrs[i]
		at := t.from + int(a.at)
		if !a.Plain || t.src[at-1] != '"' {
			s.pieces = s.pieces[:0]
			return false
		}
		s.pieces = append(s.pieces, newPiece(t.src[from:at]))
		from = at + len(a.Raw)
	}
	s.leaf = 0
	if n := len(s.name) + len("</>"); !t.empty && t.pos+n <= len(t.src) {
		if end := t.src[t.pos : t.pos+n]; end[0] == '<' && end[1] == '/' && end[n-1] == '>' && string(end[2:n-1]) == string(s.name) {
			s.leaf = n
		}
	}
	s.pieces = append(s.pieces, newPiece(t.src[from:t.pos+s.leaf]))
	return true
}
