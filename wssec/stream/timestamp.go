package stream

import (
	"errors"
	"fmt"
	"time"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xsd"
)

// timestamp adds a Timestamp.
func (t *template) timestamp() {
	t.put(stampBegins)
	t.text(`<wsu:Timestamp xmlns:wsu="` + soap.WSU + `"`)
	t.named("wsu:Id", "TS")
	t.text(`><wsu:Created>`)
	t.put(created)
	t.text(`</wsu:Created><wsu:Expires>`)
	t.put(expires)
	t.text(`</wsu:Expires></wsu:Timestamp>`)
	t.put(stampEnds)
}

// readTimestamp reads a Timestamp: Created, then at most Expires, and nothing else (Basic Security Profile
// 1.1, R3203, R3221 to R3224). Expires is zero where absent.
func (o *outline) readTimestamp(n node) (created, expires time.Time, err error) {
	kids, err := o.children(n)
	if err != nil {
		return created, expires, badTimestamp(err)
	}
	if len(kids) == 0 || len(kids) > 2 || !o.is(kids[0], soap.WSU, "Created") ||
		len(kids) == 2 && !o.is(kids[1], soap.WSU, "Expires") {
		return created, expires, badTimestamp(errors.New("it must hold one Created, then at most one Expires, and nothing else"))
	}
	times := [2]time.Time{}
	for i, kid := range kids {
		text, err := o.text(kid)
		if err == nil {
			times[i], err = xsd.ParseInstant(text)
		}
		if err != nil {
			return created, expires, badTimestamp(fmt.Errorf("%s: %w", o.local(kid), err))
		}
	}
	if created, expires = times[0], times[1]; len(kids) == 2 && expires.Before(created) {
		return created, expires, badTimestamp(errors.New("it expires before it was created"))
	}
	return created, expires, nil
}

func badTimestamp(err error) error {
	return &wssec.FaultError{Code: wssec.InvalidSecurity, At: "Security/Timestamp", Err: err}
}
