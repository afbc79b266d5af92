package data

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// content is the input of an import: inflated, bounded, without a byte order mark.
type content struct{ *bufio.Reader }

// headSize is how much of the content its format is told from.
const headSize = 16 << 10

func open(r io.Reader, limit int64) (*content, error) {
	raw := bufio.NewReader(r)
	magic, err := raw.Peek(6)
	if len(magic) == 0 {
		return nil, fmt.Errorf("nothing to read: %w", noEOF(err))
	}
	if packer := packed(magic); packer != "" {
		return nil, fmt.Errorf("is packed by %s: unpack it first; gzip is the only one that is read as it is", packer)
	}
	var plain io.Reader = raw
	if bytes.HasPrefix(magic, []byte("\x1f\x8b")) {
		if plain, err = gzip.NewReader(raw); err != nil {
			return nil, err
		}
	}
	c := &content{bufio.NewReaderSize(&gauge{r: plain, limit: limit}, headSize)}
	return c, c.byteOrderMark()
}

func noEOF(err error) error {
	if err == io.EOF {
		return errors.New("it is empty")
	}
	return err
}

// packed names the program that made such bytes.
func packed(magic []byte) string {
	for _, p := range []struct{ magic, name string }{
		{"PK\x03\x04", "zip"}, {"BZh", "bzip2"}, {"\xfd7zXZ\x00", "xz"}, {"\x28\xb5\x2f\xfd", "zstd"},
	} {
		if bytes.HasPrefix(magic, []byte(p.magic)) {
			return p.name
		}
	}
	return ""
}

func (c *content) byteOrderMark() error {
	head, _ := c.Peek(3)
	switch {
	case bytes.Equal(head, []byte("\uFEFF")):
		c.Discard(3)
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return errors.New("is in UTF-16: convert it to UTF-8 first (iconv -f utf-16 -t utf-8)")
	}
	return nil
}

// detect tells the format from the first bytes.
func (c *content) detect() (Format, error) {
	head, err := c.Peek(headSize)
	if err != nil && err != io.EOF {
		return Format{}, err
	}
	head = bytes.TrimLeft(head, "\r\n")
	var titles []string
	for _, f := range Formats() {
		if f.looks(head) {
			return f, nil
		}
		titles = append(titles, f.Title)
	}
	return Format{}, fmt.Errorf("%s is in no format known here: want %s", seen(head), strings.Join(titles, ", "))
}

// seen is how content begins, for an error.
func seen(head []byte) string {
	if lower := bytes.ToLower(head); bytes.HasPrefix(lower, []byte("<!doctype html")) || bytes.HasPrefix(lower, []byte("<html")) {
		return "a web page"
	}
	first, _, _ := bytes.Cut(head, []byte("\n"))
	return fmt.Sprintf("content that begins %q", first[:min(len(first), 40)])
}
