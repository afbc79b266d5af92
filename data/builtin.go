package data

import (
	"bytes"
	_ "embed"

	"seismark/quake"
)

// builtinFile is the truth about the built-in catalogue. A test generates it anew and compares, or
// writes it with -update.
//
//go:generate go test -run ^TestBuiltinIsGenerated$ -update
//go:embed builtin.seismark
var builtinFile []byte

// Builtin loads the catalogue that is measured with, which Description describes.
func Builtin() *quake.Store {
	quakes, _, err := Decode(bytes.NewReader(builtinFile))
	if err != nil {
		panic("data: the built-in catalogue: " + err.Error())
	}
	return quake.NewStore(quakes)
}
