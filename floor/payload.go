package floor

import (
	"bytes"
	"fmt"

	"seismark/quake/seismic"
)

// own is who does what no other package does: this module.
const own = "seismark"

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
	for i, payload := range s.payload[request] {
		body.prepare(i)
		q, err := seismic.ParseRequest(body.octets)
		if again := seismic.AppendRequest(nil, q); err != nil || !bytes.Equal(again, payload) {
			return nil, fmt.Errorf("call %d: the request is read as %s, %w", i+1, again, err)
		}
	}
	return []work{{by: own, count: len(s.config.Queries), prepare: body.prepare, do: func(int) error {
		_, err := seismic.ParseRequest(body.octets)
		return err
	}}}, nil
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
	body, count := s.hot(answer), 0
	return []work{{by: own, count: len(s.config.Queries), prepare: body.prepare, do: func(i int) error {
		if err := seismic.ParseResults(body.octets, &results); err != nil {
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
	}}}, nil
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
