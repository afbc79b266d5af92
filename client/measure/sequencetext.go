package measure

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// text is the sequence in the conditions of a result file:
// "small calls=1000 quakes=816 seed=5 fraction=0.0046 start=2000-01-01T01:19:26Z end=2003-08-31T23:07:59Z".
func (s Sequence) text() string {
	return fmt.Sprintf("%s calls=%d quakes=%d seed=%d fraction=%s start=%s end=%s",
		s.Name, s.Calls, s.Want, s.Seed, decimal(s.Fraction), s.Start.Format(time.RFC3339), s.End.Format(time.RFC3339))
}

// parseSequence reads what text wrote.
func parseSequence(text string) (Sequence, error) {
	name, rest, _ := strings.Cut(text, " ")
	s := Sequence{Name: name, Want: -1}
	for word := range strings.FieldsSeq(rest) {
		key, value, _ := strings.Cut(word, "=")
		var err error
		switch key {
		case "calls":
			s.Calls, err = strconv.Atoi(value)
		case "quakes":
			s.Want, err = strconv.Atoi(value)
		case "seed":
			s.Seed, err = strconv.ParseInt(value, 10, 64)
		case "fraction":
			s.Fraction, err = strconv.ParseFloat(value, 64)
		case "start":
			s.Start, err = time.Parse(time.RFC3339, value)
		case "end":
			s.End, err = time.Parse(time.RFC3339, value)
		default:
			err = fmt.Errorf("no such word")
		}
		if err != nil {
			return Sequence{}, fmt.Errorf("sequence %s: %s: %w", name, word, err)
		}
	}
	if name == "" || s.Calls <= 0 || s.Want < 0 {
		return Sequence{}, fmt.Errorf("sequence %q: its calls or quakes are missing", text)
	}
	return s, nil
}

func sequencesText(list []Sequence) string { return joined(list, Sequence.text) }

func parseSequences(text string) (list []Sequence, err error) {
	for entry := range strings.SplitSeq(text, ", ") {
		s, err := parseSequence(entry)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}
