package measure

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

func TestPlacementWords(t *testing.T) {
	for _, p := range []Placement{Free, Shared, Split} {
		var again Placement
		if err := again.Set(p.String()); err != nil || again != p {
			t.Errorf("%s is read as %s, %v", p, again, err)
		}
	}
	var p Placement
	if err := p.Set("both"); err == nil || err.Error() != `measure: no placement "both": choose from free, shared, split` {
		t.Errorf("error is %v", err)
	}
	if text, err := json.Marshal(struct{ P Placement }{Split}); err != nil || string(text) != `{"P":"split"}` {
		t.Errorf("JSON is %s, %v", text, err)
	}
}

// TestPlacementElsewhere names the remedy where processes cannot be placed.
func TestPlacementElsewhere(t *testing.T) {
	if runtime.GOOS == "linux" {
		t.Skip("processes are placed on Linux")
	}
	if err := Split.Check(); err == nil || !strings.HasSuffix(err.Error(), "processes are placed on Linux only: choose free") {
		t.Errorf("error is %v", err)
	}
}

// TestProfileNames gives every process of a run its own file.
func TestProfileNames(t *testing.T) {
	p := Profiles{CPU: "/tmp/cpu.pprof", Trace: "/tmp/v1.2/trace"}
	words := p.words(signSmall(), serverSide)
	if got, want := words["cpuprofile"], "/tmp/cpu-seismark-stream-small-sign-basic256sha256gcm-server.pprof"; got != want {
		t.Errorf("the profile is %s, want %s", got, want)
	}
	if got, want := words["trace"], "/tmp/v1.2/trace-seismark-stream-small-sign-basic256sha256gcm-server"; got != want {
		t.Errorf("the trace is %s, want %s", got, want)
	}
	if words["memprofile"] != "" {
		t.Errorf("a profile that was not asked for is %s", words["memprofile"])
	}
	if client := p.words(signSmall(), clientSide)["cpuprofile"]; client == words["cpuprofile"] {
		t.Errorf("both sides write %s", client)
	}
}
