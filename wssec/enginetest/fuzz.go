package enginetest

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
)

// Named is an engine's maker with a name for errors.
type Named struct {
	Name string
	Make Maker
}

// Fuzz opens any octets under every policy, both as request and as answer. No engine may panic; an error is
// a *FaultError and comes without a message; a signed Body has a digest that the message holds; and all
// engines say the same.
func Fuzz(f *testing.F, engines ...Named) {
	sides := cases()
	for i, seed := range Seeds(f, engines[0].Make) {
		for j, c := range sides { // both lists go through the suites in eights
			if i%len(sides)/8 == j/8 || c.Policy.Suite == wssec.Basic256Sha256 {
				f.Add(byte(j), seed)
			}
		}
	}
	opened := make([][]wssec.Engine, len(sides))
	for i, c := range sides {
		for _, e := range engines {
			opened[i] = append(opened[i], engine(f, e.Make, c))
		}
	}
	f.Fuzz(func(t *testing.T, side byte, message []byte) {
		at := int(side) % len(sides)
		var first *wssec.Message
		var refusal error
		for i, e := range opened[at] {
			before := bytes.Clone(message)
			m, err := e.Open(message)
			if !bytes.Equal(before, message) {
				t.Fatalf("%s changes the message that it reads", engines[i].Name)
			}
			sound(t, engines[i].Name, message, m, err)
			if i == 0 {
				first, refusal = m, err
				continue
			}
			Agree(t, engines[0].Name, first, refusal, engines[i].Name, m, err)
		}
	})
}

// cases are the configurations that Fuzz tries.
func cases() (all []wssec.Config) {
	for _, suite := range wssec.Suites() {
		for _, p := range wssec.Policies(suite) {
			for _, role := range []wssec.Role{wssec.Recipient, wssec.Initiator} {
				c := Config(role, p)
				if suite == wssec.Basic256Sha256 { // which also takes what the others refuse
					c.Accept = []wssec.Algorithm{wssec.InclusiveC14N, wssec.ExclusiveC14NWithComments, wssec.AES256GCM, wssec.RSA15}
				}
				all = append(all, c)
			}
		}
	}
	return all
}

// Seeds are messages of every policy, suite and version, for a corpus.
func Seeds(t testing.TB, m Maker) (seeds [][]byte) {
	t.Helper()
	for _, v := range []wssec.Version{wssec.SOAP11, wssec.SOAP12} {
		for _, suite := range wssec.Suites() {
			for _, p := range wssec.Policies(suite) {
				c := Config(wssec.Initiator, p)
				c.Version = v
				request, err := engine(t, m, c).Seal(nil, []byte(payload))
				if err != nil {
					t.Fatal(err)
				}
				server := engine(t, m, Config(wssec.Recipient, p))
				got := opened(t, server, string(request))
				answer, err := server.Reply(nil, []byte("<a b='1'/>"), got)
				if err != nil {
					t.Fatal(err)
				}
				seeds = append(seeds, request, answer)
			}
		}
	}
	return seeds
}

// sound holds what Open gave against what it promises.
func sound(t *testing.T, name string, message []byte, m *wssec.Message, err error) {
	t.Helper()
	if err != nil {
		if fault := (*wssec.FaultError)(nil); m != nil || !errors.As(err, &fault) || fault.Code.Sentence() == "" {
			t.Fatalf("%s: a message beside an error, or no FaultError: %v", name, err)
		}
		return
	}
	var k xmltok.Tokenizer
	k.Reset(m.Body)
	if kind, err := k.Next(); err != nil || kind != xmltok.Start || !k.Name().Is(m.Version.Namespace(), "Body") {
		t.Fatalf("%s: the Body is no document of its own: %v\n%s", name, err, m.Body)
	}
	// Where the signature is over cipher text, it is not the Body that was digested.
	if slices.Contains(m.Signed, wssec.PartBody) && len(m.Encrypted) == 0 && !hasDigest(t, message, m.Body) {
		t.Fatalf("%s: no Reference has the digest of the Body\n%s", name, m.Body)
	}
}

// hasDigest reports whether a Reference of the message has the digest of some octets, by one of the suites' hashes.
func hasDigest(t *testing.T, message, octets []byte) bool {
	want, long := sha256.Sum256(octets), sha512.Sum384(octets)
	env := split(t, string(message))
	var k xmltok.Tokenizer
	k.ResetFragment(env.Bytes(env.Security.Element), env.Security.Scope)
	for {
		kind, err := k.Next()
		if err != nil || kind == xmltok.EOF {
			return false
		}
		if kind != xmltok.Start || !k.Name().Is(soap.DS, "DigestValue") {
			continue
		}
		value, err := k.ElementText(nil)
		if err != nil {
			return false
		}
		digest, err := base64.StdEncoding.DecodeString(string(bytes.Join(bytes.Fields(value), nil)))
		if err == nil && (bytes.Equal(digest, want[:]) || bytes.Equal(digest, long[:])) {
			return true
		}
	}
}

// Agree holds two engines together: both open, to the same, or both refuse with the same code.
func Agree(t testing.TB, one string, first *wssec.Message, refusal error, other string, m *wssec.Message, err error) {
	t.Helper()
	if code(refusal) != code(err) {
		t.Fatalf("%s: %v\n%s: %v", one, refusal, other, err)
	}
	if m == nil {
		return
	}
	if !bytes.Equal(first.Body, m.Body) || fmt.Sprint(facts(first)) != fmt.Sprint(facts(m)) {
		t.Fatalf("%s: %s\n%v\n%s: %s\n%v", one, first.Body, facts(first), other, m.Body, facts(m))
	}
}

// code is that of a refusal, empty for none.
func code(err error) wssec.FaultCode {
	fault := (*wssec.FaultError)(nil)
	errors.As(err, &fault)
	if fault == nil {
		return ""
	}
	return fault.Code
}

// facts are those of a message in a form to be compared.
func facts(m *wssec.Message) []any {
	f := m.Facts
	var signer, login string
	if f.Signer != nil {
		signer = fmt.Sprintf("%x", f.Signer.Raw)
	}
	if f.Login != nil {
		login = fmt.Sprintf("%q", *f.Login)
	}
	var request string
	if f.Request != nil {
		request = fmt.Sprintf("%x %x %x", f.Request.Signature, f.Request.Key.Digest(), f.Request.Key.Octets())
	}
	return []any{f.Version, login, f.Created, f.Expires, f.Signed, f.Encrypted, signer, f.References, f.Confirmations, request, f.Used}
}
