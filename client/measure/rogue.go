package measure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/engines"
)

// rogue is a server that answers well, then badly. That a client goes on after the good answers shows that it
// takes them. It stays bad, lest a client that tries once more is thought to have taken the bad answer.
type rogue struct {
	forger *forger
	bad    forgery
	other  func([]byte) []byte // what stands in the place of results that are signed
	engine wssec.Engine        // opens the requests
	store  *quake.Store

	mu      sync.Mutex
	matches quake.Matches
	calls   int         // answered well
	earlier []byte      // the last good answer
	forged  bool        // answered badly
	query   quake.Query // the first that was answered badly
	goesOn  bool        // another query came after it
	err     error       // the client's request was not good, or no answer could be made
}

// goodCalls are the calls that a rogue answers well at first.
const goodCalls = 3

// tryClient lets the client walk against a rogue, once for each bad answer, and gives those that it took. It
// must end with an error and without a pass. The walks go on beside each other, for most of one is the start of
// the client.
func (p *prover) tryClient(ctx context.Context, j job) ([]finding, error) {
	bad := applicable(directionTo(clientSide, j.policy))
	if len(bad) == 0 {
		return nil, nil
	}
	if _, err := p.stranger(j.policy.Suite); err != nil { // made here, lest the walks make one each
		return nil, err
	}
	p.tell(Progress{Doing: "security proof of the client", Cell: j.cell})
	found, failed := make([]finding, len(bad)), make([]error, len(bad))
	var walks sync.WaitGroup
	places := make(chan struct{}, min(runtime.NumCPU(), mostWalks))
	var broken atomic.Bool // a client that cannot walk once cannot at all
	for i := range bad {
		if places <- struct{}{}; broken.Load() {
			break
		}
		walks.Go(func() {
			found[i] = finding{side: clientSide, forgery: bad[i]}
			if found[i].outcome, failed[i] = p.walkAgainst(ctx, j, bad[i]); failed[i] != nil {
				broken.Store(true)
			}
			<-places
		})
	}
	walks.Wait()
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// mostWalks bounds the clients of a proof that are there at a time: each has a heap of its own.
const mostWalks = 4

// walkAgainst lets a client walk once. One that takes a wrapped answer walks once more, through answers of which what is signed
// has the right total alone: so it shows what it reads. At first both have as many quakes, for a client may count.
func (p *prover) walkAgainst(ctx context.Context, j job, bad forgery) (outcome, error) {
	became, _, err := p.walk(ctx, j, bad, otherQuake)
	if became != took || err != nil || !bad.wrapped {
		return became, err
	}
	became, total, err := p.walk(ctx, j, bad, p.noQuakes)
	if became == took && total == j.sequence.Want {
		became = readSigned
	}
	if err == nil && became == refused {
		became = took // it saw that the total is wrong, no more
	}
	return became, err
}

// walk gives also the total that a client counted which came to its end.
func (p *prover) walk(ctx context.Context, j job, bad forgery, other func([]byte) []byte) (outcome, int, error) {
	config := p.config(wssec.Recipient, j.policy)
	engine, err := engines.New("dom", config)
	if err != nil {
		return refused, 0, err
	}
	stranger, err := p.stranger(j.policy.Suite)
	if err != nil {
		return refused, 0, err
	}
	r := &rogue{forger: &forger{config, stranger}, bad: bad, other: other, engine: engine, store: p.Store}
	path := "/seismic/" + j.policy.Name
	if j.stack.Serves() { // its client may expect its own
		path = j.stack.Server.Path.fill(p.wordsOfSide(j, serverSide))
	}
	url, stop, err := r.listen(path)
	if err != nil {
		return refused, 0, err
	}
	defer stop()
	client, err := p.drive(j, url, 1)
	if err != nil {
		return refused, 0, lose(j.cell, Cannot, err.Error())
	}
	defer client.stop()
	client.step() // a client that has ended already shows in await
	line, err := client.await(ctx, orDefault(p.PassTime, DefaultPassTime))
	total := -1
	if _, reading, wrong := parseReading(line); err == nil && wrong == nil {
		total = reading.Quakes
	}
	became, err := r.verdict(j, client, err)
	return became, total, err
}

// verdict judges a client that printed a pass (err is nil), or ended, or did neither.
func (r *rogue) verdict(j job, client *process, err error) (outcome, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.err != nil:
		return refused, j.lost(r.err, client)
	case err != nil && !errors.Is(err, errEnded):
		return refused, j.lost(err, client)
	case !r.forged:
		return refused, j.lost(fmt.Errorf("the client gave up after %d good answers, before it got one %s", r.calls, r.bad.name), client)
	case err == nil || r.goesOn || client.state.Success():
		return took, nil
	}
	return refused, nil
}

// listen serves on a port of this machine and gives the URL of the endpoint.
func (r *rogue) listen(path string) (url string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("no port to listen on: %w", err)
	}
	server := &http.Server{Handler: r}
	go server.Serve(l)
	return "http://" + l.Addr().String() + path, func() { server.Close() }, nil
}

// maxRequest bounds what is read of a request.
const maxRequest = 1 << 20

func (r *rogue) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if req.Method != http.MethodPost {
		r.describe(w, req)
		return
	}
	envelope, err := io.ReadAll(io.LimitReader(req.Body, maxRequest))
	if err == nil {
		envelope, err = r.answer(envelope)
	}
	if err != nil {
		r.err = err
		http.Error(w, "the request is not good", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	w.Write(envelope)
}

// describe gives the WSDL, which some clients ask for first.
func (r *rogue) describe(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	w.Write(seismic.WSDL(nil, r.forger.config.Policy, "http://"+req.Host+req.URL.Path))
}

// answer gives the answer to a request, badly from the first one on that has quakes after goodCalls.
func (r *rogue) answer(envelope []byte) ([]byte, error) {
	request, err := r.engine.Open(envelope)
	if err != nil {
		return nil, fmt.Errorf("the client's request is not good: %w", err)
	}
	query, err := seismic.ParseRequest(request.Body)
	if err != nil {
		return nil, fmt.Errorf("the client's request is not good: %w", err)
	}
	r.store.Match(query, &r.matches)
	said := saying{payload: seismic.AppendResults(nil, r.store, &r.matches), request: request, asked: envelope, earlier: r.earlier}
	switch {
	case r.forged && query != r.query:
		r.goesOn = true
	case r.calls >= goodCalls && !r.forged && r.matches.Count() > 0:
		r.forged, r.query = true, query
	}
	if r.forged && r.matches.Count() > 0 {
		said.changed, said.other = otherQuake(said.payload), r.other(said.payload)
		return r.bad.make(r.forger, said)
	}
	r.calls++
	r.earlier, err = r.forger.seal(said)
	return r.earlier, err
}

// magnitude is the first digit of a quake's magnitude.
var magnitude = regexp.MustCompile(` magnitude="-?([0-9])`)

// otherQuake is an answer whose first quake has another magnitude.
func otherQuake(results []byte) []byte {
	changed := slices.Clone(results)
	if m := magnitude.FindSubmatchIndex(changed); m != nil {
		changed[m[2]] = '0' + (changed[m[2]]-'0'+1)%10
	}
	return changed
}

// noQuakes is an answer without any.
func (p *prover) noQuakes([]byte) []byte {
	return seismic.AppendResults(nil, p.Store, new(quake.Matches))
}
