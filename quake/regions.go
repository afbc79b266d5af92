package quake

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

const (
	Areas   = 50  // number of seismic areas
	Regions = 757 // number of geographic regions: 729 of the scheme of 1974, 28 of the revision
)

// The regionalization as published by the USGS/NEIC, in the public domain. The first line of each file says
// what it is.
var (
	//go:embed flinnengdahl/areas.txt
	areasText string
	//go:embed flinnengdahl/regions.txt
	regionsText string
	//go:embed flinnengdahl/grid.txt
	gridText string
)

// atlas is the regionalization, by number. Number 0 is no area and no region.
type atlas struct {
	areaName   [Areas + 1]string
	regionName [Regions + 1]string
	areaOf     [Regions + 1]uint8
	grid       [180][360]uint16 // by degree from 90S, and from 180W
}

var theAtlas = sync.OnceValue(func() *atlas {
	var a atlas
	for i, line := range lines(areasText) {
		a.areaName[i+1] = line
	}
	for i, line := range lines(regionsText) {
		area, name, _ := strings.Cut(line, " ")
		a.areaOf[i+1] = uint8(number(area))
		a.regionName[i+1] = name
	}
	for i, line := range lines(gridText) {
		cells := a.grid[i][:0]
		for run := range strings.FieldsSeq(line) {
			region, count, repeated := strings.Cut(run, "*")
			if !repeated {
				count = "1"
			}
			for range number(count) {
				cells = append(cells, uint16(number(region)))
			}
		}
	}
	return &a
})

// lines are those after the first.
func lines(text string) []string {
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")[1:]
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("quake: the embedded regionalization is damaged: " + err.Error())
	}
	return n
}

// RegionAt is the geographic region of a place, 0 where there is no such place. The cells of the scheme are
// of one degree; a place on an edge belongs to the cell away from the equator or the prime meridian, as its
// degrees are cut toward zero. 180W is taken as 180E, and longitudes up to 540 either way go round the globe.
func RegionAt(lat, lon float32) uint16 {
	x, y := float64(lon), float64(lat)
	if x <= -180 {
		x += 360
	}
	if x > 180 {
		x -= 360
	}
	if !(math.Abs(x) <= 180 && math.Abs(y) <= 90) {
		return 0
	}
	return theAtlas().grid[cell(y, 90)][cell(x, 180)]
}

// cell is the index of a degree counted from -limit; the limit itself belongs to the last cell.
func cell(degrees float64, limit int) int {
	if degrees >= 0 {
		return limit + min(int(degrees), limit-1)
	}
	return limit - 1 - min(int(-degrees), limit-1)
}

// AreaOf is the seismic area of a geographic region, 0 where there is no such region.
func AreaOf(region uint16) uint8 {
	if region > Regions {
		return 0
	}
	return theAtlas().areaOf[region]
}

// RegionName is the name of a geographic region as published, in capitals; empty where there is none.
func RegionName(region uint16) string {
	if region > Regions {
		return ""
	}
	return theAtlas().regionName[region]
}

// AreaName is the name of a seismic area; empty where there is none.
func AreaName(area uint8) string {
	if area > Areas {
		return ""
	}
	return theAtlas().areaName[area]
}
