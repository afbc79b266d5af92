package seismic

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
