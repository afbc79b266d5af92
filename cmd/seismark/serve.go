package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seismark/client/measure"
	"seismark/server"
	"seismark/wssec"
)

// serving are the settings of serve.
type serving struct {
	side      `mapstructure:",squash"`
	Listen    string
	Policies  []string
	Catalogue string
	Heap      Size
	Transport measure.Transport
	profiles  `mapstructure:",squash"`

	MaxBytes      Size          `mapstructure:"max-bytes"`
	HeaderTimeout time.Duration `mapstructure:"header-timeout"`
	ReadTimeout   time.Duration `mapstructure:"read-timeout"`
	WriteTimeout  time.Duration `mapstructure:"write-timeout"`
	IdleTimeout   time.Duration `mapstructure:"idle-timeout"`
	StopTimeout   time.Duration `mapstructure:"stop-timeout"`
}

func newServe(s *settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve earthquakes under the policies",
		Long: `Serves the earthquake service, each policy at a path of its own: /seismic/plain
and so on. A GET of the path with ?wsdl tells the contract, /healthz tells that
the service is up. When it listens, it prints READY and its address. An
interrupt or SIGTERM ends it after the requests that run.`,
		Example: `  seismark serve
  seismark serve --listen :8800 --policies sign,signencr --keys build/keys
  seismark serve --catalogue quakes.csv --heap 512MiB`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o serving
			if err := s.load(cmd, &o); err != nil {
				return err
			}
			return o.during(o.Heap, cmd.ErrOrStderr(), func() error { return serve(cmd.Context(), o, cmd.OutOrStdout(), cmd.ErrOrStderr()) })
		},
	}
	f, d, size := cmd.Flags(), server.DefaultDeadlines(), Size(server.DefaultMaxBytes)
	f.String("listen", "127.0.0.1:8800", "the `ADDRESS` to listen at, HOST:PORT; port 0 takes a free one")
	f.StringSlice("policies", policyList(), "the `NAMES` of the policies to serve")
	sideFlags(f)
	catalogueFlag(f)
	transportFlag(f, measure.Net)
	f.Var(new(Size), "heap", "end with an error where live memory passes this `SIZE`; 0 for no limit")
	f.Var(&size, "max-bytes", "refuse requests over this `SIZE`, also inflated")
	f.Duration("header-timeout", d.Header, "for the header of a request")
	f.Duration("read-timeout", d.Read, "for a request as a whole")
	f.Duration("write-timeout", d.Write, "for an answer")
	f.Duration("idle-timeout", d.Idle, "between two requests of a connection")
	f.Duration("stop-timeout", d.Stop, "for the requests that run at the end")
	profileFlags(f)
	return cmd
}

func policyList() []string {
	var names []string
	for _, p := range wssec.Policies(wssec.SuiteNone) {
		names = append(names, p.Name)
	}
	return names
}

// serve answers until ctx is done.
func serve(ctx context.Context, o serving, stdout, stderr io.Writer) error {
	if err := o.check(); err != nil {
		return err
	}
	endpoints, library, err := o.endpoints()
	if err != nil {
		return err
	}
	store, name, err := catalogue(ctx, o.Catalogue)
	if err != nil {
		return err
	}
	h, err := server.New(server.Config{
		Store: store, Endpoints: endpoints, MaxBytes: int(o.MaxBytes), Lean: o.Transport == measure.Lean, Log: slog.New(slog.NewTextHandler(stderr, nil)),
		Deadlines: server.Deadlines{
			Header: o.HeaderTimeout, Read: o.ReadTimeout, Write: o.WriteTimeout, Idle: o.IdleTimeout, Stop: o.StopTimeout,
		},
	})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return hint(fmt.Errorf("--listen: %w", err), "--listen 127.0.0.1:0 takes a free port")
	}
	address := "http://" + reachable(l.Addr())
	v := newVoice(stderr)
	v.say("serving %d quakes: %s", store.Len(), name)
	if library != "" {
		v.say("keys by %s", library)
	}
	for _, e := range endpoints {
		v.say("  %s%s", address, server.Path(e.Policy.Name))
	}
	if _, err := fmt.Fprintf(stdout, "READY %s\n", address); err != nil {
		return err
	}
	return h.Serve(ctx, l)
}

// check refuses bounds of nothing, which would mean the defaults.
func (o serving) check() error {
	if o.MaxBytes == 0 {
		return usagef("--max-bytes 0: it must be more than nothing")
	}
	for _, t := range []struct {
		flag string
		time time.Duration
	}{
		{"header-timeout", o.HeaderTimeout}, {"read-timeout", o.ReadTimeout}, {"write-timeout", o.WriteTimeout},
		{"idle-timeout", o.IdleTimeout}, {"stop-timeout", o.StopTimeout},
	} {
		if t.time <= 0 {
			return usagef("--%s %v: it must be longer than nothing", t.flag, t.time)
		}
	}
	return nil
}

// endpoints makes the engine of every policy that is to be served, and names the library of their keys.
func (o serving) endpoints() (list []server.Endpoint, library string, err error) {
	if len(o.Policies) == 0 {
		return nil, "", hint(usagef("--policies: there is none to serve"), "choose from %s", policyNames())
	}
	for i, name := range o.Policies {
		if slices.Contains(o.Policies[:i], name) {
			return nil, "", usagef("--policies: %s stands there twice", name)
		}
		policy, err := wssec.PolicyNamed(strings.TrimSpace(name), o.Suite)
		if err != nil {
			return nil, "", usagef("--policies: %w", err)
		}
		policy = o.in(policy, wssec.Recipient)
		engine, by, err := o.engine(wssec.Recipient, policy)
		if err != nil {
			return nil, "", err
		}
		library = cmp.Or(library, by)
		list = append(list, server.Endpoint{Policy: policy, Engine: engine})
	}
	return list, library, nil
}

// reachable is an address under which this machine reaches a listener.
func reachable(a net.Addr) string {
	if t, ok := a.(*net.TCPAddr); ok && t.IP.IsUnspecified() {
		return fmt.Sprintf("127.0.0.1:%d", t.Port)
	}
	return a.String()
}
