package main

import (
	"bufio"
	"crypto/sha256"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"seismark/wssec"
)

// commands are those of scripts.
type commands = map[string]func(*testscript.TestScript, bool, []string)

// withServices adds the commands for a service in the background:
//
//	service NAME FLAG...   start "seismark serve" at a free port and set $NAME to its address
//	stop NAME              end it by SIGTERM, which must end it well; its stderr is then the file NAME.err
//	get URL                what a GET answers, for stdout
func withServices(c commands) commands {
	var running sync.Map // by the file of their stderr
	c["service"] = func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < 1 {
			ts.Fatalf("usage: service NAME FLAG...")
		}
		file := ts.MkAbs(args[0] + ".err")
		s := startService(ts, file, args[1:])
		ts.Setenv(args[0], s.address)
		running.Store(file, s)
	}
	c["stop"] = func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 1 {
			ts.Fatalf("usage: stop NAME")
		}
		s, ok := running.LoadAndDelete(ts.MkAbs(args[0] + ".err"))
		if !ok {
			ts.Fatalf("there is no service %s", args[0])
		}
		s.(*service).stop(ts)
	}
	c["get"] = get
	return c
}

// service is a process that serves.
type service struct {
	cmd     *exec.Cmd
	address string
	ended   chan error
}

// startService returns when the service listens.
func startService(ts *testscript.TestScript, stderr string, flags []string) *service {
	s := &service{cmd: exec.Command("seismark", append([]string{"serve", "--listen", "127.0.0.1:0"}, flags...)...), ended: make(chan error, 1)}
	f, err := os.Create(stderr)
	ts.Check(err)
	defer f.Close()
	s.cmd.Dir, s.cmd.Stderr = ts.MkAbs("."), f
	stdout, err := s.cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(s.cmd.Start())
	ts.Defer(func() { s.cmd.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	go func() { s.ended <- s.cmd.Wait() }()
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "READY ")
	if err != nil || !ok {
		ts.Fatalf("not ready: %q, %v\n%s", line, err, ts.ReadFile(stderr))
	}
	s.address = address
	return s
}

func (s *service) stop(ts *testscript.TestScript) {
	ts.Check(s.cmd.Process.Signal(syscall.SIGTERM))
	select {
	case err := <-s.ended:
		ts.Check(err)
	case <-time.After(20 * time.Second):
		ts.Fatalf("the service does not end")
	}
}

func get(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: get URL")
	}
	response, err := http.Get(args[0])
	ts.Check(err)
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		ts.Fatalf("%s", response.Status)
	}
	if _, err := bufio.NewReader(response.Body).WriteTo(ts.Stdout()); err != nil {
		ts.Check(err)
	}
}

func TestOnlyOneLogin(t *testing.T) {
	admit := only(wssec.Login{Name: "seismic", Password: "tremor"})
	long := strings.Repeat("x", 2*sha256.BlockSize)
	for _, c := range []struct {
		name, password string
		want           bool
	}{
		{"seismic", "tremor", true},
		{"seismic", "tremo", false}, {"seismic", "tremor ", false}, {"seismic", "Tremor", false}, {"seismic", "", false}, {"seismic", long, false},
		{"seismi", "ctremor", false}, {"", "", false}, {long, "tremor", false},
	} {
		if got := admit(wssec.Login{Name: c.name, Password: c.password}); got != c.want {
			t.Errorf("%q, %q: %v", c.name, c.password, got)
		}
	}
}
