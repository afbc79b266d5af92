package client_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"

	"seismark/client"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/engines"
)

// canned is a transport that answers every request alike.
type canned struct{ answer *http.Response }

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Body.Close()
	return c.answer, nil
}

// FuzzAnswer gives any answer to clients. One that asks for signed answers believes none, since nobody signs
// here: not even a fault is authenticated. Clients of all engines read the same.
func FuzzAnswer(f *testing.F) {
	f.Add(200, textXML, "", []byte(envelope(twoQuakes)))
	f.Add(500, textXML, "", []byte(envelope(`<s:Fault><faultcode>s:Client</faultcode><faultstring>x</faultstring></s:Fault>`)))
	f.Add(200, "text/html", "gzip", []byte(deflate(f, envelope(twoQuakes))))
	policies, made := []wssec.Policy{wssec.Plain(), wssec.Sign(suite)}, map[string]wssec.Engine{}
	for _, p := range policies {
		for _, name := range engines.Names() {
			made[p.Name+name] = engineOf(f, name, wssec.Initiator, p, nil)
		}
	}
	f.Fuzz(func(t *testing.T, status int, media, encoding string, body []byte) {
		for _, p := range policies {
			said := ""
			for i, name := range engines.Names() {
				answer := &http.Response{
					StatusCode: status, ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)),
					Header: http.Header{"Content-Type": {media}, "Content-Encoding": {encoding}},
				}
				c, err := client.New(client.Config{URL: "http://a/", Engine: made[p.Name+name], Transport: canned{answer}, MaxBytes: 1 << 20})
				if err != nil {
					t.Fatal(err)
				}
				var r seismic.Results
				err = c.Match(t.Context(), quake.Query{}, &r)
				if err == nil && (p.Name == "sign" || status != 200) {
					t.Errorf("%s: believed %q", p.Name, body)
				}
				if fault := (*client.FaultError)(nil); errors.As(err, &fault) && fault.Authenticated {
					t.Errorf("%s: an authenticated fault: %q", p.Name, body)
				}
				if err != nil && len(err.Error()) > 2000 {
					t.Errorf("an error of %d bytes", len(err.Error()))
				}
				now := fmt.Sprint(err != nil)
				if err == nil {
					now += fmt.Sprintf(" %d %+v %+v", r.Stated, r.Sets, r.Regions)
				}
				if i > 0 && now != said {
					t.Errorf("%s %s: %s, %s: %s", p.Name, name, now, engines.Names()[0], said)
				}
				said = now
			}
		}
	})
}
