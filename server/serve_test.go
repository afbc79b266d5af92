package server_test

import (
	"net"
	"strings"
	"testing"
	"time"

	"seismark/server"
	"seismark/wssec"
)

// patient is an engine that waits in the middle of a message.
type patient struct {
	wssec.Engine
	entered, leave chan struct{}
}

func (p patient) Open(envelope []byte) (*wssec.Message, error) {
	p.entered <- struct{}{}
	<-p.leave
	return p.Engine.Open(envelope)
}

func slow(t *testing.T, w way, stop time.Duration) (server.Config, patient) {
	p := patient{engine(t, wssec.Recipient, wssec.Plain()), make(chan struct{}), make(chan struct{})}
	return server.Config{
		Lean:      w.lean,
		Store:     store(),
		Deadlines: server.Deadlines{Stop: stop},
		Endpoints: []server.Endpoint{{Policy: wssec.Plain(), Engine: p}},
	}, p
}

func TestStopFinishesRequests(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		c, engine := slow(t, w, 10*time.Second)
		root, stop := startStoppable(t, c)
		answer := make(chan string, 1)
		go func() {
			_, text := send(t, "POST", root+"/seismic/plain", envelope)
			answer <- text
		}()
		<-engine.entered
		ended := make(chan error, 1)
		go func() { ended <- stop() }()
		for { // new connections are refused soon
			c, err := net.Dial("tcp", strings.TrimPrefix(root, "http://"))
			if err != nil {
				break
			}
			c.Close()
			time.Sleep(5 * time.Millisecond)
		}
		select {
		case err := <-ended:
			t.Fatal("ended with a request under way: ", err)
		case <-time.After(100 * time.Millisecond):
		}
		close(engine.leave)
		if text := <-answer; !strings.Contains(text, `count="2"`) {
			t.Error(text)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestStopHasAnEnd(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		c, engine := slow(t, w, 50*time.Millisecond)
		root, stop := startStoppable(t, c)
		go client.Post(root+"/seismic/plain", "text/xml", strings.NewReader(envelope))
		<-engine.entered
		began := time.Now()
		err := stop()
		close(engine.leave)
		if err == nil || !strings.Contains(err.Error(), "requests still ran after 50ms") || time.Since(began) > 5*time.Second {
			t.Error(err, time.Since(began))
		}
	})
}

func TestServeTellsWhyItEnds(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		s, err := server.New(plain(t, w))
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		if err := s.Serve(t.Context(), l); err == nil || !strings.HasPrefix(err.Error(), "server: ") {
			t.Error(err)
		}
	})
}

func TestNewRefuses(t *testing.T) {
	good := plain(t, ways[0])
	for _, c := range []struct {
		text   string
		change func(*server.Config)
	}{
		{"server: there is no catalogue: set Config.Store", func(c *server.Config) { c.Store = nil }},
		{"server: there is no endpoint: set Config.Endpoints", func(c *server.Config) { c.Endpoints = nil }},
		{"server: endpoint /seismic/plain has no engine", func(c *server.Config) { c.Endpoints = []server.Endpoint{{Policy: wssec.Plain()}} }},
		{"server: two endpoints at /seismic/plain", func(c *server.Config) { c.Endpoints = append(c.Endpoints, c.Endpoints[0]) }},
		{"server: Config.MaxBytes is negative: zero means the default", func(c *server.Config) { c.MaxBytes = -1 }},
	} {
		config := good
		c.change(&config)
		if _, err := server.New(config); err == nil || err.Error() != c.text {
			t.Errorf("got %v, want %s", err, c.text)
		}
	}
}
