package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"seismark/quake"
)

// original is the format of the comparison of 2009: a quake a line, ten fields with blanks between,
//
//	2003-08-31 23:07:59 837 3.534 97.0627 33.1 3.4 Ml 706 46
//
// which are date, time, milliseconds, latitude, longitude, depth, magnitude, method, region and area.
// The region is kept as it stands; an area that is not the region's gives way to the one that is.
func original() Format {
	return Format{
		Name:  "original",
		Title: "lines of the original comparison",
		looks: looksOriginal,
		read:  readOriginal,
		write: writeOriginal,
	}
}

func looksOriginal(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	fields := bytes.Fields(first)
	if len(fields) < 3 {
		return false
	}
	_, err := time.Parse(time.DateOnly, string(fields[0]))
	return err == nil
}

func readOriginal(r io.Reader, _ *Report) iter.Seq2[event, error] {
	return eachLine(r, originalQuake)
}

func originalQuake(l line) (event, error) {
	f := strings.Fields(l.text)
	if len(f) != 10 {
		return event{}, l.fault(fmt.Sprintf("has %d fields, want 10: date, time, millis, latitude, longitude, depth, magnitude, method, region, area", len(f)))
	}
	cell := func(field, value string) cell { return cell{l.number, field, value} }
	var r row
	var q quake.Quake
	q.Time, _ = r.instant(cell("date and time", f[0]+" "+f[1]))
	q.Millis = int32(r.integer(cell("millis", f[2]), 0, 999))
	q.Latitude = r.latitude(cell("latitude", f[3]))
	q.Longitude = r.longitude(cell("longitude", f[4]))
	q.Depth = r.depth(cell("depth", f[5]))
	q.Magnitude = r.magnitude(cell("magnitude", f[6]))
	q.Method = r.method(cell("method", f[7]))
	q.Region = uint16(r.integer(cell("region", f[8]), 1, quake.Regions))
	q.Area = quake.AreaOf(q.Region)
	area := r.integer(cell("area", f[9]), 1, quake.Areas)
	return r.result(event{quake: q, otherArea: area != int(q.Area)})
}

func writeOriginal(w *bufio.Writer, quakes iter.Seq[quake.Quake], _ string) error {
	var line []byte
	for q := range quakes {
		line = q.AppendLine(line[:0])
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}
