package data

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
)

// Source is an opened catalogue, to be closed after Import. Wrap it to show progress.
type Source struct {
	io.ReadCloser
	Name string // for errors; without a password, where the address has one
	Size int64  // bytes to be read, -1 where it is not known
}

// Open opens a file by its path, an http or https address, or the standard input as "-".
func Open(ctx context.Context, source string) (*Source, error) {
	scheme, _, isAddress := strings.Cut(source, "://")
	switch {
	case source == "-":
		return &Source{io.NopCloser(os.Stdin), "standard input", -1}, nil
	case isAddress && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")):
		return newFetcher().fetch(ctx, source)
	case isAddress:
		return nil, fmt.Errorf("data: %s: want a file, an http or https address, or - for the standard input", source)
	}
	return openFile(source)
}

func openFile(path string) (*Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a folder: want a file in it", path)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("data: %w", err)
	}
	size := int64(-1)
	if info.Mode().IsRegular() {
		size = info.Size()
	}
	return &Source{f, path, size}, nil
}
