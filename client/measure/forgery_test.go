package measure

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"seismark/quake"
	"seismark/quake/seismic"
	"seismark/wssec"
	"seismark/wssec/engines"
	"seismark/wssec/keystore"
	"seismark/wssec/soap"
)

// forging is a forger of requests and what they say.
type forging struct {
	*forger
	keys   *keystore.Keys
	policy wssec.Policy
	said   saying
}

func forge(t *testing.T, policy wssec.Policy) forging {
	t.Helper()
	dir, err := testKeys()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := keystore.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := newStranger(keys.Client.Certificate)
	if err != nil {
		t.Fatal(err)
	}
	p := &prover{measurement: &measurement{Plan: &Plan{Store: fakeStore()}}}
	said, err := p.request(fakeSequence(t))
	if err != nil {
		t.Fatal(err)
	}
	return forging{&forger{keys.Config(wssec.Initiator, policy), stranger}, keys, policy, said}
}

// open opens a request with an engine that takes some algorithms more.
func (f forging) open(t *testing.T, engine string, envelope []byte, accept ...wssec.Algorithm) (*wssec.Message, error) {
	t.Helper()
	c := f.keys.Config(wssec.Recipient, f.policy)
	c.Accept = accept
	e, err := engines.New(engine, c)
	if err != nil {
		t.Fatal(err)
	}
	return e.Open(envelope)
}

// TestDowngrades are refused for their algorithms, and for nothing else.
func TestDowngrades(t *testing.T) {
	for _, c := range []struct {
		name  string
		added wssec.Algorithm
	}{
		{"signed by RSA with SHA-1", wssec.RSASHA1},
		{"with digests by SHA-1", wssec.SHA1},
		{"encrypted by AES-128-CBC", wssec.AES128CBC},
	} {
		for _, suite := range []wssec.Suite{wssec.Basic256Sha256GCM, wssec.Basic256Sha256} {
			f := forge(t, wssec.SignEncrypt(suite))
			envelope, err := forgeryNamed(t, c.name).make(f.forger, f.said)
			if err != nil {
				t.Fatal(err)
			}
			for _, engine := range engines.Names() {
				_, err := f.open(t, engine, envelope)
				if fault := (*wssec.FaultError)(nil); !errors.As(err, &fault) || fault.Code != wssec.UnsupportedAlgorithm {
					t.Errorf("%s, %s, %s: %v", engine, suite, c.name, err)
				}
				m, err := f.open(t, engine, envelope, c.added)
				if err != nil || !bytes.Contains(m.Body, f.said.payload) {
					t.Errorf("%s, %s, %s where %s is allowed: %v", engine, suite, c.name, c.added, err)
				}
			}
		}
	}
}

func forgeryNamed(t *testing.T, name string) forgery {
	t.Helper()
	all := forgeries()
	i := slices.IndexFunc(all, func(f forgery) bool { return f.name == name })
	if i < 0 {
		t.Fatalf("no bad message %q", name)
	}
	return all[i]
}

// TestWrappings hold the signed Body, which is good where it is put back, and the other one in its place.
func TestWrappings(t *testing.T) {
	for _, policy := range []wssec.Policy{wssec.Sign(wssec.Basic256Sha256), wssec.SignEncrypt(wssec.Basic256Sha256)} {
		f := forge(t, policy)
		tried := 0
		for _, w := range wrappings() {
			if !w.applies(directionTo(serverSide, policy)) {
				continue
			}
			tried++
			envelope, err := w.make(f.forger, f.said)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(envelope, []byte("<soap:Body ")); n != 2 {
				t.Fatalf("%s: %d Bodies", w.name, n)
			}
			moved, last, _ := bytes.Cut(envelope, []byte("</soap:Body>"))
			moved = append(moved[bytes.Index(moved, []byte("<soap:Body ")):], "</soap:Body>"...)
			last = last[bytes.Index(last, []byte("<soap:Body ")):]
			last = last[:bytes.Index(last, []byte("</soap:Body>"))+len("</soap:Body>")]
			same := bytes.Equal(bodyID.FindSubmatch(moved)[1], bodyID.FindSubmatch(last)[1])
			if same != strings.HasSuffix(w.name, "with the same Id") {
				t.Errorf("%s: one Id: %v", w.name, same)
			}
			hidden := len(policy.Request.Encrypt) > 0 && !strings.HasSuffix(w.name, "unencrypted")
			if bytes.Contains(last, f.said.other) == hidden {
				t.Errorf("%s: the other Body is %s", w.name, last)
			}
			back := bytes.Replace(bytes.Replace(envelope, last, nil, 1), moved, nil, 1)
			for _, empty := range []string{wrapper.start + wrapper.end, "<ds:Object></ds:Object>"} {
				back = bytes.Replace(back, []byte(empty), nil, 1)
			}
			back = bytes.Replace(back, []byte("</soap:Envelope>"), append(moved, "</soap:Envelope>"...), 1)
			for _, engine := range engines.Names() {
				if m, err := f.open(t, engine, envelope); err == nil {
					t.Errorf("%s, %s: opened as %s", engine, w.name, m.Body)
				}
				if key := encryptedKey.Find(back); bytes.Count(key, []byte("<xenc:EncryptedKey")) == 2 {
					one := key[:bytes.Index(key, []byte("</xenc:EncryptedKey>"))+len("</xenc:EncryptedKey>")]
					back = bytes.Replace(back, one, nil, 1)
				}
				if m, err := f.open(t, engine, back); err != nil || !bytes.Contains(m.Body, f.said.payload) {
					t.Errorf("%s, %s put back: %v", engine, w.name, err)
				}
			}
		}
		if want := 4 * (2 + len(policy.Request.Encrypt)); tried != want {
			t.Errorf("%s: %d wrappings, want %d", policy.Name, tried, want)
		}
	}
}

// TestOwnEnginesRefuse every bad request of every suite that there are keys for, and every bad answer.
func TestOwnEnginesRefuse(t *testing.T) {
	for _, policy := range []wssec.Policy{
		wssec.Sign(wssec.Basic256Sha256GCM), wssec.SignEncrypt(wssec.Basic256Sha256GCM), wssec.SignEncrypt(wssec.Basic256Sha256),
		wssec.SignEncrypt(wssec.Basic128Sha256), wssec.SignEncrypt(wssec.Basic256Sha256GCMPSS), wssec.SignEncrypt(wssec.Basic256Sha256GCMOAEP256),
	} {
		f := forge(t, policy)
		asked, err := f.seal(f.said)
		if err != nil {
			t.Fatal(err)
		}
		request, err := f.open(t, "dom", asked)
		if err != nil {
			t.Fatal(err)
		}
		server := &forger{f.keys.Config(wssec.Recipient, policy), f.stranger}
		answers := seismic.AppendResults(nil, fakeStore(), matched(t, f.said.payload))
		said := saying{payload: answers, changed: otherQuake(answers), other: otherQuake(answers), request: request, asked: asked}
		for _, side := range []struct {
			to   string
			from *forger
			saying
			role wssec.Role
		}{{serverSide, f.forger, f.said, wssec.Recipient}, {clientSide, server, said, wssec.Initiator}} {
			for _, bad := range applicable(directionTo(side.to, policy)) {
				if bad.noted {
					continue
				}
				envelope, err := bad.make(side.from, side.saying)
				if err != nil {
					t.Fatalf("%s: %v", bad.name, err)
				}
				for _, engine := range engines.Names() {
					e, err := engines.New(engine, f.keys.Config(side.role, policy))
					if err != nil {
						t.Fatal(err)
					}
					m, err := e.Open(envelope)
					if err == nil && side.to == clientSide { // a request is no results, whoever signed it
						err = seismic.ParseResults(m.Body, new(seismic.Results))
					}
					if err == nil {
						t.Errorf("%s, %s %s, to the %s: %s is taken", engine, policy.Name, policy.Suite, side.to, bad.name)
					}
				}
			}
		}
	}
}

func matched(t *testing.T, request []byte) *quake.Matches {
	t.Helper()
	body := `<soap:Body xmlns:soap="` + wssec.SOAP11.Namespace() + `">` + string(request) + `</soap:Body>`
	query, err := seismic.ParseRequest([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	var found quake.Matches
	fakeStore().Match(query, &found)
	return &found
}

// TestNonce is taken from a user who is admitted.
func TestNonce(t *testing.T) {
	f := forge(t, wssec.Username())
	f.config.Login = wssec.Login{Name: "seismic", Password: "tremor"}
	envelope, err := f.sealNonce(f.said)
	if err != nil || !bytes.Contains(envelope, []byte(soap.Base64Binary)) {
		t.Fatalf("%s, %v", envelope, err)
	}
	for _, engine := range engines.Names() {
		c := wssec.Config{Role: wssec.Recipient, Policy: f.policy, Admit: func(l wssec.Login) bool { return l == f.config.Login }}
		e, err := engines.New(engine, c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Open(envelope); err != nil {
			t.Errorf("%s: %v", engine, err)
		}
	}
}
