package quake

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"time"
)

// Store is a catalogue made for queries: the quakes in columns, ordered by area, then time. It never changes,
// so it is safe for concurrent use.
type Store struct {
	Columns
	areas [Areas + 1]section // by area; 0 is empty
}

// Columns hold the quakes of a Store, one slice a field. An encoder reads them by row; nobody writes to them.
type Columns struct {
	Time      []int64
	Millis    []int32
	Longitude []float32
	Latitude  []float32
	Magnitude []float32
	Depth     []float32
	Region    []uint16
	Method    []uint32 // index in Methods
	Methods   []string
}

// section is the rows of one area, [start, end), and their bounding boxes.
type section struct {
	start, end int
	box        [axes]interval
}

// NewStore puts quakes in columns. Those of one area and one time stay in the order in which they come.
//
// A quake's area is always that of its region, so that a region belongs to one area. Where the region is not
// given (or is none of the 757) it is the one of the quake's place. A quake without either is a mistake of
// the caller, who read it, and NewStore panics; RegionAt tells. Milliseconds outside of their second are
// carried into the time.
func NewStore(quakes []Quake) *Store {
	rows, ends := byArea(quakes)
	byTime := func(a, b uint32) int { return quakes[a].Instant().Compare(quakes[b].Instant()) }
	for area, start := 1, 0; area <= Areas; area++ {
		part := rows[start:ends[area]]
		if !slices.IsSortedFunc(part, byTime) { // catalogues are, as a rule
			slices.SortStableFunc(part, byTime)
		}
		start = ends[area]
	}
	s := &Store{Columns: newColumns(quakes, rows)}
	for area, start := 1, 0; area <= Areas; area++ {
		if end := ends[area]; end > start {
			s.areas[area] = s.section(start, end)
			start = end
		}
	}
	return s
}

// byArea gives the indices of quakes, those of an area together in the order in which they come, and where
// each area ends among them. Indices, as the quakes themselves are ten times as large.
func byArea(quakes []Quake) (rows []uint32, ends [Areas + 1]int) {
	areas := make([]uint8, len(quakes))
	for i := range quakes {
		areas[i] = AreaOf(region(&quakes[i]))
		ends[areas[i]]++
	}
	next := 0
	for area, n := range ends {
		ends[area], next = next, next+n
	}
	rows = make([]uint32, len(quakes))
	for i, area := range areas {
		rows[ends[area]] = uint32(i)
		ends[area]++
	}
	return rows, ends
}

// region is the region that is given, else that of the place.
func region(q *Quake) uint16 {
	if AreaOf(q.Region) != 0 {
		return q.Region
	}
	r := RegionAt(q.Latitude, q.Longitude)
	if AreaOf(r) == 0 {
		panic(fmt.Sprintf("quake: NewStore: the quake of %v has no region and lies nowhere: latitude %v, longitude %v",
			q.Instant(), q.Latitude, q.Longitude))
	}
	return r
}

func newColumns(quakes []Quake, rows []uint32) Columns {
	n := len(quakes)
	c := Columns{
		Time:      make([]int64, n),
		Millis:    make([]int32, n),
		Longitude: make([]float32, n),
		Latitude:  make([]float32, n),
		Magnitude: make([]float32, n),
		Depth:     make([]float32, n),
		Region:    make([]uint16, n),
		Method:    make([]uint32, n),
	}
	index := make(map[string]uint32)
	for i, row := range rows {
		q := &quakes[row]
		method, ok := index[q.Method]
		if !ok {
			method = uint32(len(c.Methods))
			index[q.Method] = method
			c.Methods = append(c.Methods, q.Method)
		}
		at := q.Instant() // carries milliseconds into the time
		c.Time[i], c.Millis[i] = at.Unix(), int32(at.Nanosecond()/1e6)
		c.Longitude[i], c.Latitude[i] = q.Longitude, q.Latitude
		c.Magnitude[i], c.Depth[i] = q.Magnitude, q.Depth
		c.Region[i], c.Method[i] = region(q), method
	}
	return c
}

func (s *Store) section(start, end int) section {
	sec := section{start: start, end: end}
	for i, column := range s.axes() {
		sec.box[i] = bounds(column[start:end])
	}
	return sec
}

// Len is the number of quakes.
func (s *Store) Len() int { return len(s.Time) }

// Quake is the quake of a row.
func (s *Store) Quake(row int) Quake {
	return Quake{
		Time:      s.Time[row],
		Millis:    s.Millis[row],
		Latitude:  s.Latitude[row],
		Longitude: s.Longitude[row],
		Depth:     s.Depth[row],
		Magnitude: s.Magnitude[row],
		Method:    s.Methods[s.Method[row]],
		Region:    s.Region[row],
		Area:      AreaOf(s.Region[row]),
	}
}

// All gives the quakes in time order; those of one millisecond by area, then as they came.
func (s *Store) All() iter.Seq[Quake] {
	return func(yield func(Quake) bool) {
		rows := make([]int, s.Len())
		for i := range rows {
			rows[i] = i
		}
		slices.SortStableFunc(rows, func(a, b int) int {
			return cmp.Or(cmp.Compare(s.Time[a], s.Time[b]), cmp.Compare(s.Millis[a], s.Millis[b]))
		})
		for _, row := range rows {
			if !yield(s.Quake(row)) {
				return
			}
		}
	}
}

// Span is the time of the first and of the last quake; zero times for an empty store.
func (s *Store) Span() (first, last time.Time) {
	if s.Len() == 0 {
		return first, last
	}
	lo, hi := slices.Min(s.Time), slices.Max(s.Time)
	return time.Unix(lo, 0).UTC(), time.Unix(hi, 0).UTC()
}
