package stream

import (
	"testing"

	"seismark/wssec"
	"seismark/wssec/enginetest"
)

func maker(c wssec.Config) (wssec.Engine, error) { return New(c) }

func TestEngine(t *testing.T) { enginetest.Run(t, maker) }
