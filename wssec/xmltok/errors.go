package xmltok

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// SyntaxError is why a source is not well formed, or passes a limit.
type SyntaxError struct {
	Offset       int // bytes before the place
	Line, Column int // from one; columns count characters
	What         string
	Remedy       string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("xmltok: line %d, column %d: %s: %s", e.Line, e.Column, e.What, e.Remedy)
}

// fail makes the error. Lines are counted here alone, so that a good document never pays for them.
func (t *Tokenizer) fail(at int, what, remedy string) error {
	at = min(at, len(t.src))
	before := t.src[:at]
	line := 1 + bytes.Count(before, []byte("\n"))
	last := before[bytes.LastIndexByte(before, '\n')+1:]
	return &SyntaxError{Offset: at, Line: line, Column: 1 + utf8.RuneCount(last), What: what, Remedy: remedy}
}

// shown is a piece of the source as an error can show it.
func shown(b []byte) string {
	const most = 40
	if len(b) > most {
		return fmt.Sprintf("%q...", b[:most])
	}
	return fmt.Sprintf("%q", b)
}
