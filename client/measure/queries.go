package measure

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"seismark/quake"
)

// ReadQueries reads a file of queries, as {queries} is one, and gives the sum of its matches with them.
func ReadQueries(r io.Reader) (queries []quake.Query, matches int, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		q, n, err := parseQuery(lines.Text())
		if err != nil {
			return nil, 0, fmt.Errorf("measure: queries: line %d: %w", len(queries)+1, err)
		}
		if n > math.MaxInt-matches {
			return nil, 0, fmt.Errorf("measure: queries: line %d: more matches than can be counted", len(queries)+1)
		}
		queries, matches = append(queries, q), matches+n
	}
	if err := lines.Err(); err != nil {
		return nil, 0, fmt.Errorf("measure: queries: after line %d: %w", len(queries), err)
	}
	if len(queries) == 0 {
		return nil, 0, fmt.Errorf("measure: queries: there are none")
	}
	return queries, matches, nil
}

// queryFields are those of a line.
const queryFields = "minDate maxDate minLong maxLong minLat maxLat matches"

// parseQuery reads a line that writeQueries wrote.
func parseQuery(line string) (q quake.Query, matches int, err error) {
	fields, names := strings.Fields(line), strings.Fields(queryFields)
	if len(fields) != len(names) {
		return q, 0, fmt.Errorf("%d fields: write %s", len(fields), queryFields)
	}
	for i, at := range []*time.Time{&q.MinDate, &q.MaxDate} {
		if *at, err = time.Parse(queryDate, fields[i]); err != nil {
			return q, 0, fmt.Errorf("%s %q: write it as %s", names[i], fields[i], queryDate)
		}
	}
	var bounds [4]float32
	for i := range bounds {
		v, err := strconv.ParseFloat(fields[2+i], 32)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return q, 0, fmt.Errorf("%s %q: write degrees", names[2+i], fields[2+i])
		}
		bounds[i] = float32(v)
	}
	q.Longitude, q.Latitude = quake.Between(bounds[0], bounds[1]), quake.Between(bounds[2], bounds[3])
	if matches, err = strconv.Atoi(fields[6]); err != nil || matches < 0 {
		return q, 0, fmt.Errorf("%s %q: write how many quakes match", names[6], fields[6])
	}
	return q, matches, nil
}
