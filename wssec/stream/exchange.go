package stream

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
	return x.ask(dst, content{octets: payload}, x.begin())
}

func (x *exchange) SealWith(dst []byte, write func(dst []byte) []byte) ([]byte, error) {
	return x.ask(dst, content{write: write}, x.begin())
}

func (x *exchange) begin() *wssec.Request {
	x.sent.Reset()
	return x.sent
}

func (x *exchange) Open(envelope []byte) (*wssec.Message, error) {
	return x.open(envelope, nil, true, x.sent)
}

func (x *exchange) OpenWith(envelope []byte, read func(element []byte) int) (*wssec.Message, error) {
	return x.open(envelope, read, true, x.sent)
}
