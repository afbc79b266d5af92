package data

import (
	"fmt"
	"strings"
)

// RecordError is a record that is no quake as it should be. Reading can go on behind it.
type RecordError struct {
	Source string // file or address
	Line   int    // from 1, where the record or the field stands
	Field  string // as the format calls it
	Value  string // as it stands there
	Why    string // what is wanted instead
}

func (e *RecordError) Error() string {
	value := strings.ToValidUTF8(e.Value, "\uFFFD")
	if runes := []rune(value); len(runes) > 60 {
		value = string(runes[:60]) + "..."
	}
	return fmt.Sprintf("data: %s %q at %s line %d: %s", e.Field, value, e.Source, e.Line, e.Why)
}
