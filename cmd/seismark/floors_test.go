package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors is where the packages stand. A package imports from lower floors only.
var floors = map[string]int{
	"cmd/seismark":                8,
	"cmd/seismark/internal/table": 7,
	"peers/record":                7,
	"client/measure":              6,
	"server":                      5,
	"client":                      5,
	"floor":                       5,
	"wssec/engines":               4,
	"wssec/enginetest":            4,
	"wssec/dom":                   3,
	"wssec/stream":                3,
	"quake/seismic":               2,
	"wssec/c14n":                  2,
	"wssec/soap":                  2,
	"wssec/keystore":              2,
	"wssec/keyring":               2,
	"wssec/xmldsig":               2,
	"wssec/xmlenc":                2,
	"data":                        2,
	"configs":                     2,
	"leanhttp":                    1,
	"quake":                       1,
	"wssec":                       1,
	"wssec/xmltok":                1,
	"wssec/xsd":                   1,
	"wssec/openssl":               1,
}

// outside is which packages may import what is not ours, by the beginning of the import path. The
// standard library is free, but for net/http.
var outside = map[string][]string{
	"net/http":                                   {"leanhttp", "server", "client", "client/measure", "data", "cmd/seismark"},
	"github.com/beevik/etree":                    {"wssec/dom"},
	"github.com/russellhaering/goxmldsig":        {"wssec/dom"},
	"software.sslmate.com/src/go-pkcs12":         {"wssec/keystore"},
	"github.com/pavlo-v-chernykh/keystore-go/v4": {"wssec/keystore"},
	"github.com/spf13/":                          {"cmd/seismark"},
	"github.com/go-viper/mapstructure/v2":        {"cmd/seismark"},
	"github.com/schollz/progressbar/v3":          {"cmd/seismark"},
	"golang.org/x/term":                          {"cmd/seismark"},
	"github.com/olekukonko/tablewriter":          {"cmd/seismark/internal/table"},
	"go.yaml.in/yaml/v3":                         {"cmd/seismark", "client/measure", "configs"},
	"golang.org/x/perf/":                         {"client/measure"},
	"golang.org/x/sys/":                          {"cmd/seismark", "client/measure"},
	"github.com/segmentio/asm/":                  {"wssec/xsd"},
}

// TestFloors reads the imports of every source file but tests, which may look down from anywhere.
func TestFloors(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "build") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		checkFloor(t, path, filepath.ToSlash(rel))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkFloor(t *testing.T, path, rel string) {
	pkg := filepath.ToSlash(filepath.Dir(rel))
	floor, ok := floors[pkg]
	if !ok {
		t.Errorf("%s: package %s has no floor: give it one in the table of floors_test.go", rel, pkg)
		return
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Error(err)
			continue
		}
		if ours, ok := strings.CutPrefix(name, "seismark/"); ok {
			if floors[ours] >= floor {
				t.Errorf("%s (floor %d) imports %s (floor %d): only lower floors may be imported", rel, floor, ours, floors[ours])
			}
			continue
		}
		checkOutside(t, rel, pkg, name)
	}
}

func checkOutside(t *testing.T, rel, pkg, name string) {
	for prefix, allowed := range outside {
		if name != prefix && !strings.HasPrefix(name, strings.TrimSuffix(prefix, "/")+"/") {
			continue
		}
		if !slices.Contains(allowed, pkg) {
			t.Errorf("%s imports %s, which only %s may", rel, name, strings.Join(allowed, ", "))
		}
		return
	}
	if host, _, _ := strings.Cut(name, "/"); strings.Contains(host, ".") {
		t.Errorf("%s imports %s: no package is allowed to by the table of floors_test.go", rel, name)
	}
}
