package server_test

import (
	"encoding/xml"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"seismark/server"
	"seismark/wssec"
)

// FuzzPost sends anything to every policy. What comes back is an answer or a fault, well-formed and of a
// known status, and a secured path answers only what a client with its key sealed.
func FuzzPost(f *testing.F) {
	suite := wssec.Basic256Sha256GCM
	s, err := server.New(config(f, suite, ways[0]))
	if err != nil {
		f.Fatal(err)
	}
	policies := wssec.Policies(suite)
	for i, p := range policies {
		f.Add(uint8(i), "text/xml", "", []byte(sealed(f, p, matchQuakes("<min-mag>5</min-mag>"))))
	}
	f.Add(uint8(0), "application/soap+xml; charset=utf-8", "gzip", []byte(deflate(f, envelope)))
	f.Add(uint8(2), "text/xml", "identity", []byte(envelope))
	f.Fuzz(func(t *testing.T, policy uint8, media, encoding string, body []byte) {
		p := policies[int(policy)%len(policies)]
		r := httptest.NewRequest("POST", server.Path(p.Name), strings.NewReader(string(body)))
		r.Header["Content-Type"], r.Header["Content-Encoding"] = []string{media}, []string{encoding}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if !slices.Contains([]int{200, 400, 413, 415, 500}, w.Code) {
			t.Fatalf("status %d", w.Code)
		}
		var e struct{ Body struct{ Fault *struct{} } }
		if err := xml.Unmarshal(w.Body.Bytes(), &e); err != nil {
			t.Fatalf("%v in %s", err, w.Body)
		}
		if (e.Body.Fault == nil) != (w.Code == 200) {
			t.Errorf("status %d with %s", w.Code, w.Body)
		}
		if strings.Contains(w.Body.String(), ">soap:Server<") {
			t.Errorf("a message made us fail: %q", body)
		}
	})
}
