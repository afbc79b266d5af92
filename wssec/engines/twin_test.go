package engines

import (
	"bytes"
	"testing"

	"seismark/wssec"
	"seismark/wssec/enginetest"
)

// twin is all engines as one: they must open a message to the same, or refuse it with the same code.
type twin struct {
	t       *testing.T
	names   []string
	engines []wssec.Engine
}

func (w twin) Seal(dst, payload []byte) ([]byte, error) {
	return w.engines[0].Seal(dst, payload)
}

func (w twin) Reply(dst, payload []byte, request *wssec.Message) ([]byte, error) {
	return w.engines[0].Reply(dst, payload, request)
}

func (w twin) Open(envelope []byte) (*wssec.Message, error) {
	first, refusal := w.engines[0].Open(envelope)
	for i, e := range w.engines[1:] {
		before := bytes.Clone(envelope)
		m, err := e.Open(envelope)
		if !bytes.Equal(before, envelope) {
			w.t.Errorf("%s changes the message that it reads", w.names[i+1])
		}
		enginetest.Agree(w.t, w.names[0], first, refusal, w.names[i+1], m, err)
	}
	return first, refusal
}

// TestAgree runs the tests of one engine on all together, with the messages of each.
func TestAgree(t *testing.T) {
	for i, name := range Names() {
		t.Run(name, func(t *testing.T) {
			enginetest.Run(t, func(c wssec.Config) (wssec.Engine, error) {
				w := twin{t: t}
				for j := range Names() {
					name := Names()[(i+j)%len(Names())]
					e, err := New(name, c)
					if err != nil {
						return nil, err
					}
					w.names, w.engines = append(w.names, name), append(w.engines, e)
				}
				return w, nil
			})
		})
	}
}
