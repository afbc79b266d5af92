package measure

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// allowed is what the system says about where a process may run.
func allowed(pid int) string {
	return lookup(filepath.Join("/proc", fmt.Sprint(pid), "status"), "Cpus_allowed_list", ":")
}

// TestPlacement asks the system where processes run, and whether this one is still free.
func TestPlacement(t *testing.T) {
	cores, err := usableCores()
	if err != nil || len(cores) == 0 {
		t.Fatalf("cores %v, %v", cores, err)
	}
	all := lookup("/proc/self/status", "Cpus_allowed_list", ":")
	first := fmt.Sprint(cores[0])
	want := map[Placement][2]string{Free: {all, all}, Shared: {first, first}}
	if len(cores) > 1 {
		want[Split] = [2]string{first, fmt.Sprint(cores[1])}
	} else if err := Split.Check(); err == nil || !strings.Contains(err.Error(), "it needs two cores, and this process may use 1") {
		t.Errorf("split on one core: %v", err)
	}
	for p, lists := range want {
		for i, side := range []string{serverSide, clientSide} {
			process, err := launch(p, side, new(Plan).command(t.TempDir(), []string{"sh", "-c", "echo READY; read line"}), "READY", nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := process.await(t.Context(), 10*time.Second); err != nil {
				t.Fatal(err)
			}
			if got := allowed(process.cmd.Process.Pid); got != lists[i] {
				t.Errorf("%s: the %s runs on %s, want %s", p, side, got, lists[i])
			}
			process.stop()
		}
		if now := lookup("/proc/thread-self/status", "Cpus_allowed_list", ":"); now != all {
			t.Errorf("%s: this process runs on %s afterwards, before on %s", p, now, all)
		}
	}
	if err := Shared.start(serverSide, exec.Command("/nowhere/program")); err == nil {
		t.Error("a program that is not there was started")
	}
}

// TestPlacedRun places both processes of a cell, and records that.
func TestPlacedRun(t *testing.T) {
	p := fakePlan(t, "", "plain")
	p.Placement, p.Passes = Shared, 1
	r := measured(t, p)
	if len(r.Passes) != 2 || r.Conditions.Placement != Shared {
		t.Errorf("%d passes, placement %s, lost %v", len(r.Passes), r.Conditions.Placement, r.Losses)
	}
	if text := textOf(t, *r); !strings.Contains(text, "\nplacement: shared\n") {
		t.Errorf("the file is\n%s", text)
	}
	legend := Legend([]Run{*r}, nil)
	if !slices.ContainsFunc(legend, func(line string) bool { return strings.Contains(line, "placement shared") }) {
		t.Errorf("the legend is %q", legend)
	}
}
