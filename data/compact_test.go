package data

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"testing"

	"seismark/quake"
)

// compactFile makes a file of columns that need not be sound.
func compactFile(count, size int, columns []byte) []byte {
	b := append([]byte("seismark"), 1)
	b = binary.BigEndian.AppendUint32(b, uint32(count))
	b = binary.BigEndian.AppendUint32(b, uint32(size))
	b = binary.BigEndian.AppendUint32(b, crc32.Checksum(columns, crc32.MakeTable(crc32.Castagnoli)))
	var deflated bytes.Buffer
	w, _ := flate.NewWriter(&deflated, 9)
	w.Write(columns)
	w.Close()
	return append(b, deflated.Bytes()...)
}

// handColumns is one quake, by hand: 1970-01-01T00:00:02.003Z, latitude 3.5, longitude -4, depth 33 km, magnitude 5.1 Mb.
func handColumns() []byte {
	return slices.Concat(
		[]byte{2, 'm', 'e'},    // author
		[]byte{1, 2, 'M', 'b'}, // methods
		[]byte{1, 0, 0, 1},     // scales
		[]byte{4},              // seconds: 2
		[]byte{3},              // milliseconds
		[]byte{70},             // 3.5: 35 tenths
		[]byte{7},              // -4
		[]byte{66},             // 33
		[]byte{102},            // 5.1: 51 tenths
		[]byte{0},              // Mb
		[]byte{0},              // the region of the place
	)
}

func handQuake() quake.Quake {
	q := quake.Quake{Time: 2, Millis: 3, Latitude: 3.5, Longitude: -4, Depth: 33, Magnitude: 5.1, Method: "Mb"}
	q.Region = quake.RegionAt(3.5, -4)
	q.Area = quake.AreaOf(q.Region)
	return q
}

func TestCompactByHand(t *testing.T) {
	columns := handColumns()
	quakes, author, err := Decode(bytes.NewReader(compactFile(1, len(columns), columns)))
	if err != nil || author != "me" || !slices.Equal(quakes, []quake.Quake{handQuake()}) {
		t.Errorf("%+v, %q, %v", quakes, author, err)
	}
	got, err := appendColumns(nil, quakes, author)
	if err != nil || !bytes.Equal(got, columns) {
		t.Errorf("columns %v, want %v, %v", got, columns, err)
	}
}

// changed is the hand-made columns with one byte different.
func changed(at int, to byte) []byte {
	columns := handColumns()
	columns[at] = to
	return columns
}

func TestDecodeRefuses(t *testing.T) {
	columns := handColumns()
	sound := compactFile(1, len(columns), columns)
	damaged := slices.Clone(sound)
	damaged[18] ^= 1
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "header: EOF"},
		{"a cut header", sound[:10], "header: unexpected EOF"},
		{"something else", []byte("seismograph 1234567890"), `begins with "seismogr", not with "seismark"`},
		{"a later version", append([]byte("seismark\x02"), sound[9:]...), "version 2, only 1 is known"},
		{"a cut end", sound[:len(sound)-3], "unexpected EOF"},
		{"more at the end", append(slices.Clone(sound), 0), "more follows the columns"},
		{"a wrong checksum", damaged, "checksum"},
		{"more bytes than said", compactFile(1, len(columns)-1, columns), "columns do not have the 18 bytes"},
		{"less bytes than said", compactFile(1, len(columns)+1, columns), "columns do not have the 20 bytes"},
		{"many quakes in few bytes", compactFile(1000, len(columns), columns), "1000 quakes in 19 bytes cannot be"},
		{"a huge claim", compactFile(math.MaxUint32, math.MaxUint32, columns), "4294967295 quakes in 4294967295 bytes cannot be"},
		{"one quake too many", compactFile(2, len(columns), columns), "columns end within a number"},
		{"one quake too few", compactFile(0, len(columns), columns), "8 bytes follow the last column"},
		{"a long author", compactFile(1, len(columns), changed(0, 120)), "columns end within a text"},
		{"an unknown scale", compactFile(1, len(columns), changed(7, 9)), "unknown scale 9"},
		{"a number without end", compactFile(1, len(columns), changed(18, 0xff)), "columns end within a number"},
		{"an unknown method", compactFile(1, len(columns), changed(17, 1)), "quake 1 has method 1 of 1"},
		{"a bad method", compactFile(1, len(columns), changed(6, '<')), `quake 1: method "M<"`},
		{"a place off the globe", compactFile(1, len(columns)+1, slices.Insert(changed(13, 0xa6), 14, 14)), "quake 1: latitude 91.5"},
		{"no region", compactFile(1, len(columns)+1, slices.Insert(changed(18, 0xff), 19, 0x7f)), "quake 1: region"},
	} {
		quakes, _, err := Decode(bytes.NewReader(c.file))
		if !errors.Is(err, ErrCompact) || !strings.Contains(err.Error(), c.want) || quakes != nil {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}

func TestEveryDamagedByteIsNoticed(t *testing.T) {
	columns := handColumns()
	sound := compactFile(1, len(columns), columns)
	for i := range sound {
		for bit := range 8 {
			damaged := slices.Clone(sound)
			damaged[i] ^= 1 << bit
			quakes, author, err := Decode(bytes.NewReader(damaged))
			if err == nil && (author != "me" || !slices.Equal(quakes, []quake.Quake{handQuake()})) {
				t.Errorf("bit %d of byte %d: read as %+v", bit, i, quakes)
			}
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	spoil := func(f func(*quake.Quake)) []quake.Quake {
		q := handQuake()
		f(&q)
		return []quake.Quake{handQuake(), q}
	}
	for want, quakes := range map[string][]quake.Quake{
		"quake 2: latitude NaN":             spoil(func(q *quake.Quake) { q.Latitude = float32(math.NaN()) }),
		"quake 2: longitude 181":            spoil(func(q *quake.Quake) { q.Longitude = 181 }),
		"quake 2: depth +Inf":               spoil(func(q *quake.Quake) { q.Depth = float32(math.Inf(1)) }),
		"quake 2: magnitude 13":             spoil(func(q *quake.Quake) { q.Magnitude = 13 }),
		"quake 2: millis 1000":              spoil(func(q *quake.Quake) { q.Millis = 1000 }),
		"quake 2: time 253402300800":        spoil(func(q *quake.Quake) { q.Time = at(9999, 12, 31, 23, 59, 59) + 1 }),
		`quake 2: method ""`:                spoil(func(q *quake.Quake) { q.Method = "" }),
		"quake 2: region 0":                 spoil(func(q *quake.Quake) { q.Region, q.Area = 0, 0 }),
		"quake 2: area 2 is not that of re": spoil(func(q *quake.Quake) { q.Region, q.Area = 1, 2 }),
	} {
		if err := Encode(&bytes.Buffer{}, quakes, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// A column that decimals do not give back goes in raw bits, and comes back bit for bit.
func TestScales(t *testing.T) {
	for _, c := range []struct {
		value float32
		want  scale
	}{
		{3, 0}, {-3, 0}, {0, 0}, {3.5, 1}, {-0.1, 1}, {97.0627, 4}, {-179.99999, 5}, {38.8276672, rawBits},
		{float32(math.Copysign(0, -1)), rawBits}, {math.SmallestNonzeroFloat32, rawBits},
	} {
		quakes := []quake.Quake{{Depth: c.value}}
		if got := scaleOf(quakes, 2); got != c.want {
			t.Errorf("%v: scale %d, want %d", c.value, got, c.want)
		}
		if back := c.want.decode(c.want.encode(c.value)); math.Float32bits(back) != math.Float32bits(c.value) {
			t.Errorf("%v comes back as %v", c.value, back)
		}
	}
}
