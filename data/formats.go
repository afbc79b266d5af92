package data

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strings"

	"seismark/quake"
)

// Format is a form that catalogues are kept in.
type Format struct {
	Name  string // as flags have it
	Title string // for people

	looks func(head []byte) bool                                    // whether content can begin so
	read  func(r io.Reader, report *Report) iter.Seq2[event, error] // a *RecordError is not the end, others are
	write func(w *bufio.Writer, quakes iter.Seq[quake.Quake], author string) error
}

// Formats is the list of all formats, in the order in which content is compared with them.
func Formats() []Format {
	return []Format{compact(), quakeML(), usgs(), fdsn(), original()}
}

// FormatNamed finds a format of Formats by its name.
func FormatNamed(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("data: no format %q: choose from %s", name, strings.Join(names, ", "))
}
