package server_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"seismark/server"
	"seismark/wssec"
)

// sealed is a message of a client with a payload of choice.
func sealed(t testing.TB, p wssec.Policy, payload string) string {
	t.Helper()
	b, err := engine(t, wssec.Initiator, p).Seal(nil, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func matchQuakes(content string) string {
	return `<matchQuakes xmlns="http://ws.sosnoski.com/seismic/types">` + content + `</matchQuakes>`
}

func TestFaults(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		var log journal
		c := config(t, wssec.Basic256Sha256GCM, w)
		c.Log = log.logger()
		root := start(t, c)

		sign, signencr := wssec.Sign(wssec.Basic256Sha256GCM), wssec.SignEncrypt(wssec.Basic256Sha256GCM)
		soap12 := strings.ReplaceAll(envelope, "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope")
		wrong := `<min-date>2001-13-01T00:00:00Z</min-date>`
		const badValue = `The query does not follow the contract: the value "2001-13-01T00:00:00Z" of min-date: no such month, day, hour, minute or second`
		for _, tc := range []struct {
			name, policy, body string
			status             int
			want               fault
			log                string
		}{
			{"no XML", "plain", "hello", 500, fault{"1.1", "soap:Client", wssec.Client.Sentence()}, "code=Client"},
			{"empty", "plain", "", 500, fault{"1.1", "soap:Client", wssec.Client.Sentence()}, "code=Client"},
			{"no SOAP", "plain", "<a/>", 500, fault{"1.1", "soap:Client", wssec.Client.Sentence()}, "not a SOAP Envelope"},
			{"other SOAP", "plain", strings.Replace(envelope, "xmlsoap", "xmlsop", 1), 500,
				fault{"1.1", "soap:VersionMismatch", wssec.VersionMismatch.Sentence()}, "code=VersionMismatch"},
			{"other payload", "plain", strings.ReplaceAll(envelope, "matchQuakes", "matchShakes"), 500,
				fault{"1.1", "soap:Client", "The query does not follow the contract: "}, "matchShakes"},
			{"bad value", "plain", strings.Replace(envelope, "<min-mag>5</min-mag>", wrong, 1), 500, fault{"1.1", "soap:Client", badValue}, "the value of min-date: no such month"},
			{"bad value, SOAP 1.2", "plain", strings.Replace(soap12, "<min-mag>5</min-mag>", wrong, 1), 400, fault{"1.2", "soap:Sender", badValue}, ""},
			{"bad value, signed", "sign", sealed(t, sign, matchQuakes(wrong)), 500, fault{"1.1", "soap:Client", badValue}, ""},
			{"bad value, encrypted", "signencr", sealed(t, signencr, matchQuakes(wrong)), 500,
				fault{"1.1", "soap:Client", "The value of min-date is not valid"}, ""},
			{"other payload, encrypted", "signencr", sealed(t, signencr, `<secret xmlns="urn:x"/>`), 500,
				fault{"1.1", "soap:Client", "The query does not follow the contract"}, ""},
			{"no login", "username", envelope, 500, fault{"1.1", "wsse:InvalidSecurity", wssec.InvalidSecurity.Sentence()}, "no UsernameToken|message has none"},
			{"unsigned", "sign", envelope, 500, fault{"1.1", "wsse:InvalidSecurity", wssec.InvalidSecurity.Sentence()}, "the message has none"},
			{"unsigned, SOAP 1.2", "sign", soap12, 400, fault{"1.2", "soap:Sender wsse:InvalidSecurity", wssec.InvalidSecurity.Sentence()}, ""},
			{"not encrypted", "signencr", sealed(t, sign, matchQuakes("")), 500, fault{"1.1", "wsse:InvalidSecurity", wssec.InvalidSecurity.Sentence()}, "came in the clear"},
			{"tampered", "sign", strings.Replace(sealed(t, sign, matchQuakes("<min-mag>5</min-mag>")), ">5<", ">4<", 1), 500,
				fault{"1.1", "wsse:FailedCheck", wssec.FailedCheck.Sentence()}, "code=FailedCheck"},
		} {
			before := len(log.String())
			response, text := send(t, "POST", root+"/seismic/"+tc.policy, tc.body, "Content-Type", "text/xml")
			got := readFault(t, text)
			exact := got == tc.want || strings.HasSuffix(tc.want.reason, ": ") && strings.HasPrefix(got.reason, tc.want.reason)
			if response.StatusCode != tc.status || !exact {
				t.Errorf("%s: %d %+v, want %d %+v", tc.name, response.StatusCode, got, tc.status, tc.want)
			}
			if line := log.String()[before:]; !regexp.MustCompile(tc.log).MatchString(line) || strings.Contains(line, "2001-13") {
				t.Errorf("%s: the log says %s", tc.name, line)
			}
			want := "text/xml; charset=utf-8"
			if tc.want.version == "1.2" {
				want = "application/soap+xml; charset=utf-8"
			}
			if got := response.Header.Get("Content-Type"); got != want {
				t.Errorf("%s: content type %s", tc.name, got)
			}
		}
	})
}

// The codes of WS-Security are in their own namespace, whatever their prefix.
func TestFaultNamespace(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		root := start(t, config(t, wssec.Basic256Sha256GCM, w))
		_, text := send(t, "POST", root+"/seismic/sign", envelope)
		if !strings.Contains(text, `xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd">wsse:InvalidSecurity<`) {
			t.Error(text)
		}
	})
}

func TestPasswordsStayInside(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		var log journal
		c := config(t, wssec.Basic256Sha256GCM, w)
		c.Log = log.logger()
		root := start(t, c)
		body := strings.Replace(sealed(t, wssec.Username(), matchQuakes("")), ">tremor<", ">hunter2<", 1)
		_, text := send(t, "POST", root+"/seismic/username", body)
		if f := readFault(t, text); f.code != "wsse:FailedAuthentication" {
			t.Error(f)
		}
		for _, word := range []string{"hunter2", "tremor"} {
			if strings.Contains(text, word) || strings.Contains(log.String(), word) {
				t.Errorf("%s got out: %s, %s", word, text, log.String())
			}
		}
	})
}

// Every failure to decrypt looks the same from outside: same status, same octets.
func TestDecryptionFailuresAreAlike(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		for _, suite := range suites() {
			root := start(t, config(t, suite, w))
			good := sealed(t, wssec.SignEncrypt(suite), matchQuakes("<min-mag>5</min-mag>"))
			values := regexp.MustCompile(`CipherValue>([^<]+)<`).FindAllStringSubmatchIndex(good, -1)
			if len(values) != 2 {
				t.Fatalf("%d cipher values", len(values))
			}
			var first string
			for v, at := range values {
				for _, flip := range []struct {
					where string
					index func(n int) int
				}{
					{"start", func(int) int { return 0 }}, {"middle", func(n int) int { return n / 2 }}, {"end", func(n int) int { return n - 1 }},
				} {
					bad := good[:at[2]] + flipped(t, good[at[2]:at[3]], flip.index) + good[at[3]:]
					response, text := send(t, "POST", root+"/seismic/signencr", bad)
					answer := fmt.Sprint(response.StatusCode, response.Header["Content-Type"], text)
					if first == "" {
						first = answer
					}
					if answer != first || !strings.Contains(text, "wsse:FailedCheck") {
						t.Errorf("%s, value %d, %s: %s\nfirst: %s", suite, v, flip.where, answer, first)
					}
				}
			}
		}
	})
}

func flipped(t *testing.T, text string, index func(int) int) string {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	b[index(len(b))] ^= 1
	return base64.StdEncoding.EncodeToString(b)
}

// panicking is an engine that has a fault of its own.
type panicking struct{ wssec.Engine }

func (p panicking) Open(envelope []byte) (*wssec.Message, error) {
	if bytes.Contains(envelope, []byte("panic")) {
		panic("secret of the engine")
	}
	return p.Engine.Open(envelope)
}

func TestPanic(t *testing.T) {
	onAll(t, func(t *testing.T, w way) {
		var log journal
		c := server.Config{Lean: w.lean, Store: store(), Log: log.logger(), Endpoints: []server.Endpoint{
			{Policy: wssec.Plain(), Engine: panicking{w.make(t, wssec.Recipient, wssec.Plain())}},
		}}
		root := start(t, c)
		response, text := send(t, "POST", root+"/seismic/plain", "panic")
		if f := readFault(t, text); response.StatusCode != 500 || f != (fault{"1.1", "soap:Server", wssec.Server.Sentence()}) {
			t.Errorf("%d %+v", response.StatusCode, f)
		}
		if strings.Contains(text, "secret") || !strings.Contains(log.String(), "secret of the engine") || !strings.Contains(log.String(), "panicking.Open") {
			t.Errorf("%s\n%s", text, log.String())
		}
		if response, _ := send(t, "POST", root+"/seismic/plain", envelope); response.StatusCode != http.StatusOK {
			t.Error("the server does not go on")
		}
	})
}
