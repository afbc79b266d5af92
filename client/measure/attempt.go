package measure

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"seismark/wssec"
)

// attempt is a pairing while its client is there, with a wire between the client and the server.
type attempt struct {
	*session
	wire  *wire
	heard int // octets of error output that the server had written before
}

// pair times ten calls, or walks one pass. Where the calls fail a pass tells why.
func (r row) pair(ctx context.Context, p *Pairing, j job) {
	var untimed error
	if r.Timed {
		if p.Times, untimed = r.time(ctx, j); untimed == nil {
			return
		}
		if err := r.host.ready(ctx); err != nil {
			p.fails(err)
			return
		}
	}
	a, err := r.attempt(j)
	if err != nil {
		p.fails(err)
		return
	}
	defer a.wire.close()
	defer a.client.stop()
	lost := (*Lost)(nil)
	switch _, err := a.pass(ctx); {
	case errors.As(err, &lost):
		p.Verdict, p.Reason = a.judge(lost)
	case err != nil:
		return // the context's
	case untimed != nil:
		p.fails(untimed)
	case !r.All:
		return
	}
	if err := a.keep(r.Dump, p); err != nil {
		p.Reason += "; --dump: " + err.Error()
	}
}

// attempt starts the client of a job behind a wire.
func (r row) attempt(j job) (*attempt, error) {
	w, url, err := tap(r.host.url)
	if err != nil {
		return nil, err
	}
	heard := r.host.process.last.length()
	s, err := r.call(j, url, 1)
	if err != nil {
		w.close()
		return nil, err
	}
	return &attempt{s, w, heard}, nil
}

// call starts the client of a job, which will be asked for so many passes.
func (r row) call(j job, url string, passes int) (*session, error) {
	client, err := r.drive(j, url, passes+1) // it must not end before its memory is read
	if err != nil {
		return nil, err
	}
	return &session{job: j, server: r.host.process, client: client, limit: orDefault(r.PassTime, DefaultPassTime)}, nil
}

// time times ten calls.
func (r row) time(ctx context.Context, j job) (*CallTimes, error) {
	began := time.Now()
	s, err := r.call(j, r.host.url, timedCalls)
	if err != nil {
		return nil, err
	}
	defer s.client.stop()
	t := &CallTimes{}
	for n := range timedCalls {
		pass, err := s.pass(ctx)
		if err != nil {
			return nil, err
		}
		call := pass.Reading().Elapsed
		if n == 0 {
			t.Start, t.First = time.Since(began)-call, call
			continue
		}
		t.Mean += call / (timedCalls - 1)
	}
	return t, nil
}

// judge is what a lost pass comes to, by how the client ended and by what went over the wire last.
func (a *attempt) judge(lost *Lost) (Verdict, string) {
	reason := oneLine(lost.Reason)
	e := a.wire.exchanged()
	answer := e.answered()
	refused := a.client.endsWithin(0) && a.client.state.ExitCode() > 0 // not killed, nor silent
	fault := faultOf(answer)
	switch {
	case lost.Status == WrongTotal:
		return Wrong, reason
	case lost.Status == HeapExceeded || !refused || a.server.endsWithin(0):
		return Fails, reason
	case fault != "":
		return Refuses, "the server refused: " + fault
	case !e.asked().posts:
		return Fails, "the client called nobody: " + reason
	case !answer.whole:
		return Fails, "no whole answer: " + reason
	}
	return Refuses, "the client refused the answer: " + reason
}

// faultOf is the fault in an answer, or the line of its status where that is an error; "" for neither.
func faultOf(answer message) string {
	if fault := unopened(answer.body); fault != nil {
		return oneLine(fault.Name[strings.LastIndexAny(fault.Name, "}:")+1:] + ": " + fault.Reason)
	}
	if answer.status < 400 {
		return ""
	}
	line, _, _ := strings.Cut(string(answer.head), "\r\n")
	return oneLine(line)
}

// keep writes the last messages of a pairing, heads apart, and what its processes said meanwhile.
func (a *attempt) keep(folder string, p *Pairing) error {
	if folder == "" {
		return nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	dir := p.folder()
	if err := root.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	e := a.wire.exchanged()
	asked, answered := e.asked(), e.answered()
	for name, text := range map[string][]byte{
		"request.head": asked.head, "request.xml": asked.body, "response.head": answered.head, "response.xml": answered.body,
		"client.log": a.client.last.since(0), "server.log": a.server.last.since(a.heard),
	} {
		if err := root.WriteFile(dir+"/"+name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// folder is the name of a pairing's folder.
func (p *Pairing) folder() string {
	parts := []string{p.Client, "at", p.Server, p.Policy}
	if p.Suite != wssec.SuiteNone.String() {
		parts = append(parts, p.Suite)
	}
	return strings.Join(append(parts, p.Sequence), "-")
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
