package dom

import "seismark/wssec"

// exchange is the engine for one call at a time.
type exchange struct {
	*Engine
	sent wssec.Request
}

// Exchange implements wssec.Exchanger.
func (e *Engine) Exchange() wssec.Engine {
	if e.cfg.Role == wssec.Recipient || !e.cfg.Keeps() {
		return e
	}
	return &exchange{Engine: e}
}

func (x *exchange) Seal(dst, payload []byte) ([]byte, error) {
	x.sent = wssec.Request{}
	return x.seal(dst, payload, &x.sent)
}

func (x *exchange) Open(envelope []byte) (*wssec.Message, error) { return x.open(envelope, &x.sent) }
