package measure

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// Read reads the runs of a result file, Go benchmark text or JSON; name is the file's, for errors.
func Read(r io.Reader, name string) ([]Run, error) {
	b := bufio.NewReader(r)
	head, _ := b.Peek(512) // an error shows again at the first read
	read := ReadText
	switch head = bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n"); {
	case bytes.HasPrefix(head, []byte("{")):
		read = ReadJSON
	case bytes.HasPrefix(head, []byte("stack,version,")):
		return nil, fmt.Errorf("measure: %s: the CSV holds summaries, no passes: give the file of --bench or --json", name)
	}
	runs, err := read(b, name)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		if len(r.Passes)+len(r.Heaps)+len(r.Losses)+len(r.Floors) > 0 {
			return runs, nil
		}
	}
	return nil, fmt.Errorf("measure: %s: there is no result in it", name)
}
