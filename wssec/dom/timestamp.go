package dom

import (
	"fmt"
	"time"

	"github.com/beevik/etree"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xsd"
)

// timestamp writes a Timestamp, first of the header.
func (w *writer) timestamp(lifetime time.Duration) {
	now := w.cfg.Clock()
	el := add(w.security, "wsu:Timestamp", "wsu:Id", w.named("TS"))
	add(el, "wsu:Created").SetText(string(xsd.AppendInstant(nil, now)))
	add(el, "wsu:Expires").SetText(string(xsd.AppendInstant(nil, now.Add(lifetime))))
}

// readTimestamp reads a Timestamp: Created, then at most Expires, and nothing else (Basic Security Profile
// 1.1, R3203, R3221 to R3224). Expires is zero where absent.
func readTimestamp(el *etree.Element) (created, expires time.Time, err error) {
	kids, err := children(el)
	if err != nil {
		return created, expires, badTimestamp(err)
	}
	if len(kids) == 0 || len(kids) > 2 || !is(kids[0], soap.WSU, "Created") ||
		len(kids) == 2 && !is(kids[1], soap.WSU, "Expires") {
		return created, expires, badTimestamp(fmt.Errorf("it must hold one Created, then at most one Expires, and nothing else"))
	}
	times := [2]time.Time{}
	for i, kid := range kids {
		s, err := text(kid)
		if err == nil {
			times[i], err = xsd.ParseInstant([]byte(s))
		}
		if err != nil {
			return created, expires, badTimestamp(fmt.Errorf("%s: %w", kid.Tag, err))
		}
	}
	if created, expires = times[0], times[1]; len(kids) == 2 && expires.Before(created) {
		return created, expires, badTimestamp(fmt.Errorf("it expires before it was created"))
	}
	return created, expires, nil
}

func badTimestamp(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Security/Timestamp", Err: err}
}
