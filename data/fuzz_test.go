package data

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"seismark/quake"
)

// fuzzImport holds for an importer, whatever comes: it does not panic, its report adds up, what it keeps
// is a quake as it should be, and comes back the same from the format it is exported in.
func fuzzImport(f *testing.F, format string) {
	for _, s := range samples() {
		if s.format == format {
			f.Add([]byte(s.text))
		}
	}
	for _, b := range badRecords() {
		if b.format == format && len(b.record) < 1000 {
			f.Add([]byte(b.before + b.record + b.after))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		quakes, report, err := Import(t.Context(), bytes.NewReader(text), Options{Format: format, SkipBad: true, All: true, MaxBytes: 1 << 20})
		if err != nil {
			return
		}
		if report.Kept != len(quakes) || report.Read != report.Kept+report.NotEarthquakes+report.NoMagnitude+report.Bad {
			t.Errorf("%d quakes, report %+v", len(quakes), report)
		}
		for _, q := range quakes {
			if err := check(q); err != nil {
				t.Fatal(err)
			}
		}
		comesBack(t, format, quakes)
	})
}

func comesBack(t *testing.T, format string, quakes []quake.Quake) {
	t.Helper()
	var file bytes.Buffer
	if err := Export(&file, format, slices.Values(quakes), ""); err != nil {
		t.Fatal(err)
	}
	again, _, err := Import(t.Context(), &file, Options{Format: format})
	if len(quakes) == 0 && format == "original" {
		return // an empty file
	}
	if err != nil || !slices.Equal(again, quakes) {
		t.Errorf("%v\n got %+v\nwant %+v", err, again, quakes)
	}
}

func FuzzImportOriginal(f *testing.F) { fuzzImport(f, "original") }
func FuzzImportUSGS(f *testing.F)     { fuzzImport(f, "usgs") }
func FuzzImportFDSN(f *testing.F)     { fuzzImport(f, "fdsn") }
func FuzzImportQuakeML(f *testing.F)  { fuzzImport(f, "quakeml") }

// FuzzImportAny lets the content choose its format, and the packing.
func FuzzImportAny(f *testing.F) {
	for _, s := range samples() {
		f.Add([]byte(gzipped(s.text)))
	}
	f.Add([]byte("<html>"))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, report, err := Import(t.Context(), bytes.NewReader(text), Options{MaxBytes: 1 << 20})
		if err == nil && report.Format == "" {
			t.Error("no format")
		}
		if err != nil && !strings.HasPrefix(err.Error(), "data: ") {
			t.Errorf("error %v", err)
		}
	})
}

// FuzzDecode works on columns, so that neither checksum nor compression keeps it out.
func FuzzDecode(f *testing.F) {
	f.Add(uint16(1), handColumns())
	if columns, err := appendColumns(nil, tricky(), "author"); err == nil {
		f.Add(uint16(len(tricky())), columns)
	}
	f.Fuzz(func(t *testing.T, count uint16, columns []byte) {
		quakes, author, err := Decode(bytes.NewReader(compactFile(int(count), len(columns), columns)))
		if err != nil {
			return
		}
		var file bytes.Buffer
		if err := Encode(&file, quakes, author); err != nil {
			t.Fatal(err)
		}
		again, sameAuthor, err := Decode(&file)
		if err != nil || sameAuthor != author || !slices.Equal(again, quakes) {
			t.Errorf("%v\n got %+v\nwant %+v", err, again, quakes)
		}
	})
}

// FuzzDecodeFile works on whole files.
func FuzzDecodeFile(f *testing.F) {
	columns := handColumns()
	f.Add(compactFile(1, len(columns), columns))
	f.Fuzz(func(t *testing.T, file []byte) { Decode(bytes.NewReader(file)) })
}

// FuzzImportQuakeMLEvent stays within sound documents.
func FuzzImportQuakeMLEvent(f *testing.F) {
	f.Add(goodEvent)
	for _, b := range badRecords() {
		if b.format == "quakeml" {
			f.Add(b.record)
		}
	}
	f.Fuzz(func(t *testing.T, record string) {
		text := quakemlStart + goodEvent + record + quakemlEnd
		quakes, _, err := Import(t.Context(), strings.NewReader(text), Options{SkipBad: true, All: true})
		if err != nil {
			return
		}
		if len(quakes) == 0 {
			t.Error("the event before is lost")
		}
		comesBack(t, "quakeml", quakes)
	})
}
