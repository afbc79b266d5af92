// Package server is the earthquake service over HTTP: each policy at a path of its own.
//
// Make a Server with New and let Serve listen; a Server is an http.Handler as well.
//
// An endpoint is a policy with the engine that holds messages to it; its path is /seismic/ and the policy's
// name. A GET of the path with ?wsdl tells the contract, /healthz tells that the service is up.
//
// Refused, before an engine sees them, on either transport:
//
//	400  what is not HTTP/1.1 to the letter (package leanhttp has the rules); a body that breaks off
//	408  a head that does not come within Deadlines.Header, a body that does not within Deadlines.Read
//	413  a body over Config.MaxBytes, also when it grows past it by being inflated
//	415  a content encoding other than gzip, a content type other than XML
//	431  a head over MaxHeader, 16 KiB
//	503  a connection over Config.MaxConnections, a body that would take all bodies over Config.MaxPending
//
// A connection that says nothing is closed without an answer. What an engine or the contract refuses is answered
// by a SOAP fault: unsigned, an OASIS code and its one sentence. Why is told to the log alone, in which no more
// than 50 refusals a second have a line of their own.
//
// So what clients can make a Server hold is bounded: 16 KiB for the head and 16 KiB for a small body of each
// connection, MaxPending for all others, and what engines and answers need of memory for each of those.
//
// Specifications: SOAP 1.1 section 6 and SOAP 1.2 part 2 section 7 (HTTP); RFC 9110, RFC 9112.
package server

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"seismark/leanhttp"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// Config is what a Server is made from. Zero fields but the first two mean the defaults.
type Config struct {
	Store     *quake.Store
	Endpoints []Endpoint

	MaxBytes       int // of a request's body, as sent and inflated
	MaxConnections int // at a time
	MaxPending     int // of the bodies over 16 KiB of all requests that are being answered

	Lean bool // Serve answers plain requests by leanhttp, in less time; others by net/http as always
	Deadlines
	Log *slog.Logger // nil for none
}

// Endpoint is a policy and the engine of its service.
type Endpoint struct {
	Policy wssec.Policy
	Engine wssec.Engine
}

// Deadlines bound how long a client may take, and a server that stops.
type Deadlines struct {
	Header time.Duration // for the header of a request
	Read   time.Duration // for a request as a whole
	Write  time.Duration // for an answer, from the end of the request's header
	Idle   time.Duration // between two requests of one connection
	Stop   time.Duration // for the requests that run when the server stops
}

// Defaults of Config. A request takes at most 10 kB. Idle is long because a client that is measured waits
// while others are.
const (
	DefaultMaxBytes       = 1 << 20
	DefaultMaxConnections = 1024
	DefaultMaxPending     = 32 << 20 // or 4 bodies of Config.MaxBytes, where that is more
)

// MaxHeader bounds the head of a request on both transports.
const MaxHeader = leanhttp.MaxHead

// DefaultDeadlines are for fields of Deadlines that are zero.
func DefaultDeadlines() Deadlines {
	return Deadlines{
		Header: 10 * time.Second, Read: 30 * time.Second, Write: 2 * time.Minute, Idle: 5 * time.Minute, Stop: 10 * time.Second,
	}
}

// Server answers queries. It is safe for concurrent use.
type Server struct {
	config    Config
	endpoints map[string]*Endpoint // by path
	calls     sync.Pool            // of *call
	room      room
	refusals  refusals
}

// Path is where the service of a policy is.
func Path(policy string) string { return "/seismic/" + policy }

// New makes a Server.
func New(config Config) (*Server, error) {
	if config.Store == nil {
		return nil, errors.New("server: there is no catalogue: set Config.Store")
	}
	if len(config.Endpoints) == 0 {
		return nil, errors.New("server: there is no endpoint: set Config.Endpoints")
	}
	if err := config.bounds(); err != nil {
		return nil, err
	}
	config.Deadlines = config.withDefaults()
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{config: config, endpoints: map[string]*Endpoint{}}
	s.refusals.log = config.Log
	s.room.left.Store(int64(config.MaxPending))
	s.calls.New = func() any { return s.newCall() }
	for _, e := range config.Endpoints {
		path := Path(e.Policy.Name)
		if e.Engine == nil {
			return nil, fmt.Errorf("server: endpoint %s has no engine", path)
		}
		if s.endpoints[path] != nil {
			return nil, fmt.Errorf("server: two endpoints at %s", path)
		}
		s.endpoints[path] = &e
	}
	return s, nil
}

// bounds puts the defaults in the place of zeros.
func (c *Config) bounds() error {
	for _, b := range []struct {
		name  string
		value *int
		usual int
	}{
		{"MaxBytes", &c.MaxBytes, DefaultMaxBytes},
		{"MaxConnections", &c.MaxConnections, DefaultMaxConnections},
		{"MaxPending", &c.MaxPending, max(DefaultMaxPending, 4*c.MaxBytes)},
	} {
		if *b.value < 0 {
			return fmt.Errorf("server: Config.%s is negative: zero means the default", b.name)
		}
		if *b.value == 0 {
			*b.value = b.usual
		}
	}
	if c.MaxPending < c.MaxBytes {
		return fmt.Errorf("server: Config.MaxPending is %d, less than one body of %d: raise it, or lower MaxBytes", c.MaxPending, c.MaxBytes)
	}
	return nil
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := s.endpoints[r.URL.Path]
	switch {
	case e == nil && r.URL.Path == "/healthz":
		s.health(w, r)
	case e == nil:
		say(w, http.StatusNotFound, "no service is here: the services are at "+s.paths())
	case r.Method == http.MethodPost:
		s.post(w, r, e)
	case isRead(r) && strings.EqualFold(r.URL.RawQuery, "wsdl"):
		wsdl(w, r, e)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		say(w, http.StatusMethodNotAllowed, "POST a SOAP message here, or GET "+r.URL.Path+"?wsdl for the contract")
	}
}

func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	if !isRead(r) {
		w.Header().Set("Allow", "GET, HEAD")
		say(w, http.StatusMethodNotAllowed, "GET it")
		return
	}
	say(w, http.StatusOK, "ok")
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

func (s *Server) paths() string {
	var paths []string
	for _, e := range s.config.Endpoints {
		paths = append(paths, Path(e.Policy.Name))
	}
	return strings.Join(paths, ", ")
}

// wsdl tells the contract with the address by which the client came here.
func wsdl(w http.ResponseWriter, r *http.Request, e *Endpoint) {
	scheme, host := "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if host == "" { // HTTP/1.0
		if a, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
			host = a.String()
		}
	}
	write(w, reply{http.StatusOK, textXML, seismic.WSDL(nil, e.Policy, scheme+"://"+host+r.URL.Path)})
}

const (
	textXML   = "text/xml; charset=utf-8"             // also SOAP 1.1
	soapXML   = "application/soap+xml; charset=utf-8" // SOAP 1.2
	plainText = "text/plain; charset=utf-8"
)

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	write(w, reply{status, plainText, []byte(text + "\n")})
}
