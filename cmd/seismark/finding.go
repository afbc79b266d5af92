package main

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// finding is what open found out about one message; it is also its JSON. What the message does not have is
// absent. A password is never kept.
type finding struct {
	Message    string           `json:"message"`
	Verified   bool             `json:"verified"`
	Problems   []string         `json:"problems,omitempty"`
	Bytes      int              `json:"bytes"`
	SOAP       string           `json:"soap,omitempty"`
	Headers    []string         `json:"headers,omitempty"`
	Content    string           `json:"content,omitempty"` // of the Body, its first element
	Fault      *faultFound      `json:"fault,omitempty"`
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

// difference is a reference whose digest is not the signed one.
type difference struct {
	Reference string `json:"reference"`
	Signed    string `json:"signed_digest"` // base64, as messages have it
	Found     string `json:"found_digest"`
	Canonical []byte `json:"canonical"`
}

// problem notes why the message does not verify.
func (f *finding) problem(text string, hints ...string) {
	f.Problems = append(f.Problems, text)
	f.hints = append(f.hints, hints...)
}

// skeleton notes what can be told of a message before any of it is verified.
func (f *finding) skeleton(env *soap.Envelope) {
	f.SOAP = versionText(env.Version)
	for _, b := range env.Headers {
		f.Headers = append(f.Headers, qualified(b.Space, b.Local))
	}
	f.Content = qualified(env.Content.Space, env.Content.Local)
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
	f.algorithms(m.Used)
}

func signerOf(c *x509.Certificate) *signerFound {
	sum := sha256.Sum256(c.Raw)
	return &signerFound{
		Subject: c.Subject.String(), Issuer: c.Issuer.String(), Serial: c.SerialNumber.String(),
		Fingerprint: hex.EncodeToString(sum[:]), NotBefore: c.NotBefore, NotAfter: c.NotAfter,
	}
}

func (f *finding) algorithms(used wssec.Algorithms) {
	for _, a := range []algorithmFound{
		{Use: "signature", URI: used.Signature},
		{Use: "digest", URI: used.Digest},
		{Use: "canonicalization", URI: used.Canonicalization},
		{Use: "key transport", URI: used.KeyTransport},
		{Use: "cipher", URI: used.Cipher},
	} {
		if a.URI != "" {
			a.Note = noteOn(a.URI)
			f.Algorithms = append(f.Algorithms, a)
		}
	}
}

// noteOn is what a reader should know about an algorithm, or "".
func noteOn(a wssec.Algorithm) string {
	switch a {
	case wssec.RSASHA1, wssec.SHA1:
		return "weak: SHA-1 collides"
	case wssec.RSA15:
		return "weak: open to Bleichenbacher's attack"
	case wssec.AES128CBC, wssec.AES256CBC:
		return "weak: CBC does not notice changes, only a signature does"
	}
	for _, s := range wssec.Suites() {
		g := s.Algorithms()
		if slices.Contains([]wssec.Algorithm{g.Signature, g.Digest, g.Canonicalization, g.KeyTransport, g.Cipher}, a) {
			return ""
		}
	}
	return "of no suite of seismark"
}

// refusal notes why an engine did not verify the message.
func (f *finding) refusal(err error) {
	text := strings.TrimPrefix(err.Error(), "wssec: ")
	f.problem(text)
	if d := (*wssec.DigestError)(nil); errors.As(err, &d) {
		f.Difference = &difference{
			Reference: d.URI,
			Signed:    base64.StdEncoding.EncodeToString(d.Want),
			Found:     base64.StdEncoding.EncodeToString(d.Got),
			Canonical: d.Canonical,
		}
	}
}
