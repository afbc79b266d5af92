package client_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"seismark/client"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

var suite = wssec.Basic256Sha256GCM

func TestMatch(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		var request, response []byte
		c := w.call(t, wssec.Plain(), client.Config{Exchange: func(q, a []byte) {
			request, response = bytes.Clone(q), bytes.Clone(a)
		}}, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if !bytes.Equal(body, request) && request != nil || r.Method != "POST" || r.ContentLength != int64(len(body)) {
				t.Errorf("%s of %d: %s", r.Method, r.ContentLength, body)
			}
			if r.Header.Get("SOAPAction") != `"urn:matchQuakes"` || r.Header.Get("Content-Type") != textXML || r.Header.Get("Accept-Encoding") != "" {
				t.Errorf("header %v", r.Header)
			}
			if !bytes.Contains(body, []byte(`<min-mag>7.5</min-mag>`)) {
				t.Errorf("request %s", body)
			}
			reply(200, textXML, envelope(twoQuakes))(w, r)
		})
		var r seismic.Results
		for range 3 {
			if err := c.Match(t.Context(), quake.Query{Magnitude: quake.Range{Min: 7.5, HasMin: true}}, &r); err != nil {
				t.Fatal(err)
			}
			if r.Count() != 2 || r.Stated != 7 || r.Sets[0].Quakes[0].Magnitude != 4.5 || r.Regions[0].Name != "HERE" {
				t.Fatalf("%+v", r.Sets)
			}
		}
		if string(response) != envelope(twoQuakes) || !bytes.HasPrefix(request, []byte("<soap:Envelope")) {
			t.Errorf("exchanged %s and %s", request, response)
		}
	})
}

func TestSOAP12(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		version := func(c *wssec.Config) { c.Version = wssec.SOAP12 }
		e := w.make(t, wssec.Initiator, wssec.Plain(), version)
		c := w.call(t, wssec.Plain(), client.Config{Engine: e, Version: wssec.SOAP12}, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if r.Header.Get("Content-Type") != `application/soap+xml; charset=utf-8; action="urn:matchQuakes"` || r.Header["Soapaction"] != nil ||
				!bytes.Contains(body, []byte(wssec.SOAP12.Namespace())) {
				t.Errorf("%v %s", r.Header, body)
			}
			answer := strings.Replace(envelope(twoQuakes), wssec.SOAP11.Namespace(), wssec.SOAP12.Namespace(), 1)
			reply(200, "application/soap+xml", answer)(w, r)
		})
		var r seismic.Results
		if err := c.Match(t.Context(), quake.Query{}, &r); err != nil || r.Count() != 2 {
			t.Error(err, r.Count())
		}
	})
}

// The client believes nothing that its policy does not cover.
func TestAnswersAreJudged(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		p := wssec.Sign(suite)
		request := ""
		// answered is a service that answers a good request as the engine of some configuration would, then meddles.
		answered := func(change func(*wssec.Config), meddle func(string) string) http.HandlerFunc {
			honest := engine(t, wssec.Recipient, p, nil)
			e := engine(t, wssec.Recipient, p, change)
			return func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				request = string(body)
				m, err := honest.Open(body)
				if err != nil {
					t.Error(err)
					return
				}
				answer, err := e.Reply(nil, []byte(twoQuakes), m)
				if err != nil {
					t.Error(err)
				}
				reply(200, textXML, meddle(string(answer)))(w, r)
			}
		}
		same := func(s string) string { return s }
		for _, c := range []struct {
			name   string
			change func(*wssec.Config)
			meddle func(string) string
			want   error
		}{
			{"good", nil, same, nil},
			{"tampered", nil, func(s string) string { return strings.Replace(s, `magnitude="4.5"`, `magnitude="9.5"`, 1) }, wssec.FailedCheck},
			{"unsigned", nil, func(string) string { return envelope(twoQuakes) }, wssec.InvalidSecurity},
			{"the request itself", nil, func(string) string { return request }, wssec.FaultCode("")},
			{"stale", func(c *wssec.Config) { c.Now = func() time.Time { return time.Now().Add(-time.Hour) } }, same, wssec.MessageExpired},
		} {
			client := w.call(t, p, client.Config{}, answered(c.change, c.meddle))
			var r seismic.Results
			err := client.Match(t.Context(), quake.Query{}, &r)
			switch {
			case c.want == nil:
				if err != nil || r.Count() != 2 {
					t.Errorf("%s: %v", c.name, err)
				}
			case err == nil:
				t.Errorf("%s was believed", c.name)
			case c.want != wssec.FaultCode("") && !errors.Is(err, c.want):
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
		}
	})
}

func TestUntrustedAnswer(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		p := wssec.Sign(suite)
		e := w.make(t, wssec.Initiator, p, func(c *wssec.Config) { c.Trust = wssec.TrustIn(x509.NewCertPool()) })
		server := engine(t, wssec.Recipient, p, nil)
		c := w.call(t, p, client.Config{Engine: e}, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			m, _ := server.Open(body)
			answer, _ := server.Reply(nil, []byte(twoQuakes), m)
			reply(200, textXML, string(answer))(w, r)
		})
		if err := c.Match(t.Context(), quake.Query{}, new(seismic.Results)); !errors.Is(err, wssec.FailedAuthentication) {
			t.Error(err)
		}
	})
}

func TestConnectionIsUsedAgain(t *testing.T) { onAll(t, testConnectionIsUsedAgain) }

func testConnectionIsUsedAgain(t *testing.T, w way) {
	var opened, calls atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch calls.Add(1) % 4 {
		case 0:
			reply(200, textXML, envelope(twoQuakes))(w, r)
		case 1:
			reply(500, textXML, envelope(`<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring></s:Fault>`))(w, r)
		case 2:
			reply(404, "text/html", strings.Repeat("<p>", 10000))(w, r)
		case 3: // chunked
			w.Header().Set("Content-Type", textXML)
			io.WriteString(w, envelope(twoQuakes)[:50])
			w.(http.Flusher).Flush()
			io.WriteString(w, envelope(twoQuakes)[50:])
		}
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	s.Start()
	defer s.Close()
	c, err := client.New(client.Config{Lean: w.lean, URL: s.URL, Engine: w.make(t, wssec.Initiator, wssec.Plain(), nil)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	good := 0
	for range 20 {
		if c.Match(t.Context(), quake.Query{}, new(seismic.Results)) == nil {
			good++
		}
	}
	if good != 10 || opened.Load() != 1 {
		t.Errorf("%d good calls on %d connections, want 10 on 1", good, opened.Load())
	}
}

// A call that fails is not made again.
func TestNothingIsSentTwice(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		var calls atomic.Int32
		c := w.call(t, wssec.Plain(), client.Config{}, func(w http.ResponseWriter, r *http.Request) {
			if calls.Add(1) == 1 {
				reply(200, textXML, envelope(twoQuakes))(w, r)
				return
			}
			io.ReadAll(r.Body)
			conn, _, _ := w.(http.Hijacker).Hijack()
			conn.Close()
		})
		if err := c.Match(t.Context(), quake.Query{}, new(seismic.Results)); err != nil {
			t.Fatal(err)
		}
		err := c.Match(t.Context(), quake.Query{}, new(seismic.Results))
		if err == nil || !strings.HasSuffix(err.Error(), ": the connection was closed before an answer came") || calls.Load() != 2 {
			t.Errorf("%d calls, %v", calls.Load(), err)
		}
	})
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		var elsewhere atomic.Bool
		c := w.call(t, wssec.Username(), client.Config{}, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/elsewhere" {
				elsewhere.Store(true)
			}
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		})
		err := c.Match(t.Context(), quake.Query{}, new(seismic.Results))
		if a := (*client.AnswerError)(nil); !errors.As(err, &a) || a.Status != 307 || elsewhere.Load() {
			t.Error(err, elsewhere.Load())
		}
	})
}

func TestTimeouts(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		hold := make(chan struct{})
		defer close(hold)
		for name, answer := range map[string]http.HandlerFunc{
			"header": func(w http.ResponseWriter, r *http.Request) { <-hold },
			"body": func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", textXML)
				io.WriteString(w, envelope(twoQuakes)[:50])
				w.(http.Flusher).Flush()
				<-hold
			},
		} {
			c := w.call(t, wssec.Plain(), client.Config{Timeout: 100 * time.Millisecond}, answer)
			err := c.Match(t.Context(), quake.Query{}, new(seismic.Results))
			if !errors.Is(err, context.DeadlineExceeded) || !strings.HasSuffix(err.Error(), ": no answer within 100ms") {
				t.Errorf("%s: %v", name, err)
			}
			c = w.call(t, wssec.Plain(), client.Config{}, answer)
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			if err := c.Match(ctx, quake.Query{}, new(seismic.Results)); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s, the caller's: %v", name, err)
			}
			cancel()
			ctx, cancel = context.WithCancel(t.Context())
			time.AfterFunc(50*time.Millisecond, cancel)
			if err := c.Match(ctx, quake.Query{}, new(seismic.Results)); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, canceled: %v", name, err)
			}
			cancel()
		}
	})
}

func TestConcurrentCalls(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		c := w.call(t, wssec.Plain(), client.Config{Gzip: true}, reply(200, textXML, envelope(twoQuakes)))
		var callers sync.WaitGroup
		for range 32 {
			callers.Go(func() {
				var r seismic.Results
				for range 20 {
					if err := c.Match(t.Context(), quake.Query{}, &r); err != nil || r.Count() != 2 {
						t.Error(err, r.Count())
					}
				}
			})
		}
		callers.Wait()
	})
}

func TestNewRefuses(t *testing.T) {
	e := engine(t, wssec.Initiator, wssec.Plain(), nil)
	for _, c := range []struct {
		config client.Config
		text   string
	}{
		{client.Config{Engine: e}, `client: the address "" is none of the web: write http://HOST:PORT/seismic/POLICY`},
		{client.Config{Engine: e, URL: "localhost:8800/x"}, `client: the address "localhost:8800/x" is none of the web`},
		{client.Config{Engine: e, URL: "http://%zz"}, "client: the address: "},
		{client.Config{Engine: e, URL: "ftp://a:secret@b/"}, `client: the address "ftp://a:xxxxx@b/" is none`},
		{client.Config{URL: "http://a/"}, "client: there is no engine: set Config.Engine"},
		{client.Config{Engine: e, URL: "https://a/", Lean: true}, "client: the lean transport does not speak https, "},
		{client.Config{Engine: e, URL: "http://a/", Lean: true, Transport: http.DefaultTransport}, "client: Config.Lean is a transport, "},
		{client.Config{Engine: e, URL: "http://a/", Timeout: -1}, "client: MaxBytes and Timeout cannot be negative"},
	} {
		if _, err := client.New(c.config); err == nil || !strings.HasPrefix(err.Error(), c.text) {
			t.Errorf("got %v, want %s", err, c.text)
		}
	}
}
