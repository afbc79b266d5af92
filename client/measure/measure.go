// Package measure times stacks: a server process and a client process that walk a sequence of queries
// under a policy, pass after pass, with every total checked.
//
// Most want Plan.Run, which measures, and Summarize, which tells best, median and interval of what was
// measured.
//
// The terms: a Stack is what is timed, a Cell is stack, policy, suite and sequence, a Pass is one timed walk
// of a client through a sequence; the first pass of a cell is cold. Results are lines of Go benchmark text,
// one a pass; tables, CSV, JSON and Markdown are views of the same records.
//
// Refused: a pass with a wrong total (it is no pass, and no type or file can hold it), and any time of a
// stack that takes a message it must refuse.
//
// Formats: the Go benchmark data format, golang.org/design/14313-benchmark-format.
package measure
