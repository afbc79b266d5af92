package dom

import (
	"os"
	"path/filepath"
	"testing"

	"seismark/wssec"
	"seismark/wssec/enginetest"
)

func maker(c wssec.Config) (wssec.Engine, error) { return New(c) }

func TestEngine(t *testing.T) { enginetest.Run(t, maker) }

func FuzzOpen(f *testing.F) {
	files, _ := filepath.Glob("../../../shared/samples/*.xml")
	for _, file := range files {
		if message, err := os.ReadFile(file); err == nil {
			f.Add(byte(0), message)
		}
	}
	enginetest.Fuzz(f, enginetest.Named{Name: "dom", Make: maker})
}
