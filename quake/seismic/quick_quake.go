package seismic

// shape is how the quake before was written: what stood before each value and after the last one, and which
// attributes these were. The next one is expected to be written so, and costs no more than to compare that.
type shape struct {
	prefix string // of the elements, when it was learned
	tidy   bool   // it is what canonical XML writes
	count  int
	names  [8]uint8  // of the attributes, as indices in quakeAttributes
	before [9]string // the values; the last, from the last value to the end of the element
}

// quickQuake reads a quake in the shape of the last one, or else learns its own.
func (r *Results) quickQuake(c *cursor) bool {
	r.quakes = append(r.quakes, Quake{Region: -1})
	q := &r.quakes[len(r.quakes)-1]
	s := &r.reader.shape
	if s.prefix == string(c.prefix) && (s.tidy || !c.canonical) && r.shapedQuake(c, q) {
		return true
	}
	*q = Quake{Region: -1}
	if !s.learn(*c) {
		*s = shape{}
		return false
	}
	return (s.tidy || !c.canonical) && r.shapedQuake(c, q)
}

func (r *Results) shapedQuake(c *cursor, q *Quake) bool {
	s := &r.reader.shape
	b, p := c.b, c.p
	for i := range s.count {
		before := s.before[i]
		if len(b)-p < len(before) || string(b[p:p+len(before)]) != before {
			return false
		}
		p += len(before)
		switch s.names[i] {
		case attrTime:
			q.Time, p = quickTime(b, p)
		case attrMillis:
			q.Millis, p = quickInt(b, p)
		case attrLatitude:
			q.Latitude, p = quickFloat(b, p)
		case attrLongitude:
			q.Longitude, p = quickFloat(b, p)
		case attrDepth:
			q.Depth, p = quickFloat(b, p)
		case attrMagnitude:
			q.Magnitude, p = quickFloat(b, p)
		case attrMethod:
			q.Method, p = r.quickMethod(b, p)
		case attrRegion:
			q.Region, p = r.quickRegionOf(b, p)
		}
		if p == 0 {
			return false
		}
	}
	last := s.before[s.count]
	if s.count == 0 || len(b)-p < len(last) || string(b[p:p+len(last)]) != last {
		return false
	}
	c.p = p + len(last)
	return true
}

// learn takes the shape of the quake at the cursor.
func (s *shape) learn(c cursor) bool {
	*s = shape{prefix: string(c.prefix), tidy: true}
	from := c.p
	if !c.open("quake") {
		return false
	}
	var seen [8]bool
	for !c.is(">") {
		if c.is("/>") {
			s.tidy = false
			s.before[s.count] = string(c.b[from:c.p])
			return true
		}
		name, value, ok := c.attribute()
		at := indexOf(quakeAttributes, name)
		if !ok || at < 0 || seen[at] {
			return false
		}
		seen[at] = true
		s.tidy = s.tidy && (s.count == 0 || quakeAttributes[s.names[s.count-1]] < quakeAttributes[at])
		end := c.p - 1
		s.before[s.count] = string(c.b[from : end-len(value)])
		s.names[s.count] = uint8(at)
		s.count++
		from = end
	}
	if !c.end("quake") {
		return false
	}
	s.before[s.count] = string(c.b[from:c.p])
	return true
}

// methods finds the string of a short method by its bytes: a table that holds one for each place.
type methods [16]struct {
	key    uint64
	method string
}

// quickMethod, like the quick functions below, reads the value at b[p:] up to its quote and says where that
// stands, or 0 where the value is not of the usual kind.
func (r *Results) quickMethod(b []byte, p int) (string, int) {
	key, n := identWord(word(b, p))
	if n > 0 {
		m := &r.reader.methods[key*0x9E3779B97F4A7C15>>60]
		if m.key != key {
			if !plainToken(b[p : p+n]) {
				return "", 0
			}
			m.key, m.method = key, r.reader.strings.of(b[p:p+n])
		}
		return m.method, p + n
	}
	n = plainValue(b[p:])
	if n < 0 || !plainToken(b[p:p+n]) {
		return "", 0
	}
	return r.reader.strings.of(b[p : p+n]), p + n
}

// plainToken reports whether b is ASCII that means what it is, without white space.
func plainToken(b []byte) bool {
	for _, k := range b {
		if k <= ' ' || k > '~' || k == '&' || k == '<' || k == '"' {
			return false
		}
	}
	return true
}

// quickRegionOf finds the region that a quake names, if it came before.
func (r *Results) quickRegionOf(b []byte, p int) (int32, int) {
	key, n := identWord(word(b, p))
	var region int32
	if n > 0 {
		region = r.reader.idents.findKey(key)
	} else if n = plainValue(b[p:]); n > 0 {
		region = r.reader.idents.find(b[p : p+n])
	}
	if n <= 0 || region < 0 {
		return -1, 0
	}
	return region, p + n
}
