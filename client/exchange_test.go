package client_test

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"testing"

	"seismark/client"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

// TestAnswersReferToRequests has answers that confirm the signature of their request, and are encrypted under its
// key, of many calls at a time.
func TestAnswersReferToRequests(t *testing.T) {
	p := wssec.SignEncrypt(suite)
	p.Response.Confirm, p.Response.EncryptionKey = true, wssec.ByEncryptedKeySHA1
	onAll(t, func(t *testing.T, w way) {
		server := w.make(t, wssec.Recipient, p, nil)
		var mu sync.Mutex
		var first []byte // answer
		swapped := false
		c := w.call(t, p, client.Config{}, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			request, err := server.Open(body)
			if err != nil {
				t.Error(err)
				return
			}
			answer, err := server.Reply(nil, []byte(twoQuakes), request)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			if first == nil {
				first = answer
			}
			if swapped {
				answer = first
			}
			reply(200, textXML, string(answer))(w, r)
		})
		var calls sync.WaitGroup
		for range 4 {
			calls.Go(func() {
				var r seismic.Results
				for range 5 {
					if err := c.Match(t.Context(), quake.Query{}, &r); err != nil || r.Count() != 2 {
						t.Errorf("%d quakes, %v", r.Count(), err)
					}
				}
			})
		}
		calls.Wait()
		mu.Lock()
		swapped = true
		mu.Unlock()
		var r seismic.Results
		if err := c.Match(t.Context(), quake.Query{}, &r); !errors.Is(err, wssec.SecurityTokenUnavailable) {
			t.Errorf("the answer to another request: %v", err)
		}
	})
}
