package floor

import (
	"bytes"
	"fmt"

	"seismark/quake"
	"seismark/quake/seismic"
)

// Who does what no other package does: this module, in the ordinary way or in the one for payloads that are in
// canonical form.
const (
	own   = "seismark"
	short = "recognize"
)

func encodeRequest(s *subject) ([]work, error) {
	var out []byte
	return []work{{by: own, count: len(s.config.Queries), do: func(i int) error {
		out = seismic.AppendRequest(out[:0], s.config.Queries[i])
		return nil
	}}}, nil
}

// decodeRequest compares what was decoded outside of the time: a query holds times, which are compared so.
func decodeRequest(s *subject) ([]work, error) {
	body := s.hot(request)
	var recognized quake.Query
	parse := func(i int) (quake.Query, error) { return seismic.ParseRequest(body.octets) }
	recognize := func(i int) (quake.Query, error) {
		return recognized, body.took(i, seismic.RecognizeRequest(body.element(), &recognized))
	}
	var works []work
	for _, way := range []struct {
		by     string
		decode func(int) (quake.Query, error)
	}{{own, parse}, {short, recognize}} {
		for i, payload := range s.payload[request] {
			body.prepare(i)
			q, err := way.decode(i)
			if again := seismic.AppendRequest(nil, q); err != nil || !bytes.Equal(again, payload) {
				return nil, fmt.Errorf("call %d: %s: the request is read as %s, %w", i+1, way.by, again, err)
			}
		}
		works = append(works, work{by: way.by, count: len(s.config.Queries), prepare: body.prepare, do: func(i int) error {
			_, err := way.decode(i)
			return err
		}})
	}
	return works, nil
}

func lookup(s *subject) ([]work, error) {
	return []work{{by: own, count: len(s.config.Queries), do: func(i int) error {
		s.config.Store.Match(s.config.Queries[i], &s.found)
		return nil
	}}}, nil
}

func encodeResults(s *subject) ([]work, error) {
	var out []byte
	return []work{{
		by: own, count: len(s.config.Queries),
		prepare: func(i int) { s.config.Store.Match(s.config.Queries[i], &s.found) },
		do: func(i int) error {
			out = seismic.AppendResults(out[:0], s.config.Store, &s.found)
			if len(out) != len(s.payload[answer][i]) {
				return fmt.Errorf("call %d: %d octets, before it were %d", i+1, len(out), len(s.payload[answer][i]))
			}
			return nil
		},
	}}, nil
}

// decodeResults counts the quakes: all rounds must find those that the queries match.
func decodeResults(s *subject) ([]work, error) {
	var results seismic.Results
	body := s.hot(answer)
	parse := func(int) error { return seismic.ParseResults(body.octets, &results) }
	recognize := func(i int) error { return body.took(i, results.Recognize(body.element())) }
	var works []work
	for _, way := range []struct {
		by     string
		decode func(int) error
	}{{own, parse}, {short, recognize}} {
		count := 0
		works = append(works, work{by: way.by, count: len(s.config.Queries), prepare: body.prepare, do: func(i int) error {
			if err := way.decode(i); err != nil {
				return err
			}
			if i == 0 {
				count = 0
			}
			count += results.Count()
			if last := len(s.config.Queries) - 1; i == last && count != s.quakes {
				return fmt.Errorf("%d quakes are decoded, the queries match %d", count, s.quakes)
			}
			return nil
		}})
	}
	return works, nil
}

// hot is a Body in the processor's cache, as one is that was just read from a socket or decrypted.
type hot struct {
	from   *direction
	octets []byte
}

func (s *subject) hot(way int) *hot { return &hot{from: &s.directions[way]} }

func (h *hot) prepare(i int) {
	h.octets = append(append(append(h.octets[:0], h.from.head...), h.from.payload[i]...), h.from.tail...)
}

// element is the octets from the payload on, as whoever reads it while a message is checked gets them.
func (h *hot) element() []byte { return h.octets[len(h.from.head):] }

// took reports a payload that was not recognized, or not to its end.
func (h *hot) took(i, octets int) error {
	if want := len(h.from.payload[i]); octets != want {
		return fmt.Errorf("call %d: %d octets of a payload of %d are recognized", i+1, octets, want)
	}
	return nil
}
