package server_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"seismark/quake"
	"seismark/server"
	"seismark/wssec"
	"seismark/wssec/engines"
	"seismark/wssec/keystore"
)

// testKeys makes keys once for all tests.
var testKeys = sync.OnceValues(func() (*keystore.Keys, error) {
	dir, err := os.MkdirTemp("", "seismark-keys")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return keystore.Init(dir, keystore.Options{})
})

var login = wssec.Login{Name: "seismic", Password: "tremor"}

// engine makes the dom engine of a role.
func engine(t testing.TB, role wssec.Role, p wssec.Policy) wssec.Engine {
	t.Helper()
	return engineOf(t, "dom", role, p)
}

func engineOf(t testing.TB, name string, role wssec.Role, p wssec.Policy) wssec.Engine {
	t.Helper()
	keys, err := testKeys()
	if err != nil {
		t.Fatal(err)
	}
	config := keys.Config(role, p)
	config.Login = login
	config.Admit = func(l wssec.Login) bool { return l == login }
	e, err := engines.New(name, config)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// store holds three quakes: two off Chile, one in Japan.
func store() *quake.Store {
	return quake.NewStore([]quake.Quake{
		{Time: 979350000, Latitude: -33.1, Longitude: -71.5, Depth: 30, Magnitude: 5.5, Method: "Mw"},
		{Time: 979360000, Millis: 250, Latitude: 36.2, Longitude: 140.1, Depth: 55, Magnitude: 4.25, Method: "Mb"},
		{Time: 979370000, Latitude: -33.2, Longitude: -71.4, Depth: 12.5, Magnitude: 6, Method: "Ms"},
	})
}

// suites are those that the tests' keys do for.
func suites() []wssec.Suite { return []wssec.Suite{wssec.Basic256Sha256GCM, wssec.Basic256Sha256} }

// way is a transport and an engine.
type way struct {
	lean   bool
	engine string
}

func (w way) transport() string {
	if w.lean {
		return "lean"
	}
	return "net"
}

func (w way) String() string { return w.transport() + "," + w.engine }

// make makes the way's engine of a role.
func (w way) make(t testing.TB, role wssec.Role, p wssec.Policy) wssec.Engine {
	t.Helper()
	return engineOf(t, w.engine, role, p)
}

// ways are those of nearly all tests. Transport and engine do not know of each other.
var ways = []way{{false, "dom"}, {true, "stream"}}

// crossed are all ways.
func crossed() (list []way) {
	for _, engine := range engines.Names() {
		list = append(list, way{false, engine}, way{true, engine})
	}
	return list
}

func onAll(t *testing.T, test func(t *testing.T, w way)) { onEach(t, ways, test) }

func onEach(t *testing.T, list []way, test func(t *testing.T, w way)) {
	for _, w := range list {
		t.Run(w.String(), func(t *testing.T) { test(t, w) })
	}
}

// config serves every policy of a suite.
func config(t testing.TB, suite wssec.Suite, w way) server.Config {
	t.Helper()
	c := server.Config{Lean: w.lean, Store: store()}
	for _, p := range wssec.Policies(suite) {
		c.Endpoints = append(c.Endpoints, server.Endpoint{Policy: p, Engine: w.make(t, wssec.Recipient, p)})
	}
	return c
}

// start serves until the test ends, and gives the root of the service's addresses.
func start(t testing.TB, c server.Config) string {
	t.Helper()
	root, stop := startStoppable(t, c)
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return root
}

// startStoppable gives a function that stops the server and waits for its end.
func startStoppable(t testing.TB, c server.Config) (root string, stop func() error) {
	t.Helper()
	s, err := server.New(c)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	return "http://" + l.Addr().String(), func() error {
		cancel()
		return <-ended
	}
}

// journal is a log to read.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func (j *journal) logger() *slog.Logger { return slog.New(slog.NewTextHandler(j, nil)) }

const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>` +
	`<matchQuakes xmlns="http://ws.sosnoski.com/seismic/types"><min-mag>5</min-mag></matchQuakes></s:Body></s:Envelope>`

var client = &http.Client{Timeout: 20 * time.Second}

// send makes one request and reads the answer whole.
func send(t testing.TB, method, url, body string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

// fault is what encoding/xml, which has nothing to do with our reader, finds in an answer.
type fault struct{ version, code, reason string }

func readFault(t testing.TB, text string) fault {
	t.Helper()
	var e struct {
		XMLName xml.Name
		Body    struct {
			Fault struct {
				XMLName xml.Name
				Code    string `xml:"faultcode"`
				String  string `xml:"faultstring"`
				Value   string `xml:"Code>Value"`
				Subcode string `xml:"Code>Subcode>Value"`
				Text    string `xml:"Reason>Text"`
			} `xml:"Fault"`
		} `xml:"Body"`
		Header *struct{} `xml:"Header"`
	}
	if err := xml.Unmarshal([]byte(text), &e); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	f := e.Body.Fault
	if f.XMLName.Local != "Fault" || f.XMLName.Space != e.XMLName.Space {
		t.Fatalf("no fault: %s", text)
	}
	if e.Header != nil {
		t.Errorf("a fault with a header: %s", text)
	}
	if e.XMLName.Space == "http://www.w3.org/2003/05/soap-envelope" {
		return fault{"1.2", strings.TrimSuffix(f.Value+" "+f.Subcode, " "), f.Text}
	}
	return fault{"1.1", f.Code, f.String}
}
