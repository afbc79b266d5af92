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
	engine wssec.Engine // opens the requests
	store  *quake.Store

	mu      sync.Mutex
	matches quake.Matches
	calls   int   // answered well
	forged  bool  // answered badly
	err     error // the client's request was not good, or no answer could be made
}

// goodCalls are the calls that a rogue answers well at first.
const goodCalls = 3

// tryClient lets the client walk against a rogue, once for each bad answer, and gives those that it took. It
// must end with an error and without a pass. The walks go on beside each other, for most of one is the start of
// the client.
func (p *prover) tryClient(ctx context.Context, j job) ([]taken, error) {
	bad := applicable(j.policy.Response)
	if len(bad) == 0 {
		return nil, nil
	}
	if _, err := p.stranger(j.policy.Suite); err != nil { // made here, lest the walks make one each
		return nil, err
	}
	p.tell(Progress{Doing: "security proof of the client", Cell: j.cell})
	took, failed := make([]bool, len(bad)), make([]error, len(bad))
	var walks sync.WaitGroup
	places := make(chan struct{}, min(runtime.NumCPU(), mostWalks))
	var broken atomic.Bool // a client that cannot walk once cannot at all
	for i := range bad {
		if places <- struct{}{}; broken.Load() {
			break
		}
		walks.Go(func() {
			if took[i], failed[i] = p.walkAgainst(ctx, j, bad[i]); failed[i] != nil {
				broken.Store(true)
			}
			<-places
		})
	}
	walks.Wait()
	var all []taken
	for i := range bad {
		if failed[i] != nil {
			return nil, failed[i]
		}
		if took[i] {
			all = append(all, taken{clientSide, bad[i].name})
		}
	}
	return all, nil
}

// mostWalks bounds the clients of a proof that are there at a time: each has a heap of its own.
const mostWalks = 4

func (p *prover) walkAgainst(ctx context.Context, j job, bad forgery) (took bool, err error) {
	config := p.config(wssec.Recipient, j.policy)
	engine, err := engines.New("dom", config)
	if err != nil {
		return false, err
	}
	stranger, err := p.stranger(j.policy.Suite)
	if err != nil {
		return false, err
	}
	r := &rogue{forger: &forger{config, stranger}, bad: bad, engine: engine, store: p.Store}
	path := "/seismic/" + j.policy.Name
	if j.stack.Serves() { // its client may expect its own
		path = j.stack.Server.Path.fill(p.wordsOfSide(j, serverSide))
	}
	url, stop, err := r.listen(path)
	if err != nil {
		return false, err
	}
	defer stop()
	client, err := p.drive(j, url, 1)
	if err != nil {
		return false, lose(j.cell, Cannot, err.Error())
	}
	defer client.stop()
	client.step() // a client that has ended already shows in await
	_, err = client.await(ctx, orDefault(p.PassTime, DefaultPassTime))
	return r.verdict(j, client, err)
}

// verdict judges a client that printed a pass (err is nil), or ended, or did neither.
func (r *rogue) verdict(j job, client *process, err error) (took bool, _ error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.err != nil:
		return false, j.lost(r.err, client)
	case err != nil && !errors.Is(err, errEnded):
		return false, j.lost(err, client)
	case !r.forged:
		return false, j.lost(fmt.Errorf("the client gave up after %d good answers, before it got one %s", r.calls, r.bad.name), client)
	}
	return err == nil || client.state.Success(), nil
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
	said := saying{payload: seismic.AppendResults(nil, r.store, &r.matches), request: request}
	if r.calls >= goodCalls && r.matches.Count() > 0 {
		r.forged = true
		said.changed = otherQuake(said.payload)
		return r.bad.make(r.forger, said)
	}
	r.calls++
	return r.forger.seal(said)
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
