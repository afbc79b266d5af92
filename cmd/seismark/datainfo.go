package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seismark/client/measure"
	"seismark/quake"
)

type infoOptions struct {
	Catalogue string
	JSON      bool
}

func newDataInfo(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "info",
		Short: "Tell what is in a catalogue",
		Example: `  seismark data info
  seismark data info --catalogue quakes.csv --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o infoOptions
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			store, name, err := catalogue(cmd.Context(), o.Catalogue)
			if err != nil {
				return err
			}
			i := infoOf(store)
			i.Catalogue, i.Builtin = name, o.Catalogue == ""
			if o.JSON {
				return i.encode(cmd.OutOrStdout())
			}
			return i.tell(cmd.OutOrStdout())
		},
	}
	catalogueFlag(cmd.Flags())
	cmd.Flags().Bool("json", false, "as JSON, with all areas")
	return cmd
}

// info is what is in a catalogue.
type info struct {
	Catalogue  string         `json:"catalogue"`
	Builtin    bool           `json:"builtin"`
	Quakes     int            `json:"quakes"`
	First      time.Time      `json:"first"`
	Last       time.Time      `json:"last"`
	Digest     string         `json:"sha256"`
	Areas      []areaInfo     `json:"areas"`
	Regions    int            `json:"regions"` // that have quakes
	Magnitudes []bandInfo     `json:"magnitudes"`
	Depths     []bandInfo     `json:"depths"`
	Methods    map[string]int `json:"methods"`
	Sequences  []seqInfo      `json:"sequences"`
}

type areaInfo struct {
	Area   uint8  `json:"area"`
	Name   string `json:"name"`
	Quakes int    `json:"quakes"`
}

// bandInfo counts the quakes of a band of magnitudes or depths.
type bandInfo struct {
	Band   string `json:"band"`
	Quakes int    `json:"quakes"`
}

// seqInfo is what the queries of a sequence match.
type seqInfo struct {
	Sequence string  `json:"sequence"`
	Calls    int     `json:"calls"`
	Fraction float64 `json:"fraction"`
	Quakes   int     `json:"quakes"`
}

func infoOf(store *quake.Store) info {
	i := info{Quakes: store.Len(), Digest: store.Digest(), Methods: map[string]int{}}
	i.First, i.Last = store.Span()
	areas, regions := map[uint8]int{}, map[uint16]bool{}
	magnitudes, depths := map[int]int{}, map[int]int{}
	for q := range store.All() {
		areas[q.Area]++
		regions[q.Region] = true
		magnitudes[int(math.Floor(float64(q.Magnitude)))]++
		depths[slices.IndexFunc(depthBands, func(b depthBand) bool { return q.Depth < b.below })]++
		i.Methods[q.Method]++
	}
	i.Regions = len(regions)
	for area, n := range areas {
		i.Areas = append(i.Areas, areaInfo{area, quake.AreaName(area), n})
	}
	slices.SortFunc(i.Areas, func(a, b areaInfo) int { return cmp.Or(b.Quakes-a.Quakes, int(a.Area)-int(b.Area)) })
	for _, m := range slices.Sorted(maps.Keys(magnitudes)) {
		i.Magnitudes = append(i.Magnitudes, bandInfo{fmt.Sprintf("%d to %d", m, m+1), magnitudes[m]})
	}
	for d, band := range depthBands {
		i.Depths = append(i.Depths, bandInfo{band.name, depths[d]})
	}
	for _, s := range measure.Sequences() {
		on := s.On(store)
		i.Sequences = append(i.Sequences, seqInfo{s.Name, s.Calls, s.Fraction, on.Want})
	}
	return i
}

type depthBand struct {
	name  string
	below float32 // km
}

// depthBands are those of the usual division into shallow, intermediate and deep.
var depthBands = []depthBand{{"under 70 km", 70}, {"70 to 300 km", 300}, {"over 300 km", math.MaxFloat32}}

func (i info) encode(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(i)
}

// shownAreas is how many areas are told, the busiest first.
const shownAreas = 10

func (i info) tell(w io.Writer) error {
	var b strings.Builder
	row(&b, "catalogue", "%s", i.Catalogue)
	row(&b, "quakes", "%s", counted(i.Quakes))
	row(&b, "first", "%s", i.First.Format(time.RFC3339))
	row(&b, "last", "%s", i.Last.Format(time.RFC3339))
	row(&b, "sha-256", "%s", i.Digest)
	for n, s := range i.Sequences {
		row(&b, label("sequences", n), "%s: %s calls match %s quakes (fraction %v)", s.Sequence, counted(s.Calls), counted(s.Quakes), s.Fraction)
	}
	bands(&b, "magnitude", i.Quakes, i.Magnitudes)
	bands(&b, "depth", i.Quakes, i.Depths)
	var methods []bandInfo
	for _, m := range slices.Sorted(maps.Keys(i.Methods)) {
		methods = append(methods, bandInfo{m, i.Methods[m]})
	}
	bands(&b, "method", i.Quakes, methods)
	var areas []bandInfo
	for _, a := range i.Areas[:min(shownAreas, len(i.Areas))] {
		areas = append(areas, bandInfo{a.Name, a.Quakes})
	}
	bands(&b, "area", i.Quakes, areas)
	fmt.Fprintf(&b, "\n%d of %d areas and %d of %d regions have quakes.\n", len(i.Areas), quake.Areas, i.Regions, quake.Regions)
	_, err := io.WriteString(w, b.String())
	return err
}

// bands writes a count and its share for each band.
func bands(b *strings.Builder, label string, of int, list []bandInfo) {
	fmt.Fprintf(b, "\n%-44s %10s %8s\n", label, "quakes", "share")
	for _, band := range list {
		share := 100 * float64(band.Quakes) / float64(max(of, 1))
		fmt.Fprintf(b, "%-44s %10s %7.1f%%\n", printable(band.Band), counted(band.Quakes), share)
	}
}
