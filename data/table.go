package data

import (
	"fmt"
	"strings"
)

// cell is a value, and where it stands.
type cell struct {
	line         int
	field, value string
}

func (c cell) blank() bool { return strings.TrimSpace(c.value) == "" }

func (c cell) fault(why string) *RecordError {
	return &RecordError{Line: c.line, Field: c.field, Value: c.value, Why: why}
}

// table is the columns of a text with a header, by lower-case name.
type table struct {
	columns map[string]int
	width   int
}

// newTable reads a header's cells; where a name comes twice the first counts.
func newTable(header []string) table {
	t := table{columns: make(map[string]int), width: len(header)}
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := t.columns[name]; !twice {
			t.columns[name] = i
		}
	}
	return t
}

// lacks names the first of the columns that the table does not have.
func (t table) lacks(columns ...string) error {
	for _, name := range columns {
		if _, ok := t.columns[strings.ToLower(name)]; !ok {
			return fmt.Errorf("column %q is missing from the header: want %s", name, strings.Join(columns, ", "))
		}
	}
	return nil
}

// record is the cells of one line below a table's header.
type record struct {
	table
	line  line
	cells []string
}

// cell finds a column's cell; a column that is not there, or not in this record, is blank.
func (r record) cell(column string) cell {
	c := cell{line: r.line.number, field: column}
	if i, ok := r.columns[strings.ToLower(column)]; ok && i < len(r.cells) {
		c.value = r.cells[i]
	}
	return c
}
