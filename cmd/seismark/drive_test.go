package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// short is a service of another make: every answer holds one quake.
func short(t *testing.T, before func(call int32, w http.ResponseWriter) bool) *httptest.Server {
	var calls atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		if before != nil && !before(calls.Add(1), w) {
			return
		}
		w.Header().Set("Content-Type", "text/xml")
		io.WriteString(w, `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>`+
			`<results xmlns="http://ws.sosnoski.com/seismic/types" count="816"><result-set><area-name>A</area-name><regions count="0"/>`+
			`<quakes count="816"><quake magnitude="1"/></quakes></result-set></results></e:Body></e:Envelope>`)
	}))
	t.Cleanup(s.Close)
	return s
}

func driven(ctx context.Context, s *httptest.Server, o driving) (string, error) {
	o.Engine, o.Policy, o.Passes = "dom", "plain", max(o.Passes, 1)
	if o.Concurrency == nil {
		o.Concurrency = []int{1}
	}
	var out bytes.Buffer
	err := drive(ctx, o, []string{s.URL}, strings.NewReader(""), &out, io.Discard)
	return out.String(), err
}

// The quakes that were read count, not those that the service says it sent.
func TestDriveCountsQuakes(t *testing.T) {
	out, err := driven(t.Context(), short(t, nil), driving{Sequence: "large"})
	if codeOf(err) != exitWrong || out != "" || !strings.HasSuffix(err.Error(), ": 100 counted, the right total is 176745") {
		t.Errorf("%q, %v", out, err)
	}
}

// A service that dies after it has answered ends drive with 3.
func TestDriveServiceDies(t *testing.T) {
	for name, last := range map[string]func(w http.ResponseWriter){
		"cut off": func(w http.ResponseWriter) {
			c, _, _ := w.(http.Hijacker).Hijack()
			c.Close()
		},
		"in an answer": func(w http.ResponseWriter) {
			c, b, _ := w.(http.Hijacker).Hijack()
			b.WriteString("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 1000\r\n\r\n<e:Envel")
			b.Flush()
			c.Close()
		},
		"a web page": func(w http.ResponseWriter) { http.Error(w, "out of memory", http.StatusBadGateway) },
	} {
		for _, concurrency := range []int{1, 4} {
			s := short(t, func(call int32, w http.ResponseWriter) bool {
				if call <= 50 {
					return true
				}
				last(w)
				return false
			})
			out, err := driven(t.Context(), s, driving{Sequence: "small", Concurrency: []int{concurrency}})
			if strings.Contains(out, "Benchmark") || codeOf(err) != exitWrong || !strings.Contains(err.Error(), " of 1000: client: "+s.URL) {
				t.Errorf("%s: %q, %d %v", name, out, codeOf(err), err)
			}
			if concurrency == 1 && !strings.HasPrefix(err.Error(), "pass 1: call 51 of 1000: ") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestDriveIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := short(t, func(call int32, w http.ResponseWriter) bool {
		if call == 3 {
			cancel()
		}
		return true
	})
	if out, err := driven(ctx, s, driving{Sequence: "small"}); out != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("%q, %v", out, err)
	}

	// Also while it waits for the next step.
	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	silent, _ := io.Pipe()
	o := driving{Sequence: "small", Passes: 1, Concurrency: []int{1}, Step: true}
	o.Engine, o.Policy = "dom", "plain"
	if err := drive(ctx, o, []string{s.URL}, silent, io.Discard, io.Discard); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestCompare sets levels against the first that has a warm pass.
func TestCompare(t *testing.T) {
	var out strings.Builder
	levels := []throughput{{1, 2 * time.Millisecond}, {2, time.Millisecond}, {4, 0}, {8, 800 * time.Microsecond}}
	want := `# concurrency 1: 500 calls/s, 1.00 times as many as with 1
# concurrency 2: 1000 calls/s, 2.00 times as many as with 1
# concurrency 8: 1250 calls/s, 2.50 times as many as with 1
`
	if err := compare(&out, levels); err != nil || out.String() != want {
		t.Errorf("%v\n%s", err, out.String())
	}
	out.Reset()
	if err := compare(&out, levels[:1]); err != nil || out.Len() > 0 {
		t.Errorf("of one level: %v\n%s", err, out.String())
	}
}
