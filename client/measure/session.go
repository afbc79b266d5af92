package measure

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"time"
)

// session is a cell with its server and its client alive.
type session struct {
	job
	server, client *process
	limit          time.Duration // of a pass
	passes         int           // walked
}

// open starts the server of a job, waits until it listens, and starts the client.
func (p *Plan) open(ctx context.Context, j job) (*session, error) {
	j.profiled = true
	server, url, err := p.serve(ctx, j)
	if err != nil {
		return nil, err
	}
	client, err := p.drive(j, url, p.Passes+2) // one more than it will walk: it must not end before its memory is read
	if err != nil {
		server.stop()
		return nil, lose(j.cell, Cannot, err.Error())
	}
	return &session{job: j, server: server, client: client, limit: orDefault(p.PassTime, DefaultPassTime)}, nil
}

func orDefault(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}

// serve starts the server of a job and gives the URL of its endpoint once it listens.
func (p *Plan) serve(ctx context.Context, j job) (*process, string, error) {
	port, err := freePort()
	if err != nil {
		return nil, "", err
	}
	words := p.wordsOfSide(j, serverSide)
	words["port"], words["heap"] = strconv.Itoa(port), strconv.FormatInt(p.ServerHeap, 10)
	ready := j.stack.Server.Ready
	server, err := launch(p.Placement, serverSide, p.command(j.stack.Dir, j.stack.Server.Command.fill(words)), ready.Line, j.stack.Heap.message)
	if err != nil {
		return nil, "", lose(j.cell, Cannot, err.Error())
	}
	base, err := ready.wait(ctx, server, fmt.Sprintf("http://127.0.0.1:%d", port), orDefault(p.ReadyTime, DefaultReadyTime))
	if err != nil {
		lost := j.lost(fmt.Errorf("not ready: %w", err), server)
		server.stop()
		return nil, "", orCanceled(ctx, lost)
	}
	return server, base + j.stack.Server.Path.fill(words), nil
}

// drive starts the client of a job.
func (p *Plan) drive(j job, url string, passes int) (*process, error) {
	words, s := p.wordsOfSide(j, clientSide), j.sequence
	maps.Copy(words, map[string]string{
		"url": url, "heap": strconv.FormatInt(p.ClientHeap, 10),
		"passes": strconv.Itoa(passes), "sequence": s.Name, "calls": strconv.Itoa(s.Calls), "skip": strconv.Itoa(s.Skip),
		"seed": strconv.FormatInt(s.Seed, 10), "fraction": decimal(s.Fraction),
		"start": s.Start.Format(time.RFC3339), "end": s.End.Format(time.RFC3339),
	})
	if p.handouts != nil {
		words["queries"] = p.handouts.queries[s.Name]
	}
	return launch(p.Placement, clientSide, p.command(j.stack.Dir, j.stack.Client.Command.fill(words)), "Benchmark", j.stack.Heap.message)
}

func (p *Plan) wordsOfSide(j job, side string) map[string]string {
	words := p.wordsOf(j.stack)
	words["policy"] = j.stack.Policies[j.policy.Name]
	words["suite"] = j.stack.Suite(j.suite)
	if j.profiled {
		maps.Copy(words, p.Profiles.words(j.cell, side))
	}
	return words
}

// pass lets the client walk once. Its error is a *Lost, or the context's.
func (s *session) pass(ctx context.Context) (Pass, error) {
	began := time.Now()
	reading, err := s.walk(ctx)
	if err == nil && reading.Elapsed > time.Since(began) {
		err = fmt.Errorf("the client says %v, but only %v went by", reading.Elapsed, time.Since(began))
	}
	if err == nil && reading.Cold != (s.passes == 0) {
		err = fmt.Errorf("the client marks pass %d as cold: %v", s.passes+1, reading.Cold)
	}
	if err != nil {
		return Pass{}, orCanceled(ctx, s.lost(err, s.server, s.client))
	}
	s.passes++
	reading.ServerRSS, reading.ClientRSS = s.server.peakMemory(), s.client.peakMemory()
	pass, err := NewPass(s.cell, s.sequence, reading)
	if err != nil {
		return Pass{}, s.lost(err)
	}
	return pass, nil
}

func (s *session) walk(ctx context.Context) (Reading, error) {
	select {
	case line := <-s.client.lines:
		return Reading{}, fmt.Errorf("client: line %q: nobody asked for a pass", line)
	default:
	}
	if err := s.client.step(); err != nil {
		return Reading{}, fmt.Errorf("client: %w", errEnded)
	}
	line, err := s.client.await(ctx, s.limit)
	if err != nil {
		return Reading{}, err
	}
	_, reading, err := parseReading(line)
	if err != nil {
		return Reading{}, fmt.Errorf("client: line %q: %w", line, err)
	}
	return reading, nil
}

// close ends both processes.
func (s *session) close() {
	s.client.stop()
	s.server.stop()
}

// lastMoment is how long the other process of a cell gets to show that it is the one that died.
const lastMoment = 300 * time.Millisecond

// saidTotal are the words of a client that checks its total itself: those of TotalError.
var saidTotal = regexp.MustCompile(`\d+ counted, the right total is \d+`)

// lost judges why a cell is lost, by the error met and the processes.
func (j job) lost(err error, processes ...*process) *Lost {
	status, reason := Died, err.Error()
	if errors.As(err, new(*TotalError)) {
		status = WrongTotal
	}
	for _, p := range processes {
		if !p.endsWithin(lastMoment) {
			continue
		}
		reason += "; " + p.story()
		if saidTotal.MatchString(p.last.text()) {
			status = WrongTotal
		}
	}
	for _, p := range processes {
		if line := p.last.exceededHeap(); line != "" {
			return lose(j.cell, HeapExceeded, p.side+": "+line)
		}
	}
	return lose(j.cell, status, reason)
}

// orCanceled is the context's error where that is why, else the loss.
func orCanceled(ctx context.Context, lost *Lost) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return lost
}
