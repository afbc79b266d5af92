package measure

import (
	"regexp"
	"strings"
	"sync"
)

// lastLines keeps the end of a process's error output.
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

func (l *lastLines) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(line) > maxLastLine {
		line = line[:maxLastLine] + "..."
	}
	if l.heap != nil && l.heap.MatchString(line) {
		l.exceeded = line
	}
	if len(l.lines) == maxLastLines {
		l.lines = append(l.lines[:0], l.lines[1:]...)
	}
	l.lines = append(l.lines, line)
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
