package measure

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// freePort asks the system for a port that nobody listens on.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("measure: no free port: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// wait returns once the server listens, with the root of its URLs: the one that it told, or base.
func (r Ready) wait(ctx context.Context, server *process, base string, limit time.Duration) (string, error) {
	if r.HTTP != "" {
		return base, poll(ctx, server, base+r.HTTP, limit)
	}
	line, err := server.await(ctx, limit)
	if err != nil {
		return "", err
	}
	if url := strings.TrimSpace(strings.TrimPrefix(line, r.Line)); strings.HasPrefix(url, "http://") {
		base = strings.TrimRight(url, "/")
	}
	return base, nil
}

// poll asks for a URL until it answers 200.
func poll(ctx context.Context, server *process, url string, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for client := newHTTP(); ; {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		if answer, err := client.Do(req); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%s: %w for %v", url, errSilent, limit)
		}
		if server.endsWithin(50 * time.Millisecond) {
			return fmt.Errorf("%s: %w", server.side, errEnded)
		}
	}
}
