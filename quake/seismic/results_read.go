package seismic

import (
	"unicode/utf8"
)

var (
	countAttribute   = []string{"count"}
	regionAttributes = []string{"ident", "index"}
	quakeAttributes  = []string{"time", "millis", "latitude", "longitude", "depth", "magnitude", "method", "region"}
)

// The attributes of a region, as indices in regionAttributes.
const (
	attrIdent = iota
	attrIndex
)

// The attributes of a quake, as indices in quakeAttributes.
const (
	attrTime = iota
	attrMillis
	attrLatitude
	attrLongitude
	attrDepth
	attrMagnitude
	attrMethod
	attrRegion
)

// forward is a quake that names a region which comes later.
type forward struct {
	quake int
	ident string
}

// parse is the general road: it reads every legal spelling, and it alone makes errors.
func (r *Results) parse(body []byte) error {
	r.reset()
	w := &r.reader.walker
	r.reader.forward = r.reader.forward[:0]
	if err := w.enter(body, "results"); err != nil {
		return err
	}
	stated, err := w.count("results")
	if err != nil {
		return err
	}
	r.Stated = stated
	for {
		found, err := w.child("results")
		if err != nil {
			return err
		}
		if !found {
			break
		}
		if err := r.parseSet(w); err != nil {
			return err
		}
	}
	if err := r.resolve(); err != nil {
		return err
	}
	r.close()
	return w.leave("results")
}

// count reads the count of the current element, -1 where it has none.
func (w *walker) count(element string) (int, error) {
	count := -1
	err := w.attributes(element, countAttribute, func(_ int, value []byte) error {
		n, err := parseInt(collapse(value))
		if err != nil {
			return &ValueError{element + "/@count", string(value), err}
		}
		count = int(n)
		return nil
	})
	return count, err
}

func (r *Results) parseSet(w *walker) error {
	if err := w.expect("results", "result-set"); err != nil {
		return err
	}
	if err := w.attributes("result-set", nil, nil); err != nil {
		return err
	}
	if err := w.must("result-set", "area-name"); err != nil {
		return err
	}
	if err := w.attributes("area-name", nil, nil); err != nil {
		return err
	}
	area, err := w.value("area-name")
	if err != nil {
		return err
	}
	set := Set{Area: r.reader.strings.of(area)}
	if err := w.each("result-set", "regions", "region", r.parseRegion); err != nil {
		return err
	}
	if err := w.each("result-set", "quakes", "quake", r.parseQuake); err != nil {
		return err
	}
	set.regionsEnd, set.quakesEnd = len(r.Regions), len(r.quakes)
	r.Sets = append(r.Sets, set)
	return w.none("result-set")
}

// each goes into a list, the next child of parent, and calls read at each of its elements.
func (w *walker) each(parent, list, element string, read func(*walker) error) error {
	if err := w.must(parent, list); err != nil {
		return err
	}
	if _, err := w.count(list); err != nil { // which says nothing that the elements do not say better
		return err
	}
	for {
		found, err := w.child(list)
		if err != nil || !found {
			return err
		}
		if err := w.expect(list, element); err != nil {
			return err
		}
		if err := read(w); err != nil {
			return err
		}
	}
}

func (r *Results) parseRegion(w *walker) error {
	var region Region
	err := w.attributes("region", regionAttributes, func(name int, value []byte) error {
		if err := r.setRegion(&region, name, collapse(value)); err != nil {
			return &ValueError{"region/@" + regionAttributes[name], string(value), err}
		}
		return nil
	})
	if err != nil {
		return err
	}
	name, err := w.value("region")
	if err != nil {
		return err
	}
	region.Name = r.reader.strings.of(name)
	r.Regions = append(r.Regions, region)
	return nil
}

// setRegion gives the next region the value of an attribute.
func (r *Results) setRegion(region *Region, name int, value []byte) (err error) {
	if name != attrIdent {
		region.Index, err = parseInt(value)
		return err
	}
	region.Ident = r.reader.strings.of(value)
	switch {
	case !isIdent(value):
		return errID
	case !r.reader.idents.add(region.Ident, int32(len(r.Regions))):
		return errTwice
	}
	return nil
}

func (r *Results) parseQuake(w *walker) error {
	q := Quake{Region: -1}
	err := w.attributes("quake", quakeAttributes, func(name int, value []byte) error {
		if err := r.setQuake(&q, name, collapse(value)); err != nil {
			return &ValueError{"quake/@" + quakeAttributes[name], string(value), err}
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.quakes = append(r.quakes, q)
	return w.none("quake")
}

// setQuake gives a quake the value of an attribute.
func (r *Results) setQuake(q *Quake, name int, value []byte) (err error) {
	switch name {
	case attrTime:
		t, err := parseTime(value)
		q.Time = t.Unix()
		return err
	case attrMillis:
		q.Millis, err = parseInt(value)
	case attrLatitude:
		q.Latitude, err = parseFloat(value)
	case attrLongitude:
		q.Longitude, err = parseFloat(value)
	case attrDepth:
		q.Depth, err = parseFloat(value)
	case attrMagnitude:
		q.Magnitude, err = parseFloat(value)
	case attrMethod:
		q.Method = r.reader.strings.of(collapseToken(value))
	case attrRegion:
		if !isIdent(value) {
			return errID
		}
		if q.Region = r.reader.idents.find(value); q.Region < 0 {
			r.reader.forward = append(r.reader.forward, forward{len(r.quakes), string(value)})
		}
	}
	return err
}

// resolve finds the regions that came after the quakes that name them.
func (r *Results) resolve() error {
	for _, f := range r.reader.forward {
		region := r.reader.idents.find([]byte(f.ident))
		if region < 0 {
			return &ValueError{"quake/@region", f.ident, errNoRegion}
		}
		r.quakes[f.quake].Region = region
	}
	return nil
}

// isIdent reports whether b is a name without a colon. Of what is not ASCII, all is taken for letters.
func isIdent(b []byte) bool {
	for i, c := range b {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf
		if !letter && (i == 0 || !digit(c) && c != '-' && c != '.') {
			return false
		}
	}
	return len(b) > 0
}

// collapseToken makes each white space within one space; ends are collapsed already.
func collapseToken(b []byte) []byte {
	clean := true
	for i, c := range b {
		if blank(c) && (c != ' ' || blank(b[i-1])) {
			clean = false
		}
	}
	if clean {
		return b
	}
	token := make([]byte, 0, len(b))
	for i, c := range b {
		if !blank(c) {
			token = append(token, c)
		} else if !blank(b[i-1]) {
			token = append(token, ' ')
		}
	}
	return token
}
