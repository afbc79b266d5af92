package seismic

import "unicode/utf8"

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
