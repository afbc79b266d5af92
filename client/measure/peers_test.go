package measure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// peersFolder is a folder of peers with files by their paths.
func peersFolder(t *testing.T, files map[string]string) string {
	dir := filepath.Join(t.TempDir(), "[pe*rs]") // a pattern's letters in its path mean themselves
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func named(name string) string { return strings.Replace(goodStack, "cxf-stax", name, 1) }

func TestFindPeers(t *testing.T) {
	dir := peersFolder(t, map[string]string{
		"cxf/stack-stax.yaml": named("cxf-stax"), "cxf/stack-dom.yaml": named("cxf-dom"), "metro/stack.yaml": named("metro"),
		"metro/stacks.yaml": "no stack file", "stack.yaml": named("too-high"), "metro/src/stack.yaml": named("too-deep"),
	})
	list, err := Peers(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range list {
		names = append(names, s.Name+" of "+s.Peer())
	}
	if want := []string{"cxf-dom of cxf", "cxf-stax of cxf", "metro of metro"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	s, err := FindStack("cxf-dom", dir)
	if err != nil || s.Name != "cxf-dom" || s.Dir != filepath.Join(dir, "cxf") {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := FindStack("cfx-dom", dir); err == nil || err.Error() !=
		`measure: no stack "cfx-dom": choose from seismark-dom, seismark-stream, cxf-dom, cxf-stax, metro, or give the path of a stack.yaml` {
		t.Error(err)
	}
}

// TestWrongPeers has good stacks beside files that are wrong.
func TestWrongPeers(t *testing.T) {
	dir := peersFolder(t, map[string]string{
		"a/stack.yaml": named("good"), "b/stack.yaml": "name: [", "c/stack.yaml": named("good"), "d/stack.yaml": named("seismark-dom"),
	})
	list, err := Peers(dir)
	if len(list) != 1 || list[0].Name != "good" {
		t.Errorf("%+v", list)
	}
	for _, want := range []string{"b/stack.yaml:1: ", "c/stack.yaml: the name good is that of " + dir + "/a/stack.yaml", "d/stack.yaml: the name seismark-dom is that of a stack of ours"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := FindStack("good", dir); err != nil {
		t.Error(err)
	}
	if _, err := FindStack("bad", dir); err == nil || !strings.Contains(err.Error(), "choose from seismark-dom, seismark-stream, good, or mend measure: stack ") || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}

func TestBuild(t *testing.T) {
	make := func(command, produces, needs string) Stack {
		text := strings.Replace(goodStack, "{command: [mvn, -q, package], produces: target/peer.jar, needs: [java, mvn]}",
			"{command: [sh, -c, '"+command+"'], produces: "+produces+", needs: ["+needs+"]}", 1)
		dir := peersFolder(t, map[string]string{"x/stack.yaml": text})
		s, err := FindStack("cxf-stax", dir)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := make(`echo in {dir}; touch it`, "it", "sh, mvn-of-nobody, cc-of-nobody")
	if got := s.Missing(); !slices.Equal(got, []string{"mvn-of-nobody", "cc-of-nobody"}) {
		t.Errorf("missing: %q", got)
	}
	var out strings.Builder
	if err := s.Built(); err == nil || !strings.HasPrefix(err.Error(), "cxf-stax is not built: there is no it in ") {
		t.Error(err)
	}
	if err := s.Make(t.Context(), "", &out); err != nil || s.Built() != nil || out.String() != "in "+s.Dir+"\n" {
		t.Errorf("%v, %q", err, &out)
	}
	s = make("echo why; exit 3", "it", "")
	out.Reset()
	if err := s.Make(t.Context(), "", &out); err == nil || err.Error() != "x: the build fails: sh -c echo why; exit 3: exit status 3" || out.String() != "why\n" {
		t.Errorf("%v, %q", err, &out)
	}
	s = make("true", "it", "")
	if err := s.Make(t.Context(), "", &out); err == nil || !strings.HasPrefix(err.Error(), "x: the build comes to its end, but cxf-stax is not built: there is no it in ") {
		t.Error(err)
	}
	s = make("sleep 60 & sleep 60", "it", "")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := s.Make(ctx, "", &out); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > stopGrace {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}

func TestPackagesOf(t *testing.T) {
	if got := PackagesOf([]string{"java", "mvn", "keytool", "make"}); !slices.Equal(got, []string{"default-jdk-headless", "maven", "make"}) {
		t.Errorf("%q", got)
	}
}
