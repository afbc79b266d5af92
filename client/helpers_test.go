package client_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"sync"
	"testing"

	"seismark/client"
	"seismark/wssec"
	"seismark/wssec/engines"
	"seismark/wssec/keystore"
)

// testKeys makes keys once for all tests.
var testKeys = sync.OnceValues(func() (*keystore.Keys, error) {
	dir, err := os.MkdirTemp("", "seismark-keys")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return keystore.Init(dir, keystore.Options{})
})

// engine makes the dom engine of a role; change may be nil.
func engine(t testing.TB, role wssec.Role, p wssec.Policy, change func(*wssec.Config)) wssec.Engine {
	t.Helper()
	return engineOf(t, "dom", role, p, change)
}

func engineOf(t testing.TB, name string, role wssec.Role, p wssec.Policy, change func(*wssec.Config)) wssec.Engine {
	t.Helper()
	keys, err := testKeys()
	if err != nil {
		t.Fatal(err)
	}
	config := keys.Config(role, p)
	config.Login = wssec.Login{Name: "seismic", Password: "tremor"}
	config.Admit = func(l wssec.Login) bool { return l == config.Login }
	if change != nil {
		change(&config)
	}
	e, err := engines.New(name, config)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// way is a transport and an engine of the client.
type way struct {
	lean   bool
	engine string
}

// onAll runs a test over each transport and each engine, though not each with each.
func onAll(t *testing.T, test func(t *testing.T, w way)) {
	t.Run("net,dom", func(t *testing.T) { test(t, way{false, "dom"}) })
	t.Run("lean,stream", func(t *testing.T) { test(t, way{true, "stream"}) })
}

// make makes the way's engine of a role; change may be nil.
func (w way) make(t testing.TB, role wssec.Role, p wssec.Policy, change func(*wssec.Config)) wssec.Engine {
	t.Helper()
	return engineOf(t, w.engine, role, p, change)
}

// call makes a client of a server that answers as it is told.
func (w way) call(t testing.TB, p wssec.Policy, c client.Config, answer http.HandlerFunc) *client.Client {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	c.Lean = w.lean
	c.URL = s.URL + "/seismic/" + p.Name
	if c.Engine == nil {
		c.Engine = w.make(t, wssec.Initiator, p, nil)
	}
	made, err := client.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.Close)
	return made
}

// reply answers every request alike.
func reply(status int, media, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"] = []string{media}
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		w.Write([]byte(body))
	}
}

const textXML = "text/xml; charset=utf-8"

func envelope(content string) string {
	return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>` + content + `</s:Body></s:Envelope>`
}

// twoQuakes is an answer as another service may write it.
const twoQuakes = `<t:results xmlns:t="http://ws.sosnoski.com/seismic/types" count="7"><t:result-set>` +
	`<t:area-name>Somewhere</t:area-name><t:regions count="1"><t:region ident="r1" index="5">HERE</t:region></t:regions>` +
	`<t:quakes count="2"><t:quake time="2001-08-09T22:48:39Z" millis="5" latitude="1.5" longitude="-2" depth="33" magnitude="4.5" method="Mb" region="r1"/>` +
	`<t:quake time="2001-08-09T22:48:40Z" millis="0" latitude="1" longitude="2" depth="3" magnitude="4" method="Ml" region="r1"/>` +
	`</t:quakes></t:result-set></t:results>`
