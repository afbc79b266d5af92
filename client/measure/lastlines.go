package measure

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// lastLines keeps the end of a process's error output, and what tells of a lack of heap.
type lastLines struct {
	heap *regexp.Regexp

	mu       sync.Mutex
	lines    []string // in short
	exceeded string   // the line that matched heap
	whole    []byte   // all of the output, or its end
	said     int      // octets of the output
}

// maxLastLines, maxLastLine and maxWhole bound what is kept.
const (
	maxLastLines = 5
	maxLastLine  = 300
	maxWhole     = 64 << 10
)

// frame is a line of a stack trace of Java or JavaScript: what went wrong stands before them.
var frame = regexp.MustCompile(`^\s+(at .*|\.\.\. \d+ more)$`)

func (l *lastLines) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keep(line)
	line = shortened(line)
	l.match(line)
	if frame.MatchString(line) {
		return
	}
	if len(l.lines) == maxLastLines {
		l.lines = append(l.lines[:0], l.lines[1:]...)
	}
	l.lines = append(l.lines, line)
}

// look sees whether a line that is not kept tells of a lack of heap.
func (l *lastLines) look(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.match(shortened(line))
}

func (l *lastLines) match(line string) {
	if l.heap != nil && l.heap.MatchString(line) {
		l.exceeded = line
	}
}

func shortened(line string) string {
	if len(line) > maxLastLine {
		return line[:maxLastLine] + "..."
	}
	return line
}

// keep adds a line to the whole. Twice of what is asked for is kept, lest every line moves it.
func (l *lastLines) keep(line string) {
	l.whole = append(append(l.whole, line...), '\n')
	l.said += len(line) + 1
	if over := len(l.whole) - maxWhole; over > maxWhole {
		l.whole = append(l.whole[:0], l.whole[over:]...)
	}
}

// length is how many octets were said up to now.
func (l *lastLines) length() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said
}

// since is what was said from an octet on, no more than its end.
func (l *lastLines) since(octet int) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(l.said-octet, len(l.whole), maxWhole)
	return slices.Clone(l.whole[len(l.whole)-n:])
}

// text is what was kept, as one line.
func (l *lastLines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, " | ")
}

// exceededHeap is the line that told of a lack of heap, "" for none.
func (l *lastLines) exceededHeap() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.exceeded
}
