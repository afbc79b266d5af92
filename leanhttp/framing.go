package leanhttp

import "bytes"

// framing follows the requests of a connection: where a head ends, where a body. It is stricter than net/http,
// and never takes another place for an end.
type framing struct {
	at    place
	blank bool   // an empty line may go before the request: net/http lets it follow a POST (RFC 9112, section 2.2)
	size  int    // of the head or trailer, or of the line of a chunk, so far
	cut   []byte // the line that is not whole yet
	outline
	left uint64 // of the body or of a chunk
}

// place is what comes next.
type place uint8

const (
	atStart   place = iota
	atReturn        // the second octet of an empty line before a request
	atRequest       // its first line
	atFields
	atBody
	atSize // of a chunk
	atChunk
	atChunkEnd
	atTrailer
	atNothing // of which we could say what it is
)

// maxSizeLine bounds the line of a chunk's size, which may have extensions.
const maxSizeLine = 256

const (
	errLongRequest = formError("its head is longer than 16384 bytes") // MaxHead
	errLongLine    = formError("the line of a chunk's size, or the trailer, is too long")
)

// take follows octets, and gives how many of them are good. Of a bad line that is all but its end: whoever
// reads it has not seen it yet. Octets that say nothing are taken out.
func (f *framing) take(p []byte) (n int, err error) {
	for n < len(p) {
		switch f.at {
		case atStart, atReturn:
			if skip, err := f.skips(p[n]); err != nil {
				return n, err
			} else if skip {
				p = p[:n+copy(p[n:], p[n+1:])]
			}
		case atBody, atChunk:
			k := min(f.left, uint64(len(p)-n))
			n += int(k)
			if f.left -= k; f.left == 0 {
				f.bodyEnds()
			}
		case atNothing:
			return n, nil
		default:
			k, err := f.takeLine(p[n:])
			if n += k; err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// skips reports whether an octet belongs to the empty line that may go before a request.
func (f *framing) skips(c byte) (bool, error) {
	switch {
	case f.at == atReturn && c == '\n':
		f.at, f.blank = atStart, false
		return true, nil
	case f.at == atReturn:
		return false, formError("there is a return before it")
	case c == '\r' && f.blank:
		f.at = atReturn
		return true, nil
	}
	f.at, f.outline, f.size = atRequest, outline{}, 0 // another empty line is a bad first line
	return false, nil
}

func (f *framing) bodyEnds() {
	if f.at == atChunk {
		f.at = atChunkEnd
	} else {
		f.ends()
	}
}

// takeLine follows the next line, or as much of it as is there.
func (f *framing) takeLine(p []byte) (n int, err error) {
	n = bytes.IndexByte(p, '\n')
	whole := n >= 0
	if !whole {
		n = len(p) - 1
	}
	line := p[:n+1]
	if f.size += len(line); f.size > f.most() {
		return 0, f.tooLong()
	}
	if len(f.cut) > 0 || !whole {
		f.cut = append(f.cut, line...)
		line = f.cut
	}
	if !whole {
		return n + 1, nil
	}
	f.cut = f.cut[:0]
	if err := f.judge(line); err != nil {
		return n, err
	}
	return n + 1, nil
}

func (f *framing) most() int {
	if f.at == atSize || f.at == atChunkEnd {
		return maxSizeLine
	}
	return MaxHead
}

func (f *framing) tooLong() error {
	if f.inHead() {
		return errLongRequest
	}
	return errLongLine
}

// judge judges a line with its end, and goes on to what comes after it.
func (f *framing) judge(line []byte) (err error) {
	if len(line) < 2 || line[len(line)-2] != '\r' {
		return formError("a line does not end with a return and a line feed")
	}
	if line = line[:len(line)-2]; bytes.IndexByte(line, '\r') >= 0 {
		return formError("there is a return within a line")
	}
	switch {
	case f.at == atRequest:
		f.at = atFields
		return f.line(line)
	case f.at == atFields && len(line) > 0:
		return f.field(line, false)
	case f.at == atFields:
		return f.headEnds()
	case f.at == atTrailer && len(line) > 0:
		return f.field(line, true)
	case f.at == atTrailer:
		f.ends()
	case f.at == atChunkEnd && len(line) > 0:
		return formError("a chunk is longer than its size")
	case f.at == atChunkEnd:
		f.at, f.size = atSize, 0
	case f.at == atSize:
		f.at, f.size = atChunk, 0
		if f.left, err = chunkSize(line); f.left == 0 {
			f.at = atTrailer
		}
	}
	return err
}

func (f *framing) headEnds() error {
	if err := f.end(); err != nil {
		return err
	}
	f.cut = nil
	switch f.left = f.length; {
	case f.last:
		f.at = atNothing
	case f.chunked:
		f.at, f.size = atSize, 0
	case f.left > 0:
		f.at = atBody
	default:
		f.ends()
	}
	return nil
}

// ends ends a request.
func (f *framing) ends() { f.at, f.blank = atStart, f.post }

// inHead reports whether a head has begun, and not ended.
func (f *framing) inHead() bool { return f.at == atReturn || f.at == atRequest || f.at == atFields }
