package data

import (
	"bytes"
	"flag"
	"os"
	"runtime"
	"slices"
	"testing"

	"seismark/quake"
)

var update = flag.Bool("update", false, "write the built-in catalogue anew")

// The file is the truth; that the generator still makes it is held on the platform on which it was made,
// since others may fuse products and sums.
func TestBuiltinIsGenerated(t *testing.T) {
	quakes, err := Generate(BuiltinSeed, Extent{})
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		var file bytes.Buffer
		if err := Encode(&file, quakes, Author); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("builtin.seismark", file.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Skip("written: run the tests again")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the built-in catalogue was generated on amd64; here the last bits of floats may differ")
	}
	stored, author, err := Decode(bytes.NewReader(builtinFile))
	if err != nil {
		t.Fatal(err)
	}
	if author != Author {
		t.Errorf("author %q, want %q", author, Author)
	}
	if !slices.Equal(stored, quakes) {
		for i := range min(len(stored), len(quakes)) {
			if stored[i] != quakes[i] {
				t.Fatalf("quake %d is stored as %+v, generated as %+v", i, stored[i], quakes[i])
			}
		}
		t.Fatalf("%d quakes stored, %d generated", len(stored), len(quakes))
	}
}

func TestBuiltinIsAsTheOriginalWas(t *testing.T) {
	store := Builtin()
	if store.Len() != 93_424 {
		t.Errorf("%d quakes, want 93424", store.Len())
	}
	first, last := store.Span()
	if first.Format("2006-01-02T15:04:05Z") != "2000-01-01T01:19:26Z" || last.Format("2006-01-02T15:04:05Z") != "2003-08-31T23:07:59Z" {
		t.Errorf("from %s to %s", first, last)
	}
	for i, q := range slices.Collect(store.All()) {
		if (i == 0 || i == store.Len()-1) && q.Millis != 0 {
			t.Errorf("quake %d is %d ms off its second", i, q.Millis)
		}
	}
	if len(builtinFile) >= 2<<20 {
		t.Errorf("the file has %d bytes, want less than 2 MiB", len(builtinFile))
	}
}

func TestBuiltinTotals(t *testing.T) {
	store := Builtin()
	// The generator's own span must be the catalogue's, or the client would ask other queries.
	if total := Total(store, quake.Generator{Seed: QuerySeed, Fraction: SmallFraction}, SmallCalls); total != 816 {
		t.Errorf("the small sequence matches %d, want 816", total)
	}
	if total := Total(store, quake.Generator{Seed: QuerySeed, Fraction: LargeFraction}, LargeCalls); total != 176_745 {
		t.Errorf("the large sequence matches %d, want 176745", total)
	}
}

func BenchmarkBuiltin(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(builtinFile)))
	for b.Loop() {
		Builtin()
	}
}

func BenchmarkDecode(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(builtinFile)))
	for b.Loop() {
		Decode(bytes.NewReader(builtinFile))
	}
}

// BenchmarkImport reads the built-in catalogue in each format.
func BenchmarkImport(b *testing.B) {
	for _, f := range Formats() {
		var file bytes.Buffer
		if err := Export(&file, f.Name, Builtin().All(), Author); err != nil {
			b.Fatal(err)
		}
		b.Run("format="+f.Name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(file.Len()))
			for b.Loop() {
				quakes, _, err := Import(b.Context(), bytes.NewReader(file.Bytes()), Options{})
				if err != nil || len(quakes) != BuiltinQuakes {
					b.Fatal(len(quakes), err)
				}
			}
		})
	}
}
