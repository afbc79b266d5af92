package quake

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Cities looked up on a map and in the published list of regions.
func TestRegionAtKnownPlaces(t *testing.T) {
	for _, c := range []struct {
		place    string
		lat, lon float32
		region   uint16
		name     string
		area     string
	}{
		{"Tokyo", 35.68, 139.69, 230, "NEAR S. COAST OF HONSHU, JAPAN", "Japan - Kuril Islands - Kamchatka Peninsula"},
		{"San Francisco", 37.77, -122.42, 39, "CENTRAL CALIFORNIA", "Oregon, California and Nevada"},
		{"Rome", 41.90, 12.50, 390, "SOUTHERN ITALY", "Western Mediterranean Area"},
		{"Anchorage", 61.22, -149.90, 2, "SOUTHERN ALASKA", "Alaska - Aleutian Arc"},
		{"Wellington", -41.29, 174.78, 163, "COOK STRAIT, NEW ZEALAND", "New Zealand Region"},
		{"Berlin", 52.52, 13.40, 543, "GERMANY", "Northwestern Europe"},
		{"Abidjan", 5.34, -4.03, 750, "COTE D'IVOIRE", "Africa"},
		{"L'Aquila", 42.35, 13.40, 381, "CENTRAL ITALY", "Western Mediterranean Area"},
		{"Vladivostok", 43.12, 131.89, 657, "E. RUSSIA-N.E. CHINA BORDER REG.", "Eastern Asia"},
		{"the South Pole", -90, 0, 729, "ANTARCTICA", "Antarctica"},
		{"the South Pole from elsewhere", -90, 123.4, 729, "ANTARCTICA", "Antarctica"},
		{"the North Pole", 90, 0, 633, "LOMONOSOV RIDGE", "Arctic Zone"},
		{"the North Pole from elsewhere", 90, -180, 633, "LOMONOSOV RIDGE", "Arctic Zone"},
	} {
		region := RegionAt(c.lat, c.lon)
		if region != c.region || RegionName(region) != c.name || AreaName(AreaOf(region)) != c.area {
			t.Errorf("%s: region %d, %s, in %s; want %d, %s, in %s", c.place,
				region, RegionName(region), AreaName(AreaOf(region)), c.region, c.name, c.area)
		}
	}
}

// Edges, worked out from the rows of the grid for 0 to 1, 1S to 0 and 2S to 1S.
func TestRegionAtEdges(t *testing.T) {
	negativeZero := float32(math.Copysign(0, -1))
	for _, c := range []struct {
		lat, lon float32
		want     uint16
	}{
		{0, 0, 561}, {negativeZero, negativeZero, 561}, {0, -0.001, 561}, {-0.001, 0, 409}, {-0.001, -0.001, 409},
		{0, 8.999, 561}, {0, 9, 565}, // east: an edge belongs to the cell east of it
		{0, -8.999, 561}, {0, -9, 407}, // west: to the cell west of it
		{-0.999, 17.5, 566}, {-1, 17.5, 567}, // south: to the cell south of it
		{0, 179.999, 618}, {0, 180, 618}, {0, -180, 618}, {0, -179.999, 611}, // 180W is 180E
		{0, 180.5, 611}, {0, 351, 407}, {0, 369, 565}, {0, -180.5, 618}, {0, 540, 618}, // round the globe
		{90.001, 0, 0}, {-90.001, 0, 0}, {0, 541, 0}, {0, -541, 0},
		{float32(math.NaN()), 0, 0}, {0, float32(math.NaN()), 0},
		{0, float32(math.Inf(1)), 0}, {float32(math.Inf(-1)), 0, 0},
	} {
		if got := RegionAt(c.lat, c.lon); got != c.want {
			t.Errorf("RegionAt(%v, %v) = %d, want %d", c.lat, c.lon, got, c.want)
		}
	}
}

func TestNamesOfNothing(t *testing.T) {
	for _, region := range []uint16{0, Regions + 1, math.MaxUint16} {
		if RegionName(region) != "" || AreaOf(region) != 0 {
			t.Errorf("region %d is %q in area %d, want nothing", region, RegionName(region), AreaOf(region))
		}
	}
	for _, area := range []uint8{0, Areas + 1, math.MaxUint8} {
		if AreaName(area) != "" {
			t.Errorf("area %d is %q, want nothing", area, AreaName(area))
		}
	}
}

// Every region has a name, an area and a cell, except for the three whose cells the revision gave to others.
func TestAtlasIsWhole(t *testing.T) {
	a := theAtlas()
	cells := map[uint16]int{172: 1, 299: 1, 550: 1}
	for _, row := range a.grid {
		for _, region := range row {
			cells[region]++
		}
	}
	if cells[0] > 0 {
		t.Errorf("%d cells have no region", cells[0])
	}
	for region := uint16(1); region <= Regions; region++ {
		if RegionName(region) == "" || AreaName(AreaOf(region)) == "" || cells[region] == 0 {
			t.Errorf("region %d: name %q, area %d, %d cells", region, RegionName(region), AreaOf(region), cells[region])
		}
	}
}

// The tables are those that were published.
func TestAtlasIsThePublished(t *testing.T) {
	for _, row := range facts(t, "flinn-engdahl-areas.tsv") {
		if got := AreaName(uint8(atoi(t, row[0]))); got != row[1] {
			t.Errorf("area %s is %q, want %q", row[0], got, row[1])
		}
	}
	for _, row := range facts(t, "flinn-engdahl-regions.tsv") {
		region := uint16(atoi(t, row[0]))
		if RegionName(region) != row[2] || int(AreaOf(region)) != atoi(t, row[1]) {
			t.Errorf("region %d is %q of area %d, want %q of %s", region, RegionName(region), AreaOf(region), row[2], row[1])
		}
	}
	for _, row := range facts(t, "flinn-engdahl-grid.tsv") {
		lat, lon := float32(atoi(t, row[0]))+0.5, float32(-179.5)
		for _, run := range strings.Fields(row[1]) {
			region, count, _ := strings.Cut(run, "*")
			for range atoi(t, count) {
				if got := RegionAt(lat, lon); int(got) != atoi(t, region) {
					t.Errorf("RegionAt(%v, %v) = %d, want %s", lat, lon, got, region)
				}
				lon++
			}
		}
		if lon != 180.5 {
			t.Errorf("the row of %v ends at %v", lat, lon)
		}
	}
}

// facts reads the rows of a table beside the repository.
func facts(t *testing.T, name string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile("../../shared/facts/" + name)
	if err != nil {
		t.Skip("the tables of facts are not there: ", err)
	}
	for line := range strings.Lines(string(text)) {
		rows = append(rows, strings.Split(strings.TrimSpace(line), "\t"))
	}
	return rows[1:]
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func BenchmarkRegionAt(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		RegionAt(35.68, 139.69)
	}
}
