package main

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"seismark/wssec"
	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
)

// finding is what open found out about one message; it is also its JSON. What the message does not have is
// absent. A password is never kept.
type finding struct {
	Message    string           `json:"message"`
	Verified   bool             `json:"verified"`
	Policy     string           `json:"policy,omitempty"` // that it was held to
	Problems   []string         `json:"problems,omitempty"`
	Notes      []string         `json:"notes,omitempty"` // what should be known besides
	Bytes      int              `json:"bytes"`
	SOAP       string           `json:"soap,omitempty"`
	Headers    []string         `json:"headers,omitempty"`
	Content    string           `json:"content,omitempty"` // of the Body, its first element
	Fault      *faultFound      `json:"fault,omitempty"`
	Carried    []string         `json:"carried_certificates,omitempty"` // where nothing could be verified
	Signer     *signerFound     `json:"signer,omitempty"`
	Signed     []signedFound    `json:"signed,omitempty"`
	Encrypted  *encryptedFound  `json:"encrypted,omitempty"`
	Algorithms []algorithmFound `json:"algorithms,omitempty"`
	Now        time.Time        `json:"now"`
	Created    time.Time        `json:"created,omitzero"`
	Expires    time.Time        `json:"expires,omitzero"`
	User       string           `json:"user,omitempty"`
	Password   string           `json:"password,omitempty"` // whether it was compared, in words
	Difference *difference      `json:"difference,omitempty"`

	hints []string
	body  []byte
}

type faultFound struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
	Actor  string `json:"actor,omitempty"`
}

type signerFound struct {
	Subject     string    `json:"subject"`
	Issuer      string    `json:"issuer"`
	Serial      string    `json:"serial"`
	Fingerprint string    `json:"sha256_fingerprint"`
	Key         string    `json:"key"`
	NotBefore   time.Time `json:"not_before"`
	NotAfter    time.Time `json:"not_after"`
	Trusted     bool      `json:"trusted"`
	Why         string    `json:"why,omitempty"` // not
}

type signedFound struct {
	Path      string          `json:"path"`
	Reference string          `json:"reference"`
	Digest    wssec.Algorithm `json:"digest"`
}

type encryptedFound struct {
	Parts []string `json:"parts"`
	To    string   `json:"to"`
}

type algorithmFound struct {
	Use  string          `json:"use"`
	URI  wssec.Algorithm `json:"uri"`
	Note string          `json:"note,omitempty"`
}

// skeleton notes what can be told of a message before any of it is verified.
func (f *finding) skeleton(env *soap.Envelope) {
	f.SOAP = versionText(env.Version)
	for _, b := range env.Headers {
		f.Headers = append(f.Headers, qualified(b.Space, b.Local))
	}
	f.Content = qualified(env.Content.Space, env.Content.Local)
}

// contentOf names the first element within a Body, or is "".
func contentOf(body []byte) string {
	var t xmltok.Tokenizer
	t.Reset(body)
	for {
		kind, err := t.Next()
		if err != nil || kind == xmltok.EOF {
			return ""
		}
		if n := t.Name(); kind == xmltok.Start && t.Depth() == 2 {
			return qualified(n.Space, string(n.Local))
		}
	}
}

// carries notes whose certificates a message brings that was not verified.
func (f *finding) carries(certificates []*x509.Certificate) {
	for _, c := range certificates {
		f.Carried = append(f.Carried, c.Subject.String())
	}
}

// faultIn is the SOAP fault of a Body, or nil.
func faultIn(body []byte) *faultFound {
	fault, err := soap.ParseFault(body)
	if err != nil || fault == nil {
		return nil
	}
	return &faultFound{Code: fault.Name, Reason: fault.Reason, Actor: fault.Actor}
}

func versionText(v wssec.Version) string {
	if v == wssec.SOAP12 {
		return "1.2"
	}
	return "1.1"
}

func qualified(space, local string) string {
	if space == "" {
		return local
	}
	return "{" + space + "}" + local
}

// facts notes what an engine verified.
func (f *finding) facts(m *wssec.Message, reader *x509.Certificate) {
	f.body, f.Created, f.Expires = m.Body, m.Created, m.Expires
	f.Content = contentOf(m.Body) // it may have been encrypted before
	if m.Login != nil {
		f.User = m.Login.Name
	}
	if m.Signer != nil {
		f.Signer = signerOf(m.Signer)
	}
	for _, r := range m.References {
		f.Signed = append(f.Signed, signedFound{r.Element, r.URI, r.Digest})
	}
	if len(m.Encrypted) > 0 {
		f.Encrypted = &encryptedFound{}
		for _, p := range m.Encrypted {
			f.Encrypted.Parts = append(f.Encrypted.Parts, p.String())
		}
		if reader != nil {
			f.Encrypted.To = reader.Subject.String()
		}
	}
	f.algorithms(m.Used, m.Signer, reader)
}

func signerOf(c *x509.Certificate) *signerFound {
	sum := sha256.Sum256(c.Raw)
	return &signerFound{
		Subject: c.Subject.String(), Issuer: c.Issuer.String(), Serial: c.SerialNumber.String(),
		Fingerprint: hex.EncodeToString(sum[:]), Key: keyKind(c.PublicKey), NotBefore: c.NotBefore, NotAfter: c.NotAfter,
	}
}

func (f *finding) algorithms(used wssec.Algorithms, signer, reader *x509.Certificate) {
	for _, a := range []struct {
		algorithmFound
		key *x509.Certificate
	}{
		{algorithmFound{Use: "signature", URI: used.Signature}, signer},
		{algorithmFound{Use: "digest", URI: used.Digest}, nil},
		{algorithmFound{Use: "canonical form", URI: used.Canonicalization}, nil},
		{algorithmFound{Use: "key transport", URI: used.KeyTransport}, reader},
		{algorithmFound{Use: "cipher", URI: used.Cipher}, nil},
	} {
		if a.URI == "" {
			continue
		}
		a.Note = noteOn(a.URI)
		if a.key != nil && weakKey(a.key.PublicKey) {
			a.Note = strings.TrimPrefix(a.Note+"; weak: the key is "+keyKind(a.key.PublicKey), "; ")
		}
		f.Algorithms = append(f.Algorithms, a.algorithmFound)
	}
}

// noteOn is what a reader should know about an algorithm, or "".
func noteOn(a wssec.Algorithm) string {
	switch a {
	case wssec.RSASHA1, wssec.SHA1:
		return "weak: SHA-1 collides"
	case wssec.RSA15:
		return "weak: open to Bleichenbacher's attack"
	case wssec.AES128CBC, wssec.AES192CBC, wssec.AES256CBC:
		return "weak: CBC alone does not notice changes"
	}
	for _, s := range wssec.Suites() {
		g := s.Algorithms()
		if slices.Contains([]wssec.Algorithm{g.Signature, g.Digest, g.Canonicalization, g.KeyTransport, g.Cipher}, a) {
			return ""
		}
	}
	return "of no suite of seismark"
}

// cautions notes what a message that verifies leaves open.
func (f *finding) cautions(m *wssec.Message, env *soap.Envelope) {
	note := func(format string, args ...any) { f.Notes = append(f.Notes, fmt.Sprintf(format, args...)) }
	if m.Signer != nil && !m.Created.IsZero() && !slices.Contains(m.Signed, wssec.PartTimestamp) {
		note("the Timestamp is not signed: anybody can have changed its times")
	}
	if m.Signer != nil && m.Created.IsZero() && m.Expires.IsZero() {
		note("no Timestamp says when it was made: it can be an old message that is sent again")
	}
	if m.Signer != nil && len(env.Addressing()) > 0 && !slices.Contains(m.Signed, wssec.PartAddressing) {
		note("not all WS-Addressing headers are signed: anybody can have changed them")
	}
	for _, b := range env.Headers {
		if b.MustUnderstand && b.ForUs && b.Space != soap.WSSE {
			note("the header %s must be understood by whoever takes the message", qualified(b.Space, b.Local))
		}
	}
}
