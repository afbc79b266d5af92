package main

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"seismark/wssec"
	"seismark/wssec/soap"
)

// tell writes a finding in words for a person: the outcome first, then what stands in the message.
func (f *finding) tell(w io.Writer) error {
	var b strings.Builder
	f.tellOutcome(&b)
	f.tellMessage(&b)
	f.tellSigner(&b)
	f.tellTimes(&b)
	f.tellAlgorithms(&b)
	f.tellDifference(&b)
	for i, n := range f.Notes {
		if i == 0 {
			b.WriteString("\n")
		}
		row(&b, label("note", i), "%s", n)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *finding) tellOutcome(b *strings.Builder) {
	if f.Verified {
		b.WriteString("VERIFIED")
		if f.Signer != nil {
			fmt.Fprintf(b, ": the Body is what %s signed", printable(f.Signer.Subject))
		}
		if f.Policy != "" {
			fmt.Fprintf(b, ", as the policy %s asks", f.Policy)
		}
		b.WriteString("\n\n")
		return
	}
	b.WriteString("NOT VERIFIED\n")
	for _, p := range f.Problems {
		fmt.Fprintf(b, "  - %s\n", wrapped(printable(p), 4))
	}
	b.WriteString("\n")
}

func (f *finding) tellMessage(b *strings.Builder) {
	if f.SOAP == "" {
		row(b, "message", "%s, %d bytes", f.Message, f.Bytes)
		return
	}
	row(b, "message", "%s, SOAP %s, %d bytes", f.Message, f.SOAP, f.Bytes)
	for i, h := range f.Headers {
		row(b, label("headers", i), "%s", strings.Replace(h, "{"+soap.WSSE+"}", "wsse:", 1))
	}
	row(b, "body", "%s", cmp.Or(f.Content, "empty"))
	if f.Fault != nil {
		row(b, "fault", "%s: %s", f.Fault.Code, f.Fault.Reason)
		if f.Fault.Actor != "" {
			row(b, "  actor", "%s", f.Fault.Actor)
		}
	}
	if f.User != "" {
		row(b, "user", "%s (password %s)", f.User, f.Password)
	}
}

func (f *finding) tellSigner(b *strings.Builder) {
	if s := f.Signer; s != nil {
		b.WriteString("\n")
		row(b, "signed by", "%s", s.Subject)
		row(b, "  issuer", "%s", s.Issuer)
		row(b, "  serial", "%s", s.Serial)
		row(b, "  sha-256", "%s", s.Fingerprint)
		row(b, "  key", "%s", s.Key)
		row(b, "  valid", "%s to %s", s.NotBefore.UTC().Format(time.DateOnly), s.NotAfter.UTC().Format(time.DateOnly))
		if s.Trusted {
			row(b, "  trusted", "yes")
		} else {
			row(b, "  trusted", "NO: %s", s.Why)
		}
	}
	for i, c := range f.Carried {
		row(b, label("certificates", i), "%s (brought by the message, not verified)", c)
	}
	for i, p := range f.Signed {
		row(b, label("signed", i), "%s", p.Path)
	}
	if e := f.Encrypted; e != nil {
		row(b, "encrypted", "the content of the %s, to %s", strings.Join(e.Parts, ", "), cmp.Or(e.To, "an unnamed key"))
	}
}

func (f *finding) tellTimes(b *strings.Builder) {
	if f.Created.IsZero() && f.Expires.IsZero() {
		return
	}
	b.WriteString("\n")
	for _, t := range []struct {
		label string
		at    time.Time
	}{{"created", f.Created}, {"expires", f.Expires}} {
		if !t.at.IsZero() {
			row(b, t.label, "%s, %s", stamp(t.at), relative(t.at, f.Now))
		}
	}
	row(b, "now", "%s", stamp(f.Now))
}

func (f *finding) tellAlgorithms(b *strings.Builder) {
	if len(f.Algorithms) > 0 {
		b.WriteString("\n")
	}
	for _, a := range f.Algorithms {
		note := a.Note
		if note != "" {
			note = "  (" + note + ")"
		}
		row(b, a.Use, "%s%s", shortName(a.URI), note)
	}
}

// shortName is what people call an algorithm: the end of its URI.
func shortName(a wssec.Algorithm) string {
	name, fragment, _ := strings.Cut(path.Base(string(a)), "#")
	switch {
	case fragment == "":
		return name
	case strings.HasPrefix(name, "xml-exc-c14n"):
		return name + " " + fragment
	}
	return fragment
}

func (f *finding) tellDifference(b *strings.Builder) {
	d := f.Difference
	if d == nil {
		return
	}
	b.WriteString("\n")
	row(b, "differs", "%s (%s) is not what was signed", cmp.Or(d.Path, "the reference"), d.Reference)
	row(b, "  signed digest", "%s", d.Signed)
	row(b, "  digest found", "%s", d.Found)
	fmt.Fprintf(b, "  of these %d octets in canonical form:\n\n%s\n", len(d.Canonical), readable([]byte(d.Canonical), shownOctets))
}
