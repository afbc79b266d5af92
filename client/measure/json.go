package measure

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"seismark/floor"
)

// document is a JSON file of results. What it says besides the runs follows from them.
type document struct {
	Runs      []runRecord `json:"runs"`
	Summaries []Summary   `json:"summaries"`
}

type runRecord struct {
	Conditions conditionsOf  `json:"conditions"`
	Passes     []passRecord  `json:"passes"`
	Lost       []Lost        `json:"lost"`
	Weaknesses []Weakness    `json:"weaknesses,omitempty"`
	Heaps      []Heap        `json:"heaps"`
	Peaks      []Peak        `json:"peaks"`
	Floors     []floor.Floor `json:"floors"`

	Interrupted string `json:"interrupted,omitempty"`
	Notes       []Note `json:"notes,omitempty"`
}

// conditionsOf are those of a run. Without the processes of stacks it has no conditions of them.
type conditionsOf struct {
	Conditions
	onlyFloors bool
}

// UnmarshalJSON takes a load that is not told for unknown: before there was one of others, files had that of all.
func (c *conditionsOf) UnmarshalJSON(b []byte) error {
	c.Conditions.Load = -1
	return json.Unmarshal(b, &c.Conditions)
}

// MarshalJSON leaves out what a run of floors does not have.
func (c conditionsOf) MarshalJSON() ([]byte, error) {
	if !c.onlyFloors {
		return json.Marshal(c.Conditions)
	}
	type left *struct{} // hides a field of its name
	return json.Marshal(struct {
		Conditions
		Versions   left `json:"versions,omitempty"`
		ServerHeap left `json:"server_heap_bytes,omitempty"`
		ClientHeap left `json:"client_heap_bytes,omitempty"`
		Order      left `json:"order,omitempty"`
		Placement  left `json:"placement,omitempty"`
		Transport  left `json:"transport,omitempty"`
	}{Conditions: c.Conditions})
}

type passRecord struct {
	Cell
	Reading
}

// WriteJSON writes runs whole, and their summaries.
func WriteJSON(w io.Writer, runs []Run, list []Summary) error {
	d := document{Summaries: list}
	for _, r := range runs {
		record := runRecord{conditionsOf{r.Conditions, r.onlyFloors()}, []passRecord{}, r.Losses, r.Weaknesses, r.Heaps, r.Peaks, r.Floors, r.Interrupted, r.Notes}
		for _, p := range r.Passes {
			record.Passes = append(record.Passes, passRecord{p.cell, p.r})
		}
		d.Runs = append(d.Runs, record)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(d)
}

// ReadJSON reads the runs of a file that WriteJSON wrote; name is the file's, for errors.
func ReadJSON(r io.Reader, name string) ([]Run, error) {
	var d document
	decoder := json.NewDecoder(r)
	switch err := decoder.Decode(&d); {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("measure: %s: the file is cut: its JSON has no end", name)
	case err != nil:
		return nil, fmt.Errorf("measure: %s: %w", name, err)
	case decoder.More():
		return nil, fmt.Errorf("measure: %s: something follows the JSON: give every file for itself", name)
	}
	var runs []Run
	for i, record := range d.Runs {
		run, err := record.run()
		if err != nil {
			return nil, fmt.Errorf("measure: %s: run %d: %w", name, i+1, err)
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// run checks what a file claims as the text reader does.
func (r *runRecord) run() (Run, error) {
	run := Run{Conditions: r.Conditions.Conditions, Losses: r.Lost, Weaknesses: r.Weaknesses, Heaps: r.Heaps, Peaks: r.Peaks, Floors: r.Floors, Interrupted: r.Interrupted, Notes: r.Notes}
	if err := r.check(); err != nil {
		return Run{}, err
	}
	for i, p := range r.Passes {
		sequence, err := r.Conditions.sequence(p.Cell.Sequence)
		if err != nil {
			return Run{}, fmt.Errorf("pass %d: %w", i+1, err)
		}
		pass, err := NewPass(p.Cell, sequence, p.Reading)
		if err != nil {
			return Run{}, fmt.Errorf("pass %d: %w", i+1, err)
		}
		run.Passes = append(run.Passes, pass)
	}
	return run, nil
}

func (r *runRecord) check() error {
	var cells []Cell
	for _, l := range r.Lost {
		if cells = append(cells, l.Cell); l.Status == OK {
			return fmt.Errorf("lost cell %s: its status is %s", l.Cell, l.Status)
		}
	}
	for _, h := range r.Heaps {
		cells = append(cells, h.Cell)
	}
	for _, p := range r.Peaks {
		cells = append(cells, p.Cell)
	}
	for _, s := range r.Conditions.Sequences {
		if _, err := parseSequence(s.text()); err != nil {
			return err
		}
	}
	if err := all(r.Weaknesses, Weakness.check); err != nil {
		return err
	}
	if err := all(r.Notes, Note.check); err != nil {
		return err
	}
	for _, f := range r.Floors {
		if err := r.Conditions.checkFloor(f); err != nil {
			return err
		}
	}
	return all(cells, Cell.check)
}
