package client_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"seismark/client"
	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
)

const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"

func TestFaults(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		fault11 := func(code, attributes string) string {
			return envelope(`<s:Fault` + attributes + `><faultcode>` + code + `</faultcode><faultstring>Because</faultstring></s:Fault>`)
		}
		fault12 := `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Header/><e:Body><e:Fault><e:Code><e:Value>e:Sender</e:Value>` +
			`<e:Subcode><e:Value xmlns:w="` + wsse + `">w:MessageExpired</e:Value></e:Subcode></e:Code>` +
			`<e:Reason><e:Text xml:lang="en">Because</e:Text></e:Reason></e:Fault></e:Body></e:Envelope>`
		for _, c := range []struct {
			name   string
			policy wssec.Policy
			status int
			media  string
			body   string
			code   wssec.FaultCode
		}{
			{"plain", wssec.Plain(), 500, textXML, fault11("s:Client", ""), wssec.Client},
			{"status 200", wssec.Plain(), 200, textXML, fault11("s:Server", ""), wssec.Server},
			{"prefix on Fault", wssec.Plain(), 500, textXML, fault11("w:FailedCheck", ` xmlns:w="`+wsse+`"`), wssec.FailedCheck},
			{"prefix on Envelope", wssec.Plain(), 500, textXML,
				strings.Replace(fault11("w:FailedCheck", ""), "<s:Envelope", `<s:Envelope xmlns:w="`+wsse+`"`, 1), wssec.FailedCheck},
			{"unsigned where signed is asked", wssec.Sign(suite), 500, textXML, fault11("w:FailedCheck", ` xmlns:w="`+wsse+`"`), wssec.FailedCheck},
			{"in the clear where encrypted is asked", wssec.SignEncrypt(suite), 200, textXML, fault11("s:Server", ""), wssec.Server},
			{"SOAP 1.2", wssec.Plain(), 400, "application/soap+xml; charset=utf-8", fault12, wssec.MessageExpired},
			{"SOAP 1.2, unsigned", wssec.Sign(suite), 500, "application/soap+xml", fault12, wssec.MessageExpired},
			{"unknown code", wssec.Plain(), 500, "application/xml", fault11("s:Odd", ""), ""},
		} {
			call := w.call(t, c.policy, client.Config{}, reply(c.status, c.media, c.body))
			err := call.Match(t.Context(), quake.Query{}, new(seismic.Results))
			f := (*client.FaultError)(nil)
			if !errors.As(err, &f) {
				t.Errorf("%s: no fault: %v", c.name, err)
				continue
			}
			if f.Status != c.status || f.Fault.Code != c.code || f.Fault.Reason != "Because" || f.Authenticated {
				t.Errorf("%s: %+v", c.name, f)
			}
			if c.code != "" && !errors.Is(err, c.code) || !strings.HasSuffix(err.Error(), " (the fault is not signed)") || !strings.Contains(err.Error(), ": Because") {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	})
}

// A service that signs its faults is believed.
func TestSignedFault(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		p := wssec.Sign(suite)
		e := engine(t, wssec.Recipient, p, nil)
		c := w.call(t, p, client.Config{}, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			m, err := e.Open(body)
			if err != nil {
				t.Error(err)
				return
			}
			answer, err := e.Reply(nil, []byte(`<s:Fault xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">`+
				`<faultcode>s:Server</faultcode><faultstring>Out of quakes</faultstring></s:Fault>`), m)
			if err != nil {
				t.Error(err)
			}
			reply(500, textXML, string(answer))(w, r)
		})
		err := c.Match(t.Context(), quake.Query{}, new(seismic.Results))
		if f := (*client.FaultError)(nil); !errors.As(err, &f) || !f.Authenticated || f.Fault.Reason != "Out of quakes" || strings.Contains(err.Error(), "not signed") {
			t.Error(err)
		}
	})
}

// What a fault says is shown on one line, without what would move a terminal.
func TestFaultTextIsTamed(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		reason := "red \u009b31m\nline " + strings.Repeat("x", 2000)
		c := w.call(t, wssec.Plain(), client.Config{}, reply(500, textXML,
			envelope(`<s:Fault><faultcode>s:Client</faultcode><faultstring>`+reason+`</faultstring></s:Fault>`)))
		err := c.Match(t.Context(), quake.Query{}, new(seismic.Results))
		if err == nil || strings.ContainsAny(err.Error(), "\n\u009b") || len(err.Error()) > 700 {
			t.Errorf("%q", err)
		}
	})
}

func TestNoSOAPMessage(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		for _, c := range []struct {
			status      int
			media, body string
			text        string
		}{
			{502, "text/html", "<html><h1>Bad\n gateway</h1></html>", "HTTP 502 Bad Gateway, text/html: <html><h1>Bad gateway</h1></html>"},
			{200, "text/html; charset=utf-8", envelope(twoQuakes), "HTTP 200 OK, text/html; charset=utf-8: <s:Envelope"},
			{200, "application/json", "{}", "HTTP 200 OK, application/json: {}"},
			{202, "", "", "HTTP 202 Accepted, without a body"},
			{503, "text/plain", strings.Repeat("busy ", 500), "HTTP 503 Service Unavailable, text/plain: busy busy"},
			{500, textXML, "<a/>", "HTTP 500 Internal Server Error, text/xml; charset=utf-8: <a/>"},
			{404, textXML, envelope(twoQuakes), "HTTP 404 Not Found"},
		} {
			call := w.call(t, wssec.Plain(), client.Config{}, reply(c.status, c.media, c.body))
			err := call.Match(t.Context(), quake.Query{}, new(seismic.Results))
			a := (*client.AnswerError)(nil)
			if !errors.As(err, &a) || a.Status != c.status || !strings.Contains(err.Error(), "the answer is no SOAP message: "+c.text) || len(err.Error()) > 400 {
				t.Errorf("%d %s: %v", c.status, c.media, err)
			}
		}
		c := w.call(t, wssec.Plain(), client.Config{}, reply(200, textXML, "<a/>"))
		if err := c.Match(t.Context(), quake.Query{}, new(seismic.Results)); !errors.Is(err, wssec.Client) {
			t.Error(err)
		}
		c = w.call(t, wssec.Plain(), client.Config{}, reply(200, "", envelope(twoQuakes)))
		if err := c.Match(t.Context(), quake.Query{}, new(seismic.Results)); err != nil {
			t.Error("an answer without a content type: ", err)
		}
	})
}

func deflate(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAnswerBodies(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		good := envelope(twoQuakes)
		limit := len(good) + 100
		padded := good + strings.Repeat(" ", 101)
		encoded := func(encoding, body string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Encoding", encoding)
				reply(200, textXML, body)(w, r)
			}
		}
		chunked := func(body string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", textXML)
				w.(http.Flusher).Flush()
				io.WriteString(w, body)
			}
		}
		for _, c := range []struct {
			name   string
			answer http.HandlerFunc
			text   string // of the error
		}{
			{"chunked", chunked(good), ""},
			{"gzip, not asked for", encoded("gzip", deflate(t, good)), ""},
			{"x-gzip", encoded("X-GZIP", deflate(t, good)), ""},
			{"too long", reply(200, textXML, padded), "the answer is larger than"},
			{"too long, chunked", chunked(padded), "the answer is larger than"},
			{"gzip bomb", encoded("gzip", deflate(t, good+strings.Repeat(" ", 16<<20))), "the answer is larger than"},
			{"gzip, cut off", encoded("gzip", deflate(t, good)[:100]), "the answer was cut off"},
			{"no gzip", encoded("gzip", good), "inflating the answer: "},
			{"brotli", encoded("br", good), `the answer is encoded as "br", which was not asked for`},
			{"cut off", func(w http.ResponseWriter, r *http.Request) {
				conn, b, _ := w.(http.Hijacker).Hijack()
				b.WriteString("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 500\r\n\r\n<s:Env")
				b.Flush()
				conn.Close()
			}, "the answer was cut off"},
		} {
			call := w.call(t, wssec.Plain(), client.Config{MaxBytes: limit}, c.answer)
			var r seismic.Results
			err := call.Match(t.Context(), quake.Query{}, &r)
			if c.text == "" && (err != nil || r.Count() != 2) || c.text != "" && (err == nil || !strings.Contains(err.Error(), c.text)) {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	})
}

func TestGzipIsAskedFor(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		c := w.call(t, wssec.Plain(), client.Config{Gzip: true}, func(w http.ResponseWriter, r *http.Request) {
			z, err := gzip.NewReader(r.Body)
			if err != nil || r.Header.Get("Content-Encoding") != "gzip" || r.Header.Get("Accept-Encoding") != "gzip" {
				t.Error(err, r.Header)
				return
			}
			if body, err := io.ReadAll(z); err != nil || !bytes.Contains(body, []byte("matchQuakes")) {
				t.Errorf("%v %s", err, body)
			}
			w.Header().Set("Content-Encoding", "gzip")
			reply(200, textXML, deflate(t, envelope(twoQuakes)))(w, r)
		})
		var r seismic.Results
		if err := c.Match(t.Context(), quake.Query{}, &r); err != nil || r.Count() != 2 {
			t.Error(err)
		}
	})
}
