package measure

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/engines"
	"seismark/wssec/soap"
)

// caller is a client of its own making.
type caller struct {
	url    string
	config wssec.Config
	forger *forger
}

// maxAnswer bounds what is read of an answer.
const maxAnswer = 256 << 20

// answer is what came over HTTP.
type answer struct {
	status   int
	envelope []byte
}

// send makes a message and sends it.
func (c *caller) send(ctx context.Context, f forgery, s saying) (answer, error) {
	envelope, err := f.make(c.forger, s)
	if err != nil {
		return answer{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(envelope))
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Content-Type", "text/xml; charset=utf-8")
	req.Header.Set("SOAPAction", `"`+seismic.SOAPAction+`"`)
	got, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer got.Body.Close()
	envelope, err = io.ReadAll(io.LimitReader(got.Body, maxAnswer))
	return answer{got.StatusCode, envelope}, err
}

// accept reports why an answer is not one as the policy asks for.
func (c *caller) accept(a answer) error {
	if fault := c.fault(a); fault != nil {
		return fmt.Errorf("the server refuses it: %s: %s", fault.Name, fault.Reason)
	}
	if a.status != http.StatusOK {
		return fmt.Errorf("the server refuses it: %s", http.StatusText(a.status))
	}
	engine, err := engines.New("dom", c.config)
	if err != nil {
		return err
	}
	if _, err := engine.Open(a.envelope); err != nil {
		return fmt.Errorf("the answer is not good: %w", err)
	}
	return nil
}

// refused reports whether an answer is a fault, or none at all.
func (c *caller) refused(a answer) bool {
	return a.status >= http.StatusBadRequest || c.fault(a) != nil
}

// fault is the one that an answer holds, nil for none. It may come secured or not.
func (c *caller) fault(a answer) *soap.Fault {
	plain := c.config
	plain.Policy = wssec.Plain()
	for _, config := range []wssec.Config{c.config, plain} {
		engine, err := engines.New("dom", config)
		if err != nil {
			continue
		}
		if message, err := engine.Open(a.envelope); err == nil {
			fault, _ := soap.ParseFault(message.Body) // an ill-formed one is none
			return fault
		}
	}
	return nil
}
