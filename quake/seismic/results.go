package seismic

// Results is an answer. ParseResults fills it; used again, it keeps its memory and its strings, so that what
// an earlier call put there holds until the next one only. The zero value is ready.
type Results struct {
	Stated  int      // the count that the answer states, -1 where it states none; services count differently
	Sets    []Set    // one an area
	Regions []Region // those of all sets, one set after the other

	quakes []Quake // those of all sets
	reader reader
}

// Set is an area's part of an answer.
type Set struct {
	Area    string
	Regions []Region
	Quakes  []Quake

	regionsEnd, quakesEnd int // in the lists of all sets
}

// Region is a region that quakes refer to.
type Region struct {
	Ident string // unique in an answer
	Index int32
	Name  string
}

// Quake is a quake of an answer. The schema asks for no attribute: what is absent is zero.
type Quake struct {
	Time                                  int64 // whole seconds since 1970 UTC
	Millis                                int32
	Region                                int32 // in Results.Regions; -1 where the quake names none
	Latitude, Longitude, Depth, Magnitude float32
	Method                                string
}

// Count is the number of quakes that were read, whatever the answer states.
func (r *Results) Count() int { return len(r.quakes) }

// reset empties the answer and keeps its memory.
func (r *Results) reset() {
	r.Stated, r.Sets, r.Regions, r.quakes = -1, r.Sets[:0], r.Regions[:0], r.quakes[:0]
	r.reader.idents.reset()
	r.reader.strings.bound()
}

// close gives each set its part of the lists, which do not grow any more.
func (r *Results) close() {
	region, quake := 0, 0
	for i := range r.Sets {
		s := &r.Sets[i]
		s.Regions = r.Regions[region:s.regionsEnd:s.regionsEnd]
		s.Quakes = r.quakes[quake:s.quakesEnd:s.quakesEnd]
		region, quake = s.regionsEnd, s.quakesEnd
	}
}

// reader is what reading needs, kept from one answer to the next.
type reader struct {
	walker  walker
	cursor  cursor
	shape   shape
	methods methods
	idents  idents
	strings interned
	forward []forward
}

// ParseResults reads the answer in a Body into r, and keeps nothing of the body. With an error r is empty.
func ParseResults(body []byte, r *Results) error {
	defer r.reader.walker.tokens.Reset(nil)
	if r.quick(body) {
		return nil
	}
	err := r.parse(body)
	if err != nil {
		r.reset()
	}
	return err
}
