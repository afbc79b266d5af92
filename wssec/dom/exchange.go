package dom

import "seismark/wssec"

// exchange is the engine for one call at a time.
type exchange struct {
	*Engine
	sent *wssec.Request
}

// Exchange implements wssec.Exchanger.
func (e *Engine) Exchange(r *wssec.Request) wssec.Engine {
	if e.cfg.Role == wssec.Recipient || !e.cfg.Keeps() {
		return e
	}
	return &exchange{e, r}
}

func (x *exchange) Seal(dst, payload []byte) ([]byte, error) {
	x.sent.Reset()
	return x.seal(dst, payload, x.sent)
}

func (x *exchange) Open(envelope []byte) (*wssec.Message, error) { return x.open(envelope, x.sent) }
