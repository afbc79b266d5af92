package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestProfiles lets the stock tools read what was written.
func TestProfiles(t *testing.T) {
	if testing.Short() {
		t.Skip("builds pprof")
	}
	dir := t.TempDir()
	p := profiles{CPUProfile: filepath.Join(dir, "cpu"), MemProfile: filepath.Join(dir, "mem"), Trace: filepath.Join(dir, "trace")}
	sum := 0
	work := errors.New("the error of the work")
	err := p.during(0, io.Discard, func() error {
		for start := time.Now(); time.Since(start) < 300*time.Millisecond; {
			sum += len(strings.Repeat("x", 1<<16))
		}
		return work
	})
	if !errors.Is(err, work) {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"pprof", "-top", p.CPUProfile}, "Type: cpu"},
		{[]string{"pprof", "-top", "-sample_index=alloc_space", p.MemProfile}, "TestProfiles"},
		{[]string{"trace", "-d=footprint", p.Trace}, "CPUSample"},
	} {
		out, err := exec.CommandContext(t.Context(), "go", append([]string{"tool"}, c.args...)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("go tool %s: %v, without %q:\n%.2000s", c.args, err, c.want, out)
		}
	}
}

// TestNoProfiles begins none where one of them cannot be written, and writes none that was not asked for.
func TestNoProfiles(t *testing.T) {
	t.Chdir(t.TempDir())
	ran := false
	err := profiles{CPUProfile: "cpu", Trace: filepath.Join("nowhere", "trace")}.during(0, io.Discard, func() error { ran = true; return nil })
	if err == nil || err.Error() != "--trace: "+filepath.Join("nowhere", "trace")+": no such file or directory" || ran {
		t.Errorf("error is %v, the work was done: %v", err, ran)
	}
	os.Remove("cpu")
	if err := (profiles{CPUProfile: "cpu"}).during(0, io.Discard, func() error { return nil }); err != nil {
		t.Errorf("the profile before was not ended: %v", err)
	}
	os.Remove("cpu")
	if err := (profiles{}).during(0, io.Discard, func() error { return nil }); err != nil {
		t.Error(err)
	}
	if files, _ := os.ReadDir("."); len(files) > 0 {
		t.Errorf("files are %v", files)
	}
}
