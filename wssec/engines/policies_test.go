package engines

import (
	"fmt"
	"testing"
	"time"

	"seismark/wssec"
	"seismark/wssec/enginetest"
)

// TestOddPolicies lets every engine write and all open what no policy of the list asks for.
func TestOddPolicies(t *testing.T) {
	body, stamp, addressing := wssec.PartBody, wssec.PartTimestamp, wssec.PartAddressing
	for i, p := range []wssec.Protection{
		{Lifetime: time.Minute},
		{Login: true, Lifetime: time.Minute},
		{Sign: []wssec.Part{body}},
		{Sign: []wssec.Part{stamp}, Lifetime: time.Minute},
		{Sign: []wssec.Part{stamp, body}, Lifetime: time.Minute, Login: true},
		{Encrypt: []wssec.Part{body}},
		{Encrypt: []wssec.Part{body}, Login: true, Lifetime: time.Minute},
		{Encrypt: []wssec.Part{body}, Sign: []wssec.Part{addressing, body}},
	} {
		policy := wssec.Policy{Name: "odd", Suite: wssec.Basic256Sha256GCM, Request: p, Response: p}
		policy.Response.Login = false
		for first, name := range Names() {
			t.Run(fmt.Sprintf("%d/%s", i, name), func(t *testing.T) {
				client, err := newTwin(t, first, enginetest.Config(wssec.Initiator, policy))
				if err != nil {
					t.Fatal(err)
				}
				server, err := newTwin(t, first, enginetest.Config(wssec.Recipient, policy))
				if err != nil {
					t.Fatal(err)
				}
				ask, err := client.Seal(nil, []byte("<ask a='1'/>"))
				if err != nil {
					t.Fatal(err)
				}
				request, err := server.Open(ask)
				if err != nil {
					t.Fatalf("%v\n%s", err, ask)
				}
				request.Signer = enginetest.Config(wssec.Initiator, policy).Self.Certificate // also where nobody signed
				answer, err := server.Reply(nil, []byte("<answer/>"), request)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := client.Open(answer); err != nil {
					t.Fatalf("%v\n%s", err, answer)
				}
			})
		}
	}
	empty := wssec.Sign(wssec.Basic256Sha256GCM)
	empty.Request.Sign = []wssec.Part{addressing}
	for _, name := range Names() {
		if _, err := New(name, enginetest.Config(wssec.Initiator, empty)); err == nil {
			t.Errorf("%s would write a signature over nothing", name)
		}
	}
}
