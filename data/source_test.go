package data

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func TestOpenFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "quakes.txt")
	if err := os.WriteFile(path, []byte(goodLine), 0o600); err != nil {
		t.Fatal(err)
	}
	source, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	if source.Name != path || source.Size != int64(len(goodLine)) {
		t.Errorf("%q of %d bytes", source.Name, source.Size)
	}
	if quakes, _, err := Import(t.Context(), source, Options{}); err != nil || len(quakes) != 1 {
		t.Errorf("%d quakes, %v", len(quakes), err)
	}
}

func TestOpenRefuses(t *testing.T) {
	if _, err := Open(t.Context(), filepath.Join(t.TempDir(), "none.csv")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	for source, want := range map[string]string{
		t.TempDir():            "is a folder: want a file in it",
		"ftp://host/x":         "data: ftp://host/x: want a file, an http or https address, or - for the standard input",
		"http://":              `data: address "http://": want http://host/path`,
		"http://127.0.0.1:1/x": "data: http://127.0.0.1:1/x: dial tcp 127.0.0.1:1: connect: connection refused",
	} {
		if _, err := Open(t.Context(), source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", source, err, want)
		}
	}
}

func TestFetch(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, gzipped(csvHead+goodCSV)) // as a .gz file, not as a content coding
	})
	source, err := Open(t.Context(), strings.Replace(address, "http://", "HTTP://me:secret@", 1)+"/month.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	if strings.Contains(source.Name, "secret") || !strings.Contains(source.Name, "/month.csv.gz") {
		t.Errorf("name %q", source.Name)
	}
	if quakes, report, err := Import(t.Context(), source, Options{}); err != nil || len(quakes) != 1 {
		t.Errorf("%d quakes, %+v, %v", len(quakes), report, err)
	}
}

func TestFetchSaysTheStatus(t *testing.T) {
	for _, c := range []struct {
		status     int
		body, want string
	}{
		{404, "", "the server answers 404 Not Found"},
		{400, "Error 400: Bad start time\nmore", `the server answers 400 Bad Request: "Error 400: Bad start time"`},
		{500, strings.Repeat("x\x00", 1000), `the server answers 500 Internal Server Error: "x\x00x`},
		{204, "", "the server has no events for this search (204 No Content)"},
	} {
		address := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(c.status)
			io.WriteString(w, c.body)
		})
		_, err := Open(t.Context(), address+"/x")
		if err == nil || !strings.HasPrefix(err.Error(), "data: "+address+"/x: "+c.want) || len(err.Error()) > 1500 {
			t.Errorf("%d: error %v, want %s", c.status, err, c.want)
		}
	}
}

func TestFetchIsBounded(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for range 1000 {
			io.WriteString(w, strings.Repeat(goodLine, 100))
		}
	})
	f := newFetcher()
	f.limit = 100_000
	source, err := f.fetch(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	if _, _, err := Import(t.Context(), source, Options{}); err == nil || !strings.Contains(err.Error(), "more than 100000 bytes") {
		t.Errorf("error %v", err)
	}
}

func TestFetchGivesUp(t *testing.T) {
	release := make(chan struct{})
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, goodLine)
		w.(http.Flusher).Flush()
		<-release
	})
	defer close(release)
	f := newFetcher()
	f.stall = 50 * time.Millisecond
	source, err := f.fetch(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	if _, _, err := Import(t.Context(), source, Options{Source: "x"}); err == nil || err.Error() != "data: x: nothing came for 50ms" {
		t.Errorf("error %v", err)
	}
}

func TestFetchStopsWithTheContext(t *testing.T) {
	arrived, release := make(chan struct{}), make(chan struct{})
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-release
	})
	defer close(release)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	if _, err := Open(ctx, address); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestRedirects(t *testing.T) {
	secure, _ := http.NewRequest(http.MethodGet, "https://host/a", nil)
	plain, _ := http.NewRequest(http.MethodGet, "http://host/b", nil)
	if err := checkRedirect(plain, []*http.Request{secure}); err == nil || err.Error() != "redirected from https to http" {
		t.Errorf("to http: %v", err)
	}
	if err := checkRedirect(secure, []*http.Request{plain}); err != nil {
		t.Errorf("to https: %v", err)
	}
	if err := checkRedirect(plain, make([]*http.Request, 10)); err == nil {
		t.Error("eleven redirects")
	}
}
