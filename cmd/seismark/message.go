package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"seismark/wssec"
)

// readMessage reads the file that the arguments name, or stdin.
func readMessage(in io.Reader, args []string) (name string, message []byte, err error) {
	name = "stdin"
	if len(args) > 0 && args[0] != "-" {
		name = args[0]
		file, err := os.Open(name)
		if err != nil {
			return name, nil, fileError(err)
		}
		defer file.Close()
		in = file
	}
	limit := wssec.DefaultLimits.Bytes
	message, err = io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err != nil {
		return name, nil, fileError(err)
	}
	if len(message) > limit {
		return name, nil, fmt.Errorf("%s: longer than %s, the longest message that is read", name, Size(limit))
	}
	if len(strings.TrimSpace(string(message[:min(len(message), 64)]))) == 0 {
		return name, nil, hint(fmt.Errorf("%s is empty", name), "give a SOAP message as a file or on stdin")
	}
	return name, message, disguised(name, message)
}

// headed is how a message begins that still has the headers of HTTP or MIME, which no XML begins with.
var headed = regexp.MustCompile(`^(HTTP/[0-9]|[A-Z]+ \S+ HTTP/|--\S|[A-Za-z][A-Za-z-]*: )`)

// disguised names what a message that is not read as it is has around it, and how to take it off.
func disguised(name string, message []byte) error {
	begins := func(start string) bool { return bytes.HasPrefix(message, []byte(start)) }
	switch {
	case begins("\x1f\x8b"):
		return hint(fmt.Errorf("%s is compressed with gzip", name), "inflate it first, with gzip -d")
	case begins("\xfe\xff"), begins("\xff\xfe"), begins("<\x00"), begins("\x00<"):
		return hint(fmt.Errorf("%s is in UTF-16", name), "convert it first, with iconv -f UTF-16 -t UTF-8")
	case headed.Match(message):
		return hint(fmt.Errorf("%s begins with headers of HTTP or MIME", name), "give the envelope alone, without what stands around it")
	}
	return nil
}
