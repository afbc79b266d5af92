package measure

import (
	"fmt"
	"strings"
	"time"
)

// Sequence is a list of queries and what must come of it.
type Sequence struct {
	Name     string  `json:"name"`
	Calls    int     `json:"calls"`    // queries of a pass
	Skip     int     `json:"-"`        // queries of the generator before them; zero for all that is measured
	Seed     int64   `json:"seed"`     // of the query generator
	Fraction float64 `json:"fraction"` // of the catalogue's span and of the globe that a query covers, at most
	Want     int     `json:"quakes"`   // quakes of a pass, over all of its answers

	Start time.Time `json:"start"` // of the span that the queries lie in
	End   time.Time `json:"end"`
}

// SequenceNamed finds a sequence of Sequences by its name.
func SequenceNamed(name string) (Sequence, error) {
	var names []string
	for _, s := range Sequences() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Sequence{}, fmt.Errorf("measure: no sequence %q: choose from %s", name, strings.Join(names, ", "))
}
