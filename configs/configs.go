// Package configs holds the configuration that is built in: the files of our stacks, and a commented
// seismark.yaml that says the defaults.
package configs

import (
	"embed"
	"io/fs"
)

//go:embed seismark.yaml stacks/*.yaml
var files embed.FS

// Stacks are the files of our own stacks, one a stack.
func Stacks() fs.FS {
	stacks, err := fs.Sub(files, "stacks")
	if err != nil {
		panic(err) // the name is a valid path
	}
	return stacks
}

// Seismark is the commented seismark.yaml.
func Seismark() []byte {
	text, err := files.ReadFile("seismark.yaml")
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}
