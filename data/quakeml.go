package data

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// quakeML is QuakeML 1.2, Basic Event Description, and its forerunners 1.0 and 1.1: under any prefix,
// one event in memory at a time.
func quakeML() Format {
	return Format{
		Name:  "quakeml",
		Title: "QuakeML 1.2",
		looks: looksQuakeML,
		read:  readQuakeML,
		write: writeQuakeML,
	}
}

func looksQuakeML(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("<")) && bytes.Contains(head, []byte("quakeml"))
}

// Limits on what a document may ask to be kept in memory.
const (
	longestToken   = 1 << 20 // bytes of one tag, text or comment
	deepestElement = 64
	longestValue   = 1 << 10 // bytes of the text of an element that is read
	mostSolutions  = 10_000  // origins, and magnitudes, of one event
)

// quakemlReader walks through a document. Its methods consume the element whose start was read last.
type quakemlReader struct {
	decoder   *xml.Decoder
	gauge     *gauge
	namespace string // of the basic event description
	depth     int
}

func readQuakeML(r io.Reader, _ *Report) iter.Seq2[event, error] {
	return func(yield func(event, error) bool) {
		g := &gauge{r: r, limit: longestToken}
		q := quakemlReader{decoder: xml.NewDecoder(g), gauge: g}
		q.decoder.CharsetReader = onlyUTF8
		if err := q.document(yield); err != nil && err != errStopped {
			line, _ := q.decoder.InputPos()
			yield(event{}, fmt.Errorf("line %d: %w", line, err))
		}
	}
}

// errStopped ends the walk when nobody wants more events.
var errStopped = errors.New("stopped")

func onlyUTF8(charset string, r io.Reader) (io.Reader, error) {
	if strings.EqualFold(charset, "us-ascii") {
		return r, nil
	}
	return nil, fmt.Errorf("the document is in %s: convert it to UTF-8 (iconv -f %s -t utf-8), and its XML declaration", charset, charset)
}

func (q *quakemlReader) document(yield func(event, error) bool) error {
	for {
		token, err := q.token()
		switch {
		case err == io.EOF && q.namespace == "":
			return errors.New("no eventParameters element: this is not QuakeML")
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if start, ok := token.(xml.StartElement); ok {
			if err := q.root(start, yield); err != nil {
				return err
			}
		}
	}
}

// root finds eventParameters, below quakeml or by itself.
func (q *quakemlReader) root(start xml.StartElement, yield func(event, error) bool) error {
	switch start.Name.Local {
	case "quakeml":
		return q.each(func(child xml.StartElement) error {
			if child.Name.Local != "eventParameters" {
				return q.skip()
			}
			return q.root(child, yield)
		})
	case "eventParameters":
		q.namespace = start.Name.Space
		return q.each(func(child xml.StartElement) error {
			if !q.is(child, "event") {
				return q.skip()
			}
			return q.event(yield)
		})
	}
	return fmt.Errorf("element %q: want quakeml", start.Name.Local)
}

func (q *quakemlReader) is(start xml.StartElement, name string) bool {
	return start.Name.Space == q.namespace && start.Name.Local == name
}

// token is the next one, bounded in size and depth.
func (q *quakemlReader) token() (xml.Token, error) {
	q.gauge.reset()
	token, err := q.decoder.Token()
	switch token.(type) {
	case xml.StartElement:
		if q.depth++; q.depth > deepestElement {
			return nil, fmt.Errorf("elements nest deeper than %d", deepestElement)
		}
	case xml.EndElement:
		q.depth--
	case xml.Directive:
		return nil, errors.New("a DOCTYPE is refused: remove it")
	}
	return token, err
}

// each hands on the child elements, to be consumed, until the current element ends.
func (q *quakemlReader) each(child func(xml.StartElement) error) error {
	for {
		token, err := q.token()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := child(token); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

func (q *quakemlReader) skip() error {
	return q.each(func(xml.StartElement) error { return q.skip() })
}

// text is the character data of the current element, without that of its children.
func (q *quakemlReader) text(into *located) error {
	line, _ := q.decoder.InputPos()
	*into = located{line: line}
	for {
		token, err := q.token()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.CharData:
			if len(into.value)+len(token) > longestValue {
				return fmt.Errorf("text is longer than %d bytes", longestValue)
			}
			into.value += string(token)
		case xml.StartElement:
			if err := q.skip(); err != nil {
				return err
			}
		case xml.EndElement:
			into.value = strings.TrimSpace(into.value)
			return nil
		}
	}
}

// quantity is the text of the value within the current element.
func (q *quakemlReader) quantity(into *located) error {
	return q.each(func(child xml.StartElement) error {
		if q.is(child, "value") {
			return q.text(into)
		}
		return q.skip()
	})
}

// located is a text and its line.
type located struct {
	value string
	line  int
}
