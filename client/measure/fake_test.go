package measure

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"testing"
	"time"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/engines"
	"seismark/wssec/keystore"
	"seismark/wssec/soap"
)

// TestMain plays a stack's processes where the first argument is "fake-server" or "fake-client". They speak
// the protocol of a stack file as seismark does, and misbehave as --as says.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "fake-server":
		parseFake(os.Args[2:]).serve()
	case "fake-client":
		parseFake(os.Args[2:]).drive()
	case "fake-runner":
		_, err := launch(Free, serverSide, new(Plan).command(os.Args[2], []string{os.Args[0], "fake-server", "--as", "never-ready"}), "READY", nil)
		fatal(err)
		fmt.Println("started")
		time.Sleep(time.Minute)
	default:
		os.Exit(m.Run())
	}
}

// fake is a process of a stack.
type fake struct {
	as, policy, keys, port, url string
	user, password              string
	passes, skip, calls, heap   int
	fraction                    float64
	engine                      wssec.Engine
	store                       *quake.Store
	seen                        map[string]error
	broken                      error // what a call met that it shrugged at
}

func parseFake(args []string) *fake {
	f := &fake{store: fakeStore(), seen: map[string]error{}}
	set := flag.NewFlagSet("fake", flag.ExitOnError)
	set.StringVar(&f.as, "as", "", "")
	set.StringVar(&f.policy, "policy", "", "")
	set.StringVar(&f.keys, "keys", "", "")
	set.StringVar(&f.port, "port", "", "")
	set.StringVar(&f.url, "url", "", "")
	set.StringVar(&f.user, "user", "", "")
	set.StringVar(&f.password, "password", "", "")
	set.IntVar(&f.passes, "passes", 0, "")
	set.IntVar(&f.heap, "heap", 0, "")
	set.IntVar(&f.calls, "calls", 0, "")
	set.IntVar(&f.skip, "skip", 0, "")
	set.Float64Var(&f.fraction, "fraction", 0, "")
	set.Parse(args)
	return f
}

// fakeStore is a catalogue of 500 quakes, spread by steps that have no common divisor.
func fakeStore() *quake.Store {
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	quakes := make([]quake.Quake, 500)
	for i := range quakes {
		quakes[i] = quake.Quake{
			Time: start + int64(i)*200_000, Latitude: float32(i*37%170) - 85, Longitude: float32(i*101%350) - 175,
			Depth: float32(i % 600), Magnitude: 3 + float32(i%50)/10, Method: "Mw",
		}
	}
	return quake.NewStore(quakes)
}

// fakeSequence is ten calls over fakeStore.
func fakeSequence(t testing.TB) Sequence {
	s := Sequence{Name: "small", Calls: 10, Seed: 5, Fraction: 0.5}.On(fakeStore())
	if s.Want < 100 {
		t.Fatalf("the fake sequence matches %d quakes only", s.Want)
	}
	return s
}

func (f *fake) make(role wssec.Role) {
	policy, err := wssec.PolicyNamed(f.policy, wssec.Basic256Sha256GCM)
	fatal(err)
	keys, err := keystore.Open(f.keys)
	fatal(err)
	config := keys.Config(role, policy)
	config.Login = wssec.Login{Name: f.user, Password: f.password}
	config.Admit = func(l wssec.Login) bool { return l == config.Login || f.as == "any-password" }
	f.engine, err = engines.New("dom", config)
	fatal(err)
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "fake:", err)
		os.Exit(1)
	}
}

// needs ends the process where it has less heap than it needs.
func (f *fake) needs(mib int) {
	if f.as == "needs-heap" && f.heap < mib<<20 {
		fmt.Fprintln(os.Stderr, "fake: error: out of memory")
		os.Exit(3)
	}
}

func (f *fake) serve() {
	f.needs(37)
	switch f.as {
	case "never-ready":
		time.Sleep(time.Minute)
	case "ends-at-once":
		fmt.Fprintln(os.Stderr, "fake: no such port")
		os.Exit(7)
	}
	f.make(wssec.Recipient)
	go func() {
		for {
			if _, err := http.Get("http://127.0.0.1:" + f.port + "/"); err == nil {
				fmt.Println("some other line")
				fmt.Println("READY http://127.0.0.1:" + f.port)
				return
			}
		}
	}()
	fatal(http.ListenAndServe("127.0.0.1:"+f.port, f))
}

// goodFor is how many calls a server answers well that then fails: it fails in the middle of the third pass
// of ten calls.
const goodFor = 25

var served int

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	envelope, _ := io.ReadAll(r.Body)
	if len(envelope) == 0 {
		return
	}
	if served++; served > goodFor {
		switch f.as {
		case "dies":
			fmt.Fprintln(os.Stderr, "fake: segmentation fault")
			os.Exit(9)
		case "heap":
			fmt.Fprintln(os.Stderr, "fake: error: out of memory")
			os.Exit(3)
		case "heap-said-aloud": // as a Java runtime does
			fmt.Println("fake: out of memory, terminating")
			os.Exit(3)
		}
	}
	answer, err := f.answer(envelope)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		plain, _ := engines.New("dom", wssec.Config{Role: wssec.Recipient, Policy: wssec.Plain()})
		answer, _ = plain.Seal(nil, soap.AppendFault(nil, wssec.SOAP11, soap.FromError(err)))
	}
	if f.as == "mumbles" {
		w.Header().Set("Content-Length", "999999")
	}
	w.Write(answer)
}

func (f *fake) answer(envelope []byte) ([]byte, error) {
	request, err := f.engine.Open(envelope)
	switch {
	case err == nil && f.as == "knows-replays":
		if err = f.seen[string(envelope)]; err == nil {
			f.seen[string(envelope)] = errors.New("it came before")
		}
	case err != nil && f.as == "verifies-nothing":
		request, err = &wssec.Message{Body: bodyOf(envelope), Facts: wssec.Facts{Version: wssec.SOAP11}}, nil
	case err != nil && f.as == "reads-the-last-body":
		last := envelope[bytes.LastIndex(envelope, []byte("<soap:Body")):]
		request, err = &wssec.Message{Body: bodyOf(last), Facts: wssec.Facts{Version: wssec.SOAP11}}, nil
	}
	if err != nil {
		return nil, err
	}
	query, err := seismic.ParseRequest(request.Body)
	if err != nil {
		return nil, err
	}
	var found quake.Matches
	f.store.Match(query, &found)
	payload := seismic.AppendResults(nil, f.store, &found)
	if f.as == "one-less" && served > goodFor {
		payload = withoutOneQuake(payload)
	}
	return f.engine.Reply(nil, payload, request)
}

// withoutOneQuake leaves the stated counts as they are.
func withoutOneQuake(payload []byte) []byte {
	from := bytes.Index(payload, []byte("<quake "))
	if from < 0 {
		return payload
	}
	to := from + bytes.Index(payload[from:], []byte("</quake>")) + len("</quake>")
	return append(payload[:from:from], payload[to:]...)
}

// bodyOf is the Body of an unencrypted envelope, unverified.
func bodyOf(envelope []byte) []byte {
	_, rest, _ := bytes.Cut(envelope, []byte("<soap:Body"))
	_, rest, _ = bytes.Cut(rest, []byte(">"))
	content, _, _ := bytes.Cut(rest, []byte("</soap:Body>"))
	return []byte(`<soap:Body xmlns:soap="` + wssec.SOAP11.Namespace() + `">` + string(content) + "</soap:Body>")
}

func (f *fake) drive() {
	f.needs(12)
	f.make(wssec.Initiator)
	sequence := Sequence{Name: "small", Calls: f.calls, Skip: f.skip, Seed: 5, Fraction: f.fraction}.On(f.store)
	queries := sequence.Queries()
	steps := bufio.NewScanner(os.Stdin)
	for pass := 0; pass < f.passes && steps.Scan(); pass++ {
		name := "BenchmarkSequence"
		if pass == 0 {
			name = "BenchmarkColdSequence"
		}
		began, count := time.Now(), 0
		for _, q := range queries {
			n, err := f.call(q)
			if f.as == "shrugs" {
				f.broken, err = cmp.Or(f.broken, err), nil
			}
			fatal(err)
			count += n
		}
		took := time.Since(began)
		fatal(f.broken)
		switch {
		case f.as == "client-dies" && pass == 1:
			fmt.Fprintln(os.Stderr, "fake: client gave up")
			os.Exit(5)
		case f.as == "client-checks" && pass == 1:
			fatal(&TotalError{What: "quakes", Count: count - 1, Want: count})
		case f.as == "client-hangs" && pass == 1:
			time.Sleep(time.Minute)
		case f.as == "always-cold":
			name = "BenchmarkColdSequence"
		case f.as == "client-lies":
			took *= 1000
		}
		if f.as == "client-hurries" {
			fmt.Printf("%s/seq=small %d %d ns/op %d quakes/seq\n", name, len(queries), int(took)/len(queries), count)
		}
		fmt.Println("a line of its own")
		fmt.Printf("%s/seq=small/policy=%s %d %d ns/op %d quakes/seq 100.5 request-B/op\n", name, f.policy, len(queries), int(took)/len(queries), count)
	}
}

func (f *fake) call(q quake.Query) (int, error) {
	envelope, err := f.engine.Seal(nil, seismic.AppendRequest(nil, q))
	if err != nil {
		return 0, err
	}
	answer, err := http.Post(f.url, "text/xml; charset=utf-8", bytes.NewReader(envelope))
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	envelope, err = io.ReadAll(answer.Body)
	if err != nil {
		return 0, err
	}
	message, err := f.engine.Open(envelope)
	if err != nil && f.as == "accepts-anything" {
		message, err = &wssec.Message{Body: bodyOf(envelope)}, nil
	}
	if err != nil {
		return 0, err
	}
	var results seismic.Results
	err = seismic.ParseResults(message.Body, &results)
	return results.Count(), err
}
