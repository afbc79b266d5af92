package engines

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seismark/wssec"
	"seismark/wssec/enginetest"
)

func maker(name string) enginetest.Maker {
	return func(c wssec.Config) (wssec.Engine, error) { return New(name, c) }
}

// TestTogether lets every engine open the messages of every other.
func TestTogether(t *testing.T) {
	for _, writer := range Names() {
		for _, reader := range Names() {
			t.Run(writer+"-"+reader, func(t *testing.T) { enginetest.Together(t, maker(writer), maker(reader)) })
		}
	}
}

func TestNew(t *testing.T) {
	if _, err := New("sax", wssec.Config{}); err == nil || !strings.HasPrefix(err.Error(), `engines: no engine "sax": choose from dom`) {
		t.Error(err)
	}
	if _, err := New("dom", wssec.Config{Policy: wssec.Sign(wssec.Basic256Sha256)}); err == nil {
		t.Error("made without a key")
	}
}

func FuzzOpen(f *testing.F) {
	files, _ := filepath.Glob(samples + "*.xml")
	for _, file := range files {
		if message, err := os.ReadFile(file); err == nil {
			f.Add(byte(0), message)
		}
	}
	var all []enginetest.Named
	for _, name := range Names() {
		all = append(all, enginetest.Named{Name: name, Make: maker(name)})
	}
	enginetest.Fuzz(f, all...)
}

func FuzzEdits(f *testing.F) {
	var all []enginetest.Named
	for _, name := range Names() {
		all = append(all, enginetest.Named{Name: name, Make: maker(name)})
	}
	enginetest.FuzzEdits(f, all...)
}
