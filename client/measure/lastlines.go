package measure

import (
	"regexp"
	"strings"
	"sync"
)

// lastLines keeps the end of a process's error output, and what tells of a lack of heap.
type lastLines struct {
	heap *regexp.Regexp

	mu       sync.Mutex
	lines    []string
	exceeded string // the line that matched heap
}

// maxLastLines and maxLastLine bound what is kept.
const (
	maxLastLines = 5
	maxLastLine  = 300
)

// frame is a line of a stack trace of Java or JavaScript: what went wrong stands before them.
var frame = regexp.MustCompile(`^\s+(at .*|\.\.\. \d+ more)$`)

func (l *lastLines) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
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
