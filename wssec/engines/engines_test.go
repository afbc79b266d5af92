package engines

import (
	"testing"

	"seismark/wssec"
	"seismark/wssec/enginetest"
)

func maker(name string) enginetest.Maker {
	return func(c wssec.Config) (wssec.Engine, error) { return New(name, c) }
}

func TestEngines(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) { enginetest.Run(t, maker(name)) })
	}
}
