package engines

import (
	"bytes"
	"testing"

	"seismark/wssec"
	"seismark/wssec/enginetest"
)

// twin is all engines as one: they must open a message to the same, or refuse it with the same code. The first
// one writes.
type twin struct {
	t       testing.TB
	names   []string
	engines []wssec.Engine
}

// newTwin makes a twin of which an engine is the first.
func newTwin(t testing.TB, first int, c wssec.Config) (twin, error) {
	w := twin{t: t}
	for i := range Names() {
		name := Names()[(first+i)%len(Names())]
		e, err := New(name, c)
		if err != nil {
			return w, err
		}
		w.names, w.engines = append(w.names, name), append(w.engines, e)
	}
	return w, nil
}

func newEngine(t testing.TB, c wssec.Config) twin {
	t.Helper()
	w, err := newTwin(t, 0, c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w twin) Seal(dst, payload []byte) ([]byte, error) { return w.engines[0].Seal(dst, payload) }

func (w twin) Reply(dst, payload []byte, request *wssec.Message) ([]byte, error) {
	return w.engines[0].Reply(dst, payload, request)
}

func (w twin) Open(envelope []byte) (*wssec.Message, error) {
	return w.each(envelope, wssec.Engine.Open)
}

// Exchange gives all engines the same memory of the request.
func (w twin) Exchange(r *wssec.Request) wssec.Engine {
	x := twin{t: w.t, names: w.names}
	for _, e := range w.engines {
		x.engines = append(x.engines, wssec.Exchange(e, r))
	}
	return x
}

// Read is that of the engines, which all have it.
func (w twin) Read(envelope []byte) (*wssec.Message, error) {
	return w.each(envelope, func(e wssec.Engine, envelope []byte) (*wssec.Message, error) {
		return e.(interface {
			Read(envelope []byte) (*wssec.Message, error)
		}).Read(envelope)
	})
}

func (w twin) each(envelope []byte, open func(wssec.Engine, []byte) (*wssec.Message, error)) (*wssec.Message, error) {
	first, refusal := open(w.engines[0], envelope)
	for i, e := range w.engines[1:] {
		before := bytes.Clone(envelope)
		m, err := open(e, envelope)
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
				w, err := newTwin(t, i, c)
				if err != nil {
					return nil, err
				}
				return w, nil
			})
		})
	}
}
