package data

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"

	"seismark/quake"
)

// Export writes quakes in a format, given by its name, such that Import gives them back: all fields of
// the original's lines and of the compact form; regions of the others follow from the places. Author
// is named as the quakes' source where the format has room for one.
func Export(w io.Writer, format string, quakes iter.Seq[quake.Quake], author string) error {
	f, err := FormatNamed(format)
	if err != nil {
		return err
	}
	if len(author) > longestAuthor || strings.ContainsFunc(author, unprintable) {
		return fmt.Errorf("data: author %q: want at most %d bytes of one line, without bars", author, longestAuthor)
	}
	buffered := bufio.NewWriterSize(w, 64<<10)
	if err := f.write(buffered, quakes, author); err != nil {
		return fmt.Errorf("data: export as %s: %w", f.Title, err)
	}
	if err := buffered.Flush(); err != nil {
		return fmt.Errorf("data: export as %s: %w", f.Title, err)
	}
	return nil
}

func unprintable(r rune) bool { return r == '|' || !unicode.IsPrint(r) }

// decimal is the shortest text that reads back as the same 32 bits.
func decimal(f float32) string { return strconv.FormatFloat(float64(f), 'f', -1, 32) }

func isoTime(q quake.Quake) string { return q.Instant().Format("2006-01-02T15:04:05.000Z") }
