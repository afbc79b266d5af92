package data

import (
	"cmp"
	"encoding/xml"
	"fmt"
)

// solution is what is kept of an event until it ends and its preferred origin and magnitude are known.
type solution struct {
	line              int
	kind              located
	origin, magnitude located // the identifiers of the preferred ones
	origins           []originSolution
	magnitudes        []magnitudeSolution
}

type originSolution struct {
	id                               string
	time, latitude, longitude, depth located
}

type magnitudeSolution struct {
	id                      string
	magnitude, kind, origin located
}

// event reads an event and hands it on.
func (q *quakemlReader) event(yield func(event, error) bool) error {
	line, _ := q.decoder.InputPos()
	s := solution{line: line}
	err := q.each(func(child xml.StartElement) error {
		switch {
		case q.is(child, "type"):
			return q.text(&s.kind)
		case q.is(child, "preferredOriginID"):
			return q.text(&s.origin)
		case q.is(child, "preferredMagnitudeID"):
			return q.text(&s.magnitude)
		case q.is(child, "origin"):
			return q.origin(&s, child)
		case q.is(child, "magnitude"):
			return q.magnitude(&s, child, "")
		}
		return q.skip()
	})
	if err != nil {
		return err
	}
	if !yield(s.event()) {
		return errStopped
	}
	return nil
}

func (q *quakemlReader) origin(s *solution, start xml.StartElement) error {
	o := originSolution{id: publicID(start)}
	err := q.each(func(child xml.StartElement) error {
		switch {
		case q.is(child, "time"):
			return q.quantity(&o.time)
		case q.is(child, "latitude"):
			return q.quantity(&o.latitude)
		case q.is(child, "longitude"):
			return q.quantity(&o.longitude)
		case q.is(child, "depth"):
			return q.quantity(&o.depth)
		case q.is(child, "magnitude"): // as some documents of version 1.0 have it
			return q.magnitude(s, child, o.id)
		}
		return q.skip()
	})
	if s.origins = append(s.origins, o); len(s.origins) > mostSolutions {
		return fmt.Errorf("more than %d origins in an event", mostSolutions)
	}
	return err
}

func (q *quakemlReader) magnitude(s *solution, start xml.StartElement, origin string) error {
	m := magnitudeSolution{id: publicID(start), origin: located{value: origin}}
	err := q.each(func(child xml.StartElement) error {
		switch {
		case q.is(child, "mag"):
			return q.quantity(&m.magnitude)
		case q.is(child, "type"):
			return q.text(&m.kind)
		case q.is(child, "originID"):
			return q.text(&m.origin)
		}
		return q.skip()
	})
	if s.magnitudes = append(s.magnitudes, m); len(s.magnitudes) > mostSolutions {
		return fmt.Errorf("more than %d magnitudes in an event", mostSolutions)
	}
	return err
}

func publicID(start xml.StartElement) string {
	for _, a := range start.Attr {
		if a.Name.Space == "" && a.Name.Local == "publicID" {
			return a.Value
		}
	}
	return ""
}

// event chooses the preferred origin and magnitude, and reads them.
func (s solution) event() (event, error) {
	o, found := s.preferredOrigin()
	if !found {
		return event{}, s.cell("origin", located{}).fault("want one in every event")
	}
	m := s.preferredMagnitude(o)
	var r row
	e := event{kind: kindOf(s.kind.value)}
	e.locate(&r, s.cell("time", o.time), s.cell("latitude", o.latitude), s.cell("longitude", o.longitude))
	e.deepen(&r, s.cell("depth", o.depth), r.metres)
	e.measure(&r, s.cell("mag", m.magnitude), s.cell("magnitude type", m.kind))
	return r.result(e)
}

// cell has the line of the event where the text is missing.
func (s solution) cell(field string, at located) cell {
	return cell{line: cmp.Or(at.line, s.line), field: field, value: at.value}
}

// preferredOrigin is the first where none is preferred, or where the preferred one is not in the document.
func (s solution) preferredOrigin() (originSolution, bool) {
	for _, o := range s.origins {
		if o.id != "" && o.id == s.origin.value {
			return o, true
		}
	}
	if len(s.origins) == 0 {
		return originSolution{}, false
	}
	return s.origins[0], true
}

// preferredMagnitude is, where none is preferred, the first that was found with the origin, or the first.
func (s solution) preferredMagnitude(o originSolution) magnitudeSolution {
	var best magnitudeSolution
	for i, m := range s.magnitudes {
		switch {
		case m.id != "" && m.id == s.magnitude.value:
			return m
		case i == 0, m.origin.value == o.id && best.origin.value != o.id:
			best = m
		}
	}
	return best
}
