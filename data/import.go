package data

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"seismark/quake"
)

// Options of Import. The zero value tells the format from the content, stops at the first bad record,
// and keeps earthquakes only.
type Options struct {
	Source  string // what errors call the input
	Format  string // name of a format; empty: told from the content
	SkipBad bool   // count bad records instead of stopping
	All     bool   // keep what is no earthquake too, and what has no magnitude, with 0 for it

	MaxBytes  int64 // of the input, after inflation; 0 means 4 GiB
	MaxQuakes int   // to be kept; 0 means 5,000,000
}

const (
	defaultMaxBytes  = 4 << 30
	defaultMaxQuakes = mostQuakes
	keptErrors       = 10
)

// Report says what became of the records: Read is the sum of Kept, NotEarthquakes, NoMagnitude and Bad.
type Report struct {
	Format string // name
	Author string // of a catalogue in compact form

	Read           int
	Kept           int
	NotEarthquakes int            // left out: quarry blasts, explosions, ice quakes, ...
	NoMagnitude    int            // left out
	NoDepth        int            // kept, with depth 0
	OtherArea      int            // kept, in the area of its region, where the line says another
	Bad            int            // passed over
	Errors         []*RecordError // the first of the bad records
}

// Import reads a catalogue, compressed with gzip or not, in the order in which it stands there. The
// regions of formats that have none are those of the places.
//
// What cannot be read whole gives no quakes: a *RecordError for a bad record, unless they are skipped;
// another error where the input breaks off, is in no known format, or is beyond the limits.
func Import(ctx context.Context, r io.Reader, o Options) ([]quake.Quake, Report, error) {
	o.Source = cmp.Or(o.Source, "input")
	o.MaxBytes = cmp.Or(o.MaxBytes, defaultMaxBytes)
	o.MaxQuakes = cmp.Or(o.MaxQuakes, defaultMaxQuakes)
	if o.Format != "" {
		if _, err := FormatNamed(o.Format); err != nil {
			return nil, Report{}, err
		}
	}
	i := importer{options: o, methods: make(map[string]string)}
	switch err := i.run(patient{ctx, r}).(type) {
	case nil:
		return i.quakes, i.report, nil
	case *RecordError:
		return nil, i.report, err
	default:
		return nil, i.report, fmt.Errorf("data: %s: %w", o.Source, err)
	}
}

// importer is an import under way.
type importer struct {
	options Options
	report  Report
	quakes  []quake.Quake
	methods map[string]string // one copy of each
}

func (i *importer) run(r io.Reader) error {
	content, err := open(r, i.options.MaxBytes)
	if err != nil {
		return err
	}
	format, err := i.format(content)
	if err != nil {
		return err
	}
	i.report.Format = format.Name
	for e, err := range format.read(content, &i.report) {
		if err := i.take(e, err); err != nil {
			return err
		}
	}
	return nil
}

func (i *importer) format(c *content) (Format, error) {
	if i.options.Format != "" {
		return FormatNamed(i.options.Format)
	}
	return c.detect()
}

// take counts a record and keeps what is to be kept.
func (i *importer) take(e event, err error) error {
	if bad, ok := err.(*RecordError); ok {
		return i.reject(bad)
	} else if err != nil {
		return err
	}
	i.report.Read++
	switch {
	case !e.earthquake() && !i.options.All:
		i.report.NotEarthquakes++
		return nil
	case e.noMagnitude && !i.options.All:
		i.report.NoMagnitude++
		return nil
	case len(i.quakes) >= i.options.MaxQuakes:
		return fmt.Errorf("more than %d quakes: split the catalogue, or raise the limit", i.options.MaxQuakes)
	}
	return i.keep(e)
}

func (i *importer) keep(e event) error {
	q := e.quake
	if q.Region == 0 {
		q.Region = quake.RegionAt(q.Latitude, q.Longitude)
		q.Area = quake.AreaOf(q.Region)
	}
	method, ok := i.methods[q.Method]
	if !ok {
		if len(i.methods) == mostMethods {
			return fmt.Errorf("more than %d scales of magnitude, the last %q: the columns seem to be others than the format's", mostMethods, q.Method)
		}
		method = q.Method
		i.methods[method] = method
	}
	q.Method = method
	i.quakes = append(i.quakes, q)
	i.report.Kept++
	if e.noDepth {
		i.report.NoDepth++
	}
	if e.otherArea {
		i.report.OtherArea++
	}
	return nil
}

func (i *importer) reject(bad *RecordError) error {
	bad.Source = i.options.Source
	if !i.options.SkipBad {
		return bad
	}
	i.report.Read++
	i.report.Bad++
	if len(i.report.Errors) < keptErrors {
		i.report.Errors = append(i.report.Errors, bad)
	}
	return nil
}
