package measure

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"seismark/quake"
)

// handouts are files of what is measured, for stacks that cannot make it themselves. They are written once a
// run, those alone that some command asks for, into a folder that goes with the run.
//
//	{quakes}   the catalogue in order of time, a quake a line as Quake.AppendLine writes it
//	{regions}  its names: "* AREA NAME" for every area, then "REGION AREA NAME" for every region
//	{queries}  a sequence, a query a line: minDate maxDate minLong maxLong minLat maxLat matches
type handouts struct {
	quakes, regions string            // paths
	queries         map[string]string // by the sequence's name
}

// withHandouts is a copy of the plan whose files are written. They are to be removed by what it returns.
func (p *Plan) withHandouts() (plan *Plan, remove func(), err error) {
	dir, err := os.MkdirTemp("", "seismark-")
	if err != nil {
		return nil, nil, fmt.Errorf("measure: files for the stacks: %w", err)
	}
	remove = func() { os.RemoveAll(dir) }
	copied := *p
	if copied.handouts, err = p.handOut(dir); err != nil {
		remove()
		return nil, nil, fmt.Errorf("measure: files for the stacks: %w", err)
	}
	return &copied, remove, nil
}

// handOut writes what the stacks of a plan ask for into a folder.
func (p *Plan) handOut(dir string) (*handouts, error) {
	h := &handouts{filepath.Join(dir, "quakes.txt"), filepath.Join(dir, "regions.txt"), map[string]string{}}
	files := []handout{
		{"quakes", h.quakes, func(w io.Writer) error { return writeQuakes(w, p.Store) }},
		{"regions", h.regions, writeRegions},
	}
	for _, s := range p.Sequences {
		h.queries[s.Name] = filepath.Join(dir, "queries-"+s.Name+".txt")
		files = append(files, handout{"queries", h.queries[s.Name], func(w io.Writer) error { return writeQueries(w, p.Store, s.Queries()) }})
	}
	for _, f := range files {
		if !p.asks(f.word) {
			continue
		}
		if err := writeFile(f.path, f.write); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// handout is one of the files.
type handout struct {
	word, path string
	write      func(io.Writer) error
}

// asks reports whether a command of a stack has a placeholder.
func (p *Plan) asks(word string) bool {
	return slices.ContainsFunc(p.Stacks, func(s Stack) bool { return s.Server.Command.uses(word) || s.Client.Command.uses(word) })
}

func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 64<<10)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

func writeQuakes(w io.Writer, store *quake.Store) error {
	var line []byte
	for q := range store.All() {
		line = q.AppendLine(line[:0])
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

func writeRegions(w io.Writer) error {
	for area := range uint8(quake.Areas) {
		if _, err := fmt.Fprintf(w, "* %d %s\n", area+1, quake.AreaName(area+1)); err != nil {
			return err
		}
	}
	for i := range uint16(quake.Regions) {
		region := i + 1
		if _, err := fmt.Fprintf(w, "%d %d %s\n", region, quake.AreaOf(region), quake.RegionName(region)); err != nil {
			return err
		}
	}
	return nil
}

// queryDate is how the dates of a query are written.
const queryDate = "2006-01-02T15:04:05.000Z"

func writeQueries(w io.Writer, store *quake.Store, queries []quake.Query) error {
	var found quake.Matches
	for _, q := range queries {
		store.Match(q, &found)
		_, err := fmt.Fprintf(w, "%s %s %s %s %s %s %d\n", q.MinDate.UTC().Format(queryDate), q.MaxDate.UTC().Format(queryDate),
			shortest(q.Longitude.Min), shortest(q.Longitude.Max), shortest(q.Latitude.Min), shortest(q.Latitude.Max), found.Count())
		if err != nil {
			return err
		}
	}
	return nil
}

// shortest is the shortest text that reads back as the same 32 bits.
func shortest(v float32) string { return strconv.FormatFloat(float64(v), 'f', -1, 32) }
