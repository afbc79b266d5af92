package measure

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"seismark/wssec"
)

// TestRefused knows the ways in which other people's servers refuse a message, and what is no refusal.
func TestRefused(t *testing.T) {
	const head = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:other">`
	security := `<s:Header><w:Security xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" s:mustUnderstand="1"/></s:Header>`
	fault := `<s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>`
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		want   outcome
	}{
		{"a fault", says(500, head+fault), refused},
		{"a fault with status 200", says(200, head+fault), refused},
		{"a fault behind a security header of its own", says(200, head+security+fault), refused},
		{"a fault of SOAP 1.2", says(400, `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><e:Fault/></e:Body></e:Envelope>`), refused},
		{"an error of HTTP", says(403, "go away"), refused},
		{"nothing", says(200, ""), refused},
		{"the end of the connection", func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			panic(http.ErrAbortHandler)
		}, refused},
		{"an answer", says(200, head+`<s:Body><o:results/></s:Body></s:Envelope>`), took},
		{"an answer that nobody can read", says(200, "results"), took},
		{"an answer that speaks of a fault", says(200, head+`<s:Body><o:Fault/></s:Body></s:Envelope>`), took},
	} {
		server := httptest.NewServer(c.answer)
		config := wssec.Config{Role: wssec.Initiator, Policy: wssec.Plain()}
		caller := newCaller(server.URL, config, wssec.Identity{})
		bad := good()
		bad.name = "bad"
		got, err := caller.try(t.Context(), bad, saying{payload: []byte(`<q xmlns=""/>`)})
		if err != nil || got != c.want {
			t.Errorf("%s: outcome %v, %v; want %v", c.name, got, err, c.want)
		}
		server.Close()
		if _, err := caller.try(t.Context(), bad, saying{payload: []byte(`<q xmlns=""/>`)}); err == nil {
			t.Errorf("%s: a server that is gone refuses", c.name)
		}
	}
}

func says(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, text)
	}
}
