package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"seismark/wssec"
)

// TestCancel ends a run in its middle: what was measured stays, nothing is lost, no process is left.
func TestCancel(t *testing.T) {
	p := fakePlan(t, "", "plain", "username")
	ctx, cancel := context.WithCancel(t.Context())
	r := &Run{}
	err := p.Measure(ctx, r, func(now Progress) {
		if now.Pass == 1 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(r.Passes) != 2 || len(r.Losses) != 0 {
		t.Errorf("error %v, %d passes, losses %v", err, len(r.Passes), r.Losses)
	}
	noneLeft(t, p.Stacks[0].Dir)
}

// noneLeft fails where a process runs in a folder.
func noneLeft(t *testing.T, dir string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err != nil {
			continue
		}
		if cwd, err := os.Readlink("/proc/" + e.Name() + "/cwd"); err == nil && cwd == dir {
			t.Errorf("process %s is left in %s", e.Name(), dir)
		}
	}
}

func TestCancelBeforeReady(t *testing.T) {
	p := fakePlan(t, "never-ready", "plain")
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	r := &Run{}
	if err := p.Measure(ctx, r, nil); !errors.Is(err, context.DeadlineExceeded) || len(r.Losses) != 0 {
		t.Errorf("error %v, losses %v", err, r.Losses)
	}
	noneLeft(t, p.Stacks[0].Dir)
}

func TestTimeouts(t *testing.T) {
	p := fakePlan(t, "never-ready", "plain")
	p.ReadyTime = 100 * time.Millisecond
	if lost := onlyLoss(t, measured(t, p)); lost.Status != Died || !strings.Contains(lost.Reason, "not ready: server: silent for 100ms") {
		t.Errorf("lost is %v", lost)
	}
	p = fakePlan(t, "client-hangs", "plain")
	p.PassTime = time.Second
	r := measured(t, p)
	if lost := onlyLoss(t, r); lost.Status != Died || !strings.Contains(lost.Reason, "client: silent for 1s") || len(r.Passes) != 1 {
		t.Errorf("lost is %v, %d passes", lost, len(r.Passes))
	}
	noneLeft(t, p.Stacks[0].Dir)
}

// TestOthersGoOn loses one cell of two.
func TestOthersGoOn(t *testing.T) {
	p := fakePlan(t, "any-password", "plain", "username")
	p.Stacks = append(p.Stacks, fakeStack(t, "other", "dies"))
	r := measured(t, p)
	var lost []string
	for _, l := range r.Losses {
		lost = append(lost, fmt.Sprint(l.Cell.Stack, " ", l.Cell.Policy, " ", l.Status))
	}
	if got, want := strings.Join(lost, ", "), "fake username not refused, other plain died, other username died"; got != want {
		t.Errorf("lost: %s; want %s", got, want)
	}
	count := map[Cell]int{}
	for _, pass := range r.Passes {
		count[pass.Cell()]++
	}
	if n := count[Cell{"fake", "plain", "none", "small"}]; n != 4 {
		t.Errorf("%d passes of the good cell, want 4", n)
	}
	if n := count[Cell{"fake", "username", "none", "small"}]; n != 0 {
		t.Errorf("%d passes of the cell that does not refuse", n)
	}
}

func TestCannot(t *testing.T) {
	p := fakePlan(t, "", "plain", "sign")
	delete(p.Stacks[0].Policies, "sign")
	p.Passes = 1
	r := measured(t, p)
	if lost := onlyLoss(t, r); lost.Status != Cannot || lost.Reason != "fake has no policy sign" || len(r.Passes) != 2 {
		t.Errorf("lost is %v, %d passes", lost, len(r.Passes))
	}
	p = fakePlan(t, "", "plain")
	p.Stacks[0].Build.Produces = "peer.jar"
	if lost := onlyLoss(t, measured(t, p)); lost.Status != Cannot || !strings.Contains(lost.Reason, "fake is not built: there is no peer.jar in /") {
		t.Errorf("lost is %v", lost)
	}
	p = fakePlan(t, "", "plain")
	p.Program = "/nowhere/seismark"
	if lost := onlyLoss(t, measured(t, p)); lost.Status != Cannot || !strings.Contains(lost.Reason, "/nowhere/seismark: no such file") {
		t.Errorf("lost is %v", lost)
	}
}

// failing is a recorder whose disk is full after some passes.
type failing struct {
	Run
	after int
}

var errFull = errors.New("no space left on device")

func (f *failing) Pass(p Pass) error {
	if len(f.Passes) == f.after {
		return errFull
	}
	return f.Run.Pass(p)
}

func TestRecorderFails(t *testing.T) {
	p := fakePlan(t, "", "plain")
	f := &failing{after: 2}
	if err := p.Measure(t.Context(), f, nil); !errors.Is(err, errFull) || len(f.Passes) != 2 {
		t.Errorf("error %v, %d passes", err, len(f.Passes))
	}
	noneLeft(t, p.Stacks[0].Dir)
}

// TestRunnerKilled kills a process that has started another.
func TestRunnerKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends processes with the one that started them")
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "fake-runner", dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Read(make([]byte, 1)) // it has started its process
	cmd.Process.Kill()
	cmd.Wait()
	time.Sleep(300 * time.Millisecond)
	noneLeft(t, dir)
}

// TestEnvironment holds what a process sees: the password of the plan, none of the runner's own settings.
func TestEnvironment(t *testing.T) {
	t.Setenv("SEISMARK_PASSWORD", "of the runner")
	t.Setenv("SEISMARK_RUN_PASSES", "7")
	p := &Plan{Login: wssec.Login{Name: "a", Password: "two words"}}
	cmd := p.command(t.TempDir(), []string{"sh", "-c", "env | grep SEISMARK_; pwd"})
	out, err := cmd.Output()
	if want := "SEISMARK_PASSWORD=two words\n" + cmd.Dir + "\n"; err != nil || string(out) != want {
		t.Errorf("%v: the process sees %q, want %q", err, out, want)
	}
}

// TestOwnPasswords looks for passwords on the command lines of our stacks.
func TestOwnPasswords(t *testing.T) {
	stacks, err := OwnStacks()
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{"password": "tremor"}
	for _, s := range stacks {
		for _, c := range []Command{s.Server.Command, s.Client.Command, s.Version.Command} {
			if line := strings.Join(c.fill(words), " "); strings.Contains(line, "tremor") {
				t.Errorf("%s: %s", s.Name, line)
			}
		}
	}
}

// TestSecondProcess finds the memory of what a script starts, and ends it too.
func TestSecondProcess(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory of a group is known on Linux only")
	}
	dir := t.TempDir()
	p, err := launch(Free, serverSide, new(Plan).command(dir, []string{"sh", "-c", os.Args[0] + " fake-server --as never-ready & echo READY; wait"}), "READY", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.await(t.Context(), 5*time.Second); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond)
	if mib := p.peakMemory(); mib < 4 { // the shell alone has less
		t.Errorf("peak memory is %.1f MiB", mib)
	}
	p.stop()
	noneLeft(t, dir)
}
