package data

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// longestLine is the number of bytes that a line of text may have.
const longestLine = 64 << 10

// line is a line of text without its end.
type line struct {
	number int // from 1
	text   string
}

// lines gives the lines of r that are not blank. A line beyond longestLine is a *RecordError, and the
// next line follows; another error is the last, and what came before it of its line is not given.
func lines(r io.Reader) iter.Seq2[line, error] {
	return func(yield func(line, error) bool) {
		buffered := bufio.NewReaderSize(r, longestLine)
		for number := 1; ; number++ {
			text, err := buffered.ReadSlice('\n')
			at := line{number, strings.TrimRight(string(text), "\r\n")}
			var long error
			if errors.Is(err, bufio.ErrBufferFull) {
				at.text = at.text[:40]
				long = at.fault(fmt.Sprintf("want at most %d bytes", longestLine))
				err = endLine(buffered)
			}
			if err != nil && err != io.EOF {
				yield(line{}, err)
				return
			}
			if strings.TrimSpace(at.text) != "" && !yield(at, long) || err == io.EOF {
				return
			}
		}
	}
}

// endLine passes over the rest of a line.
func endLine(r *bufio.Reader) error {
	for {
		if _, err := r.ReadSlice('\n'); !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// fault is one of the line as a whole.
func (l line) fault(why string) *RecordError {
	return cell{l.number, "line", l.text}.fault(why)
}

// eachLine makes an event of each line.
func eachLine(r io.Reader, parse func(line) (event, error)) iter.Seq2[event, error] {
	return func(yield func(event, error) bool) {
		for l, err := range lines(r) {
			var e event
			if err == nil {
				e, err = parse(l)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
