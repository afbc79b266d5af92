package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"seismark/wssec"
)

const samples = "../../../shared/samples"

// sampleRing holds the keys of the samples, or skips the test.
func sampleRing(t *testing.T) *keyring {
	t.Helper()
	if _, err := os.Stat(samples); err != nil {
		t.Skip("the messages that other stacks sent are not there: ", err)
	}
	ring := &keyring{}
	if err := ring.addFolder(filepath.Join(samples, "..", "keys")); err != nil {
		t.Fatal(err)
	}
	return ring
}

var createdTime = regexp.MustCompile(`Created[^>]*>([^<]+)<`)

// madeAt is the time of a message's Timestamp.
func madeAt(t *testing.T, message []byte) (at Instant) {
	t.Helper()
	if m := createdTime.FindSubmatch(message); m != nil {
		if err := at.Set(string(m[1])); err != nil {
			t.Fatal(err)
		}
	}
	return at
}

// openAs opens a message with the options.
func openAs(t *testing.T, ring *keyring, message []byte, o openOptions) *finding {
	t.Helper()
	o.Engine = "dom"
	open, err := newOpener(ring, o)
	if err != nil {
		t.Fatal(err)
	}
	return open.open(message)
}

func TestOpenSamples(t *testing.T) {
	ring := sampleRing(t)
	paths, err := filepath.Glob(filepath.Join(samples, "*.xml"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no samples", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".xml"), func(t *testing.T) {
			message, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f := openAs(t, ring, message, openOptions{Now: madeAt(t, message)})
			if strings.Contains(path, "-sign") {
				wantSigned(t, path, f)
				refuseTampered(t, ring, message)
			} else {
				wantUnsigned(t, ring, path, message, f)
			}
		})
	}
}

// wantSigned holds what was found of a signed message against what its name says.
func wantSigned(t *testing.T, path string, f *finding) {
	t.Helper()
	if !f.Verified {
		t.Fatal("not verified: ", f.Problems)
	}
	signer, reader := "CN=client,O=Test", "CN=server,O=Test"
	content := "{http://ws.sosnoski.com/seismic/types}matchQuakes"
	if strings.Contains(path, "-response") {
		signer, reader = reader, signer
		content = "{http://ws.sosnoski.com/seismic/types}results"
	}
	if f.Signer == nil || f.Signer.Subject != signer || !f.Signer.Trusted {
		t.Errorf("signer %+v, want %s, trusted", f.Signer, signer)
	}
	if f.Content != content {
		t.Errorf("content %s, want %s", f.Content, content)
	}
	var parts []string
	for _, s := range f.Signed {
		parts = append(parts, s.Path)
	}
	if all := strings.Join(parts, " "); !strings.Contains(all, "Envelope/Body") {
		t.Errorf("signed %s, want the Body among it", all)
	}
	if encrypted := strings.Contains(path, "-signencr"); encrypted != (f.Encrypted != nil) {
		t.Errorf("encrypted is %+v, want it %t", f.Encrypted, encrypted)
	} else if encrypted && (f.Encrypted.To != reader || f.Encrypted.Parts[0] != "Body") {
		t.Errorf("encrypted %+v, want Body to %s", f.Encrypted, reader)
	}
	// The peers that configure themselves from the policy sign with SHA-1.
	weak := strings.Contains(path, "cxf-pol")
	for _, a := range f.Algorithms {
		if a.Use == "signature" && (a.URI == wssec.RSASHA1) != weak {
			t.Errorf("signature %s, weak should be %t", a.URI, weak)
		}
	}
}

// wantUnsigned expects a message without signature to be refused, unless a policy is content with it.
func wantUnsigned(t *testing.T, ring *keyring, path string, message []byte, f *finding) {
	t.Helper()
	if f.Verified || !strings.HasPrefix(f.Problems[0], "nothing is signed") {
		t.Errorf("verified %t, problems %v", f.Verified, f.Problems)
	}
	o := openOptions{Policy: "plain", Suite: wssec.Basic256Sha256, Role: "server"}
	if strings.Contains(path, "-username") {
		o.Policy, o.User, o.Password = "username", "seismic", "tremor"
	}
	if strings.Contains(path, "-response") {
		o.Role = "client"
	}
	if f := openAs(t, ring, message, o); !f.Verified {
		t.Errorf("under policy %s: %v", o.Policy, f.Problems)
	}
	if o.Policy == "username" && o.Role == "server" {
		if f.User != "seismic" {
			t.Errorf("user %q, want seismic", f.User)
		}
		o.Password = "tremors"
		if openAs(t, ring, message, o).Verified {
			t.Error("a wrong password is taken")
		}
	}
}

// refuseTampered changes a letter of each kind of content; none of it may verify.
func refuseTampered(t *testing.T, ring *keyring, message []byte) {
	t.Helper()
	now := madeAt(t, message)
	for _, after := range []string{"Expires>", "DigestValue>", "SignatureValue>", "CipherValue>", "min-date>", "method>"} {
		for _, i := range regexp.MustCompile(after+"[^<]").FindAllIndex(message, -1) {
			bad := bytes.Clone(message)
			if at := i[1] - 1; bad[at] == '2' {
				bad[at] = '3'
			} else {
				bad[at] = '2'
			}
			if f := openAs(t, ring, bad, openOptions{Now: now}); f.Verified {
				t.Errorf("verified, with a letter behind %s at %d changed", after, i[0])
			}
		}
	}
	for name, o := range map[string]openOptions{
		"an hour later":   {Now: Instant{now.Add(time.Hour)}},
		"an hour earlier": {Now: Instant{now.Add(-time.Hour)}},
	} {
		if f := openAs(t, ring, message, o); f.Verified && !now.IsZero() {
			t.Errorf("verified %s", name)
		}
	}
	stranger := &keyring{identities: ring.identities, known: ring.known, trusting: true}
	if f := openAs(t, stranger, message, openOptions{Now: now}); f.Verified || f.Signer == nil || f.Signer.Trusted {
		t.Errorf("a signer that nobody vouches for: verified %t, %+v", f.Verified, f.Signer)
	}
}
