package measure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"syscall"
	"time"

	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/engines"
	"seismark/wssec/soap"
)

// caller is a client of its own making.
type caller struct {
	url    string
	config wssec.Config
	forger *forger
	http   *http.Client
}

func newCaller(url string, config wssec.Config, stranger wssec.Identity) *caller {
	return &caller{url, config, &forger{config, stranger}, newHTTP()}
}

// newHTTP is an HTTP client with a connection for every call: a server that serves one connection at a time is
// not kept waiting, and none that closes it after a fault spoils the next call.
func newHTTP() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
}

// maxAnswer bounds what is read of an answer.
const maxAnswer = 256 << 20

// answer is what came over HTTP.
type answer struct {
	status   int // zero where nothing came
	envelope []byte
}

// try sends a message and reports what became of it. It is an error where the message is good and was not taken, and where no
// message could be sent.
func (c *caller) try(ctx context.Context, f forgery, s saying) (outcome, error) {
	envelope, err := f.make(c.forger, s)
	if err != nil {
		return refused, err
	}
	a, err := c.send(ctx, envelope)
	if f.name == good().name {
		if err == nil {
			err = c.accept(a)
		}
		return took, err
	}
	if f.twice && err == nil {
		if c.accept(a) != nil {
			return untried, nil
		}
		a, err = c.send(ctx, envelope)
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, syscall.ECONNREFUSED) {
		return refused, err // it hangs, or is not there any more
	}
	switch {
	case err != nil || c.refused(a):
		return refused, nil
	case f.wrapped && c.counts(a, s.quakes):
		return readSigned, nil
	}
	return took, nil
}

// counts reports whether an answer is good and has so many quakes.
func (c *caller) counts(a answer, quakes int) bool {
	engine, err := engines.New("dom", c.config)
	if err != nil {
		return false
	}
	message, err := engine.Open(a.envelope)
	var results seismic.Results
	return err == nil && seismic.ParseResults(message.Body, &results) == nil && results.Count() == quakes
}

// answerTime is how long a server may take for one answer. The first has a runtime to warm up.
const answerTime = time.Minute

func (c *caller) send(ctx context.Context, envelope []byte) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(envelope))
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Content-Type", "text/xml; charset=utf-8")
	req.Header.Set("SOAPAction", `"`+seismic.SOAPAction+`"`)
	got, err := c.http.Do(req)
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

// refused reports whether an answer is a fault, an error of HTTP, or empty.
func (c *caller) refused(a answer) bool {
	return a.status >= http.StatusBadRequest || len(bytes.TrimSpace(a.envelope)) == 0 || c.fault(a) != nil
}

// fault is the one that an answer holds, nil for none. It may come secured or not, and secured as the stack
// likes: to refuse is anybody's right.
func (c *caller) fault(a answer) *soap.Fault {
	if engine, err := engines.New("dom", c.config); err == nil {
		if message, err := engine.Open(a.envelope); err == nil {
			fault, _ := soap.ParseFault(message.Body) // an ill-formed one is none
			return fault
		}
	}
	return unopened(a.envelope)
}

// unopened is the fault in an envelope that nobody opened, nil for none.
func unopened(text []byte) *soap.Fault {
	envelope, err := soap.Split(text, wssec.DefaultLimits)
	if err != nil {
		return nil
	}
	body, err := c14n.Append(nil, envelope.Bytes(envelope.Body), envelope.Body.Scope, c14n.Method{Algorithm: wssec.ExclusiveC14N})
	if err != nil {
		return nil
	}
	fault, _ := soap.ParseFault(body)
	return fault
}
